"""Piquet: games, matches and six deals as a series of hands (piquet.md 2, 5, 6).

Pairs here belong to the two players, who are elder in turn.
"""

from dataclasses import dataclass, field

from tests.games.piquet.reference import piquet, piquet_play
from tests.games.piquet.reference.piquet import Pair
from tests.games.tricks.reference.flow import Chance, Decision, Flow
from tests.games.tricks.reference.options import Options

SIX, EXTENSION = 6, 2


@dataclass
class Partie:
    """The standing between hands."""

    options: Options
    dealer: int = 0
    totals: Pair = (0, 0)  # of the game, or of the deals
    wins: list[int] = field(default_factory=lambda: [0, 0])  # games
    hands: int = 0  # of this game
    extensions: int = 0
    table: piquet_play.Table | None = None  # of the hand that is played
    hand_results: list[Pair] = field(default_factory=list)

    @property
    def elder(self) -> int:
        return 1 - self.dealer

    def of_players(self, pair: Pair) -> Pair:
        """From (elder, younger) to players, or back."""
        return pair if self.elder == 0 else (pair[1], pair[0])


@dataclass(frozen=True)
class Outcome:
    """The end of an episode: who won, and what each gains from the other."""

    winner: int | None
    rewards: Pair


def gain(winner: int | None, points: int) -> Outcome:
    sign = 0 if winner is None else 1 - 2 * winner
    return Outcome(winner, (sign * points, -sign * points))


def partie(state: Partie, chance: Chance) -> Flow[Outcome]:
    """One episode, as the option `mode` has it."""
    yield from first_dealer(state, chance)
    while True:
        ended = yield from one_hand(state, chance)
        outcome = finished(state, ended)
        if outcome is not None:
            return outcome
        next_dealer(state, chance)


def first_dealer(state: Partie, chance: Chance) -> Flow[None]:
    """By lot; or the lot gives a player the choice of his seat."""
    drawn = chance.seat(2)
    options = state.options
    if options["mode"] == "six_deals" and options["six_deals_first_choice"]:
        action = yield Decision(drawn, "seat", ("CHOOSE_ELDER", "CHOOSE_YOUNGER"))
        state.dealer = drawn if action == "CHOOSE_YOUNGER" else 1 - drawn
    else:
        state.dealer = drawn


def target_of(state: Partie) -> int | None:
    """The target that a hand may stop at: none where both have it, in a hand played for a tie."""
    options = state.options
    if options["mode"] not in ("match", "game"):
        return None
    target = int(options["target"])
    return target if max(state.totals) < target else None


def one_hand(state: Partie, chance: Chance) -> Flow[int | None]:
    """Plays a hand and adds its scores; returns who won the game in the declarations."""
    cards = chance.shuffled(piquet.deck_of(state.options))
    table = state.table = piquet_play.deal(state.options, cards)
    before = state.of_players(state.totals)
    flow = piquet_play.hand(table, target_of(state), before)
    result = yield from by_player(flow, state.elder)
    made = state.of_players(result.totals)
    state.totals = piquet.added(state.totals, made)
    state.hand_results.append(made)
    state.hands += 1
    return None if result.winner is None else state.elder ^ result.winner


def by_player(flow: Flow[piquet_play.Result], elder: int) -> Flow[piquet_play.Result]:
    """The decisions of a hand with the player's number in place of elder and younger."""
    action: str | None = None
    while True:
        try:
            decision = next(flow) if action is None else flow.send(action)
        except StopIteration as end:
            result: piquet_play.Result = end.value
            return result
        seat = decision.seat ^ elder
        action = yield Decision(seat, decision.phase, decision.actions)


def finished(state: Partie, ended: int | None) -> Outcome | None:
    """The end of the episode, if the hand was the last."""
    mode = state.options["mode"]
    if mode == "single_hand":
        made = state.totals
        best = None if made[0] == made[1] else made.index(max(made))
        return gain(best, abs(made[0] - made[1]))
    if mode == "six_deals":
        return six_deals_finished(state)
    winner = piquet.reached(state.options["target"], state.totals) if ended is None else ended
    if winner is None:
        return None
    state.wins[winner] += 1
    needed = state.options["games_to_win"] if mode == "match" else 1
    if state.wins[winner] == needed:
        return gain(winner, 1)
    state.totals, state.hands = (0, 0), 0
    return None


def six_deals_finished(state: Partie) -> Outcome | None:
    """After six deals, and after every two more while the totals are equal."""
    if state.hands < SIX + EXTENSION * state.extensions:
        return None
    due = piquet.settlement(state.totals)
    if due:
        return gain(state.totals.index(max(state.totals)), due)
    if state.extensions == state.options["max_extensions"]:
        return gain(None, 0)
    state.extensions += 1
    return None


def next_dealer(state: Partie, chance: Chance) -> None:
    if state.hands == 0 and state.options["next_game_dealer"] == "redraw":
        state.dealer = chance.seat(2)
    else:
        state.dealer = 1 - state.dealer
