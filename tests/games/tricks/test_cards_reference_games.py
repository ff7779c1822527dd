"""The slow reference of the card games: whole games, Ninety-Nine turn by turn, solved endings."""

import json
from random import Random
from typing import Any

import pytest

from tests.games.ninety_nine.reference import ninety_nine, ninety_nine_play
from tests.games.piquet.reference import piquet, piquet_partie, piquet_play, piquet_sight
from tests.games.tricks.reference import solver
from tests.games.tricks.reference.cards import ordered, pack
from tests.games.tricks.reference.flow import STOP, Chance, Decision, Game
from tests.games.tricks.reference.options import PRESETS, Options, options_of
from tests.games.tricks.reference.random_cases import random_changes
from tests.games.tricks.reference.records import Recorded, episode, random_record
from tests.games.tricks.tables import Pick, Stacked, drive, drive_by, first, random_table

# -- whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", [*PRESETS["piquet"], None])
def test_random_parties(preset: str | None) -> None:
    """They end; rewards and cards add up; the sights are true at every decision."""
    rng = Random(str(preset))
    for _ in range(3):
        changes = random_changes(rng, "piquet") if preset is None else {"preset": preset}
        state = piquet_partie.Partie(options_of("piquet", changes))
        game = Game(piquet_partie.partie(state, Chance(rng)))
        while game.decision is not None:
            decision = game.decision
            assert decision.actions and len(set(decision.actions)) == len(decision.actions)
            if state.table is not None and rng.random() < 0.2:
                check_piquet(state.table)
            game.apply(rng.choice(decision.actions))
        outcome = game.result
        assert sum(outcome.rewards) == 0
        assert (outcome.winner is None) == (outcome.rewards == (0, 0))
        if outcome.winner is not None:
            assert outcome.rewards[outcome.winner] > 0


def check_piquet(table: piquet_play.Table) -> None:
    everything = piquet.deck_of(table.options)
    gone = [card for trick in table.tricks for card in trick.cards]
    gone += [table.on_table] if table.on_table else []
    rest = piquet_sight.talon_rest(table)
    drawn = [len(cards) for cards in table.drawn]
    out = [c for cards in table.laid_out for c in cards]
    assert ordered([*table.hands[0], *table.hands[1], *out, *gone, *rest]) == everything
    for seat in (0, 1):
        sight, other = piquet_sight.sight(table, seat), 1 - seat
        hidden = [*table.hands[other], *table.laid_out[other], *rest]
        assert set(sight.opponent_has) <= table.hands[other]
        assert set(sight.left) <= set(rest)
        assert set(sight.unseen) == set(hidden) - set(sight.left)
        places = sight.opponent_cards + sight.opponent_laid_out + sight.talon_left
        assert len(sight.unseen) == places - len(sight.left)
        had = table.hands[other] | set(table.laid_out[other]) | set(gone)
        assert set(sight.opponent_had) <= had
        assert not any(card[0] in sight.opponent_lacks for card in table.hands[other])
    assert all(n <= len(cards) for n, cards in zip(drawn, table.laid_out, strict=True))


@pytest.mark.parametrize("changes", [{}, {"preset": "race3"}, {"tie": "extra_nine"}, None, None])
def test_random_matches(changes: Options | None) -> None:
    rng = Random(str(changes))
    options = options_of("ninety_nine", changes or random_changes(rng, "ninety_nine"))
    options["race_target"] = min(options["race_target"], 200)
    state = ninety_nine_play.Match(options)
    game = Game(ninety_nine_play.match(state, Chance(rng)))
    while game.decision is not None:
        assert state.table is not None
        check_nines(state.table, game.decision.seat)
        game.apply(rng.choice(game.decision.actions))
    outcome = game.result
    assert sum(ninety_nine_play.rewards(outcome.totals)) == 0
    assert set(outcome.winners) <= set(ninety_nine.leaders(outcome.totals))
    if options["mode"] == "nine_hands":
        assert [sum(c) for c in zip(*state.hand_results, strict=True)] == outcome.totals
        assert (state.hands - options["hands"]) % 9 == 0


def check_nines(table: ninety_nine_play.Table, seat: int) -> None:
    sight = ninety_nine_play.sight(table, seat)
    held = [c for hand in [*table.hands, *table.bid_cards] for c in hand]
    assert ordered([*held, *table.played, *table.on_table]) == pack("6")
    assert sum(table.won) == len(table.played) // 3
    for other in range(3):
        assert not any(card[0] in sight.lacks[other] for card in table.hands[other])
        open_hand, open_bid = sight.hands[other], sight.bid_cards[other]
        assert open_hand in (None, ordered(table.hands[other]))
        assert open_bid in (None, ordered(table.bid_cards[other]))
        accepted = table.premium is not None and table.premium.seat == other
        revealed = accepted and table.premium is not None and table.premium.level == 2
        assert (open_hand is not None) == (other == seat or revealed)
        assert (open_bid is not None) == (other == seat or accepted)
        for card in table.hands[other] if open_hand is None else []:
            assert card in sight.unseen
        for card in table.bid_cards[other] if open_bid is None else []:
            assert card in sight.unseen
    shown = [len(h) for s, h in enumerate(table.hands) if sight.hands[s] is None]
    laid = [len(b) for s, b in enumerate(table.bid_cards) if sight.bid_cards[s] is None]
    assert len(sight.unseen) == sum(shown) + sum(laid)


@pytest.mark.parametrize("game", PRESETS)
def test_records_can_be_played_again(game: str) -> None:
    rng = Random(game)
    for preset in PRESETS[game]:
        record = json.loads(json.dumps(random_record(rng, game, {"preset": preset})))
        state, flow = episode(game, options_of(game, record["options"]), Recorded(record))
        again = Game(flow)
        for seat, phase, legal, action in record["steps"]:
            assert again.decision == Decision(seat, phase, tuple(legal))
            again.apply(action)
        assert again.decision is None
        assert [list(scores) for scores in state.hand_results] == record["hands"]
        assert list(state.totals) == record["totals"] and list(state.wins) == record["wins"]


def test_an_illegal_action_is_refused() -> None:
    game = Game(piquet_play.hand(random_table(Random(1))))
    for action in ("NONE", "S2", STOP):
        with pytest.raises(ValueError, match="not legal"):
            game.apply(action)
    with pytest.raises(ValueError, match="not over"):
        assert game.result


# -- Piquet: games -------------------------------------------------------------------------------


def piquet_episode(changes: Options, chance: Chance, pick: Pick = first) -> tuple[Any, Any]:
    state = piquet_partie.Partie(options_of("piquet", changes))
    game = Game(piquet_partie.partie(state, chance))
    drive_by(game, pick)
    return state, game.result


def test_a_hand_stops_when_the_declarations_decide() -> None:
    """At 99 all, the first category that anybody counts ends the game."""
    rng, winners = Random(13), set()
    for _ in range(40):
        table = random_table(rng)
        game = Game(piquet_play.hand(table, 100, (99, 99)))
        drive_by(game, lambda decision: rng.choice(decision.actions))
        result, scored = game.result, [pair for _, pair in table.declared.entries if any(pair)]
        if scored and scored[0][0] != scored[0][1]:
            assert result.played is None and not table.tricks and table.on_table
            assert result.winner == scored[0].index(max(scored[0]))
            assert result.totals[1 - result.winner] == 0 < result.totals[result.winner]
        winners.add(result.winner)
    assert {0, 1} <= winners


def test_a_hand_without_target_is_played_out() -> None:
    table = random_table(Random(14))
    game = Game(piquet_play.hand(table, None, (99, 99)))
    drive_by(game, first)
    assert game.result.winner is None and len(table.tricks) == 12
    assert game.result.played is not None and sum(game.result.totals) > 12


def test_games_of_a_match() -> None:
    """Two games; the deal goes on in turn; scores begin at 0 in each game."""
    for seed in range(4):
        chance = Stacked([], [0], seed)
        state, outcome = piquet_episode({}, chance)
        assert max(state.wins) == 2 and state.wins[outcome.winner] == 2 and min(state.wins) < 2
        assert chance.drawn == 1 and outcome.rewards == (
            (1, -1) if outcome.winner == 0 else (-1, 1)
        )
        assert state.dealer == (len(state.hand_results) - 1) % 2
        chance = Stacked([], [0], seed)
        state, _ = piquet_episode({"next_game_dealer": "redraw"}, chance)
        assert chance.drawn == sum(state.wins)
        state, outcome = piquet_episode({"games_to_win": 1}, Stacked([], [0], seed))
        assert sum(state.wins) == 1
        state, outcome = piquet_episode({"mode": "game", "target": 200}, Stacked([], [0], seed))
        assert sum(state.wins) == 1 and max(state.totals) >= 200


@pytest.mark.parametrize("target", [100, 150, 200])
def test_a_match_added_up_again(target: int) -> None:
    """The games as the scores of the hands alone tell them."""
    stopped = 0
    for seed in range(12):
        rng = Random(seed)
        options = options_of("piquet", {"target": target})
        state = piquet_partie.Partie(options)
        game = Game(piquet_partie.partie(state, Chance(rng)))
        while game.decision is not None:
            game.apply(rng.choice(game.decision.actions))
        totals, wins = [0, 0], [0, 0]
        for made in state.hand_results:
            assert max(wins) < 2
            totals = [a + b for a, b in zip(totals, made, strict=True)]
            if max(totals) >= target and totals[0] != totals[1]:
                wins[totals.index(max(totals))] += 1
                totals = [0, 0]
        assert wins == state.wins and state.wins[game.result.winner or 0] == 2
        assert state.table is not None
        stopped += len(state.table.tricks) < 12
    assert stopped


def test_equal_totals_above_the_target_are_played_on() -> None:
    state = piquet_partie.Partie(options_of("piquet", {"mode": "game"}), totals=(104, 104))
    assert piquet_partie.finished(state, None) is None
    assert piquet_partie.target_of(state) is None  # the hand is played out
    state.totals = (110, 111)
    assert piquet_partie.finished(state, None) == piquet_partie.Outcome(1, (-1, 1))


def test_six_deals() -> None:
    for seed in range(5):
        state, outcome = piquet_episode({"mode": "six_deals"}, Stacked([], [1], seed))
        assert len(state.hand_results) == 6
        sums = tuple(sum(column) for column in zip(*state.hand_results, strict=True))
        assert sums == state.totals
        assert abs(outcome.rewards[0]) == piquet.settlement(state.totals)


def test_extensions_of_six_deals() -> None:
    options = options_of("piquet", {"mode": "six_deals", "max_extensions": 2})
    state = piquet_partie.Partie(options, totals=(120, 120), hands=6)
    ended = []
    for hands in range(6, 11):
        state.hands = hands
        ended.append(piquet_partie.finished(state, None))
    assert ended == [None] * 4 + [piquet_partie.Outcome(None, (0, 0))]
    state = piquet_partie.Partie(options, totals=(120, 130), hands=8, extensions=1)
    assert piquet_partie.finished(state, None) == piquet_partie.Outcome(1, (-110, 110))


@pytest.mark.parametrize("chooser", [0, 1])
@pytest.mark.parametrize("role", ["ELDER", "YOUNGER"])
def test_the_higher_cut_chooses(chooser: int, role: str) -> None:
    options = options_of("piquet", {"preset": "parlett"})
    state = piquet_partie.Partie(options)
    game = Game(piquet_partie.partie(state, Stacked([], [chooser])))
    assert game.decision is not None and game.decision.seat == chooser
    game.apply(f"CHOOSE_{role}")
    assert state.elder == (chooser if role == "ELDER" else 1 - chooser)
    assert game.decision.seat == state.elder


def test_single_hand_pays_the_difference() -> None:
    state, outcome = piquet_episode({"mode": "single_hand"}, Stacked([], [1], 3))
    assert len(state.hand_results) == 1
    assert outcome.rewards[0] == state.totals[0] - state.totals[1]


# -- Ninety-Nine ---------------------------------------------------------------------------------


def nines(changes: Options | None = None, dealer: int = 2, seed: int = 1) -> Any:
    options = options_of("ninety_nine", changes)
    cards = Random(seed).sample(pack("6"), 36)
    table = ninety_nine_play.deal(options, dealer, "D", cards)
    return table, Game(ninety_nine_play.hand(table))


def bid_first(game: Game[Any]) -> None:
    while game.decision is not None and game.decision.phase == "bid":
        game.apply(game.decision.actions[0])


def test_bids_are_three_cards_in_the_order_of_the_seats() -> None:
    table, game = nines()
    bid_first(game)
    assert [decision.seat for decision, _ in game.history] == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert all(len(cards) == 3 for cards in table.bid_cards)
    assert all(table.bid_cards[s] == ordered(table.bid_cards[s]) for s in range(3))


def test_simultaneous_offers_are_hidden() -> None:
    table, game = nines()
    bid_first(game)
    drive(game, ["DECLARE", "REVEAL"])
    assert ninety_nine_play.sight(table, 2).offers == [None, None, None]
    assert game.decision == Decision(2, "offer", ("NONE", "DECLARE", "REVEAL"))
    game.apply("REVEAL")
    assert table.premium == ninety_nine.Premium(1, 2)
    sight = ninety_nine_play.sight(table, 0)
    assert sight.offers == ["DECLARE", "REVEAL", "REVEAL"]
    assert sight.hands[1] == ordered(table.hands[1]) and sight.hands[2] is None
    assert sight.bid_cards[1] == table.bid_cards[1]
    assert game.decision.seat == 0  # the dealer's left leads


def test_sequential_offers_must_outrank() -> None:
    table, game = nines({"offer_mode": "sequential"}, dealer=0)
    bid_first(game)
    assert game.decision is not None and game.decision.seat == 1
    game.apply("DECLARE")
    assert game.decision == Decision(2, "offer", ("NONE", "REVEAL"))
    assert ninety_nine_play.sight(table, 2).offers == [None, "DECLARE", None]
    game.apply("REVEAL")
    assert game.decision == Decision(0, "offer", ("NONE",))
    game.apply("NONE")
    assert table.premium == ninety_nine.Premium(2, 2)


def test_without_premiums_nothing_is_offered() -> None:
    table, game = nines({"premiums": False})
    bid_first(game)
    assert game.decision is not None and game.decision.phase == "play" and table.premium is None


@pytest.mark.parametrize("show", [True, False])
def test_bids_at_the_end(show: bool) -> None:
    rng = Random(2)
    for seed in range(30):
        table, game = nines({"show_bids_at_end": show}, seed=seed)
        drive_by(game, lambda decision: rng.choice(decision.actions))
        told = ninety_nine_play.told_bids(table)
        made = {seat for seat in range(3) if table.score.made[seat]}
        accepted = {table.premium.seat} if table.premium else set()
        assert told == ({0, 1, 2} if show else made | accepted)


def match_of(changes: Options, seed: int = 1) -> tuple[Any, Any]:
    rng = Random(seed)
    state = ninety_nine_play.Match(options_of("ninety_nine", changes))
    game = Game(ninety_nine_play.match(state, Chance(rng)))
    trumps: list[tuple[Any, str | None, int, int]] = []
    while game.decision is not None:
        assert state.table is not None
        if not trumps or trumps[-1][0] is not state.table:
            trumps.append((state.table, state.table.trump, state.table.dealer, sum(state.wins)))
        game.apply(rng.choice(game.decision.actions))
    return state, (trumps, game.result)


@pytest.mark.parametrize("suit", ["diamonds", "none"])
@pytest.mark.parametrize("race", ["continue", "reset"])
def test_trumps_of_a_race(suit: str, race: str) -> None:
    changes = {"preset": "race3", "first_trump": suit, "race_trump": race, "first_dealer": "seat0"}
    start = "D" if suit == "diamonds" else None
    _, (hands, outcome) = match_of(changes)
    assert hands[0][1] == start and [dealer for _, _, dealer, _ in hands] == [
        n % 3 for n in range(len(hands))
    ]
    for before, after in zip(hands, hands[1:], strict=False):
        new_game = before[3] != after[3]
        made = sum(before[0].score.made)
        assert after[1] == (start if new_game and race == "reset" else "DSHC"[made])
    assert len(outcome.winners) == 1


def test_a_tie_in_a_race_is_played_on() -> None:
    options = options_of("ninety_nine", {"preset": "race3", "games_to_win": 1})
    state = ninety_nine_play.Match(options, totals=[120, 120, 99])
    assert ninety_nine_play.race_finished(state) is None
    assert state.totals == [120, 120, 99]
    state.totals = [120, 121, 99]
    assert ninety_nine_play.race_finished(state) == ninety_nine_play.Outcome([1], [120, 121, 99])


def test_ties_of_nine_hands() -> None:
    for tie, winners in (("shared", [0, 2]), ("extra_nine", None)):
        options = options_of("ninety_nine", {"tie": tie})
        state = ninety_nine_play.Match(options, totals=[150, 90, 150], hands=9)
        outcome = ninety_nine_play.hands_finished(state)
        assert (outcome.winners if outcome else None) == winners
        state.hands = 10
        assert ninety_nine_play.hands_finished(state) is None
    options = options_of("ninety_nine", {"hands": 18})
    assert ninety_nine_play.hands_finished(ninety_nine_play.Match(options, hands=9)) is None


# -- the solver on positions of real play --------------------------------------------------------


def test_solver_is_reached_by_playing_its_cards() -> None:
    """From three quarters of a hand on, best play of both makes exactly the value."""
    rng = Random(11)
    for _ in range(25):
        table = random_table(rng, mode="single_hand")
        game = Game(piquet_play.hand(table))
        while len(table.tricks) < 8 or table.on_table:
            assert game.decision is not None
            game.apply(rng.choice(game.decision.actions))
        start = solver.ending_of(table)
        solved = solver.PiquetSolver(table.options)
        value = solved.value(start)
        while game.decision is not None:
            ending = solver.ending_of(table)
            assert game.decision.seat == ending.mover
            best = solved.best(ending)
            assert set(best) <= set(game.decision.actions)
            game.apply(rng.choice(best))
        made = [a - b for a, b in zip(game.result.totals, start.scores, strict=True)]
        assert made[0] - made[1] == value


def test_trick_solver_on_played_positions() -> None:
    """A seat that keeps its solved value never gets less, whatever the others do."""
    rng = Random(12)
    for seed in range(12):
        table, game = nines(seed=seed)
        while len(table.played) < 18:
            game.apply(rng.choice(game.decision.actions))
        seat, bid = rng.randrange(3), table.bids

        def measure(won: Any, seat: int = seat, bid: Any = bid) -> float:
            return -float(abs(won[seat] - bid[seat]))

        solved = solver.TrickSolver(seat, table.trump, measure)
        sure = solved.value(solver.tricks_of(table))
        while game.decision is not None:
            moment = solver.tricks_of(table)
            assert game.decision.seat == moment.mover
            values = solved.values(moment)
            best = max(values, key=lambda card: values[card])
            own = moment.mover == seat
            game.apply(best if own else rng.choice(game.decision.actions))
        assert measure(table.won) >= sure
