"""The slow reference of the card games: the worked examples, and agreement with itself."""

import copy
import itertools
import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.games.ninety_nine.reference import ninety_nine
from tests.games.piquet.reference import piquet
from tests.games.tricks.reference import solver
from tests.games.tricks.reference.cards import (
    SUITS,
    card_id,
    following,
    hand_text,
    next_picks,
    ordered,
    pack,
    parse_cards,
    parse_hand,
    rank_of,
    winner_index,
)
from tests.games.tricks.reference.examples import KINDS, answer, differences
from tests.games.tricks.reference.options import (
    CHOICES,
    DEFAULTS,
    PRESETS,
    Options,
    choices_of,
    options_of,
)
from tests.games.tricks.reference.random_cases import (
    CASES,
    random_case,
    random_changes,
    random_play,
)
from tests.games.tricks.reference.random_cases import two_hands as random_hands
from tests.support.worked_examples import example_tests

GAMES = Path(__file__).parents[1]
GOLDEN = Path(__file__).parents[2] / "golden"
WORKED = (GOLDEN / "piquet.json", GOLDEN / "ninety_nine.json")
EXAMPLES = {
    example["id"]: example
    for path in WORKED
    for example in json.loads(path.read_text("utf-8"))["examples"]
}
HANDS = 500


# -- the worked examples -------------------------------------------------------------------------


test_example, test_a_changed_example_is_noticed = example_tests(EXAMPLES, answer, differences)


def test_every_kind_has_examples_and_random_cases() -> None:
    assert {(e["game"], e["kind"]) for e in EXAMPLES.values()} == set(KINDS) == set(CASES)


@pytest.mark.parametrize(("game", "kind"), CASES)
def test_random_cases_are_examples(game: str, kind: str) -> None:
    """They can be written down, answered twice alike, and differ from each other."""
    rng, answers = Random(f"{game} {kind}"), set()
    for _ in range(HANDS):
        case = random_case(rng, game, kind, random_changes(rng, game))
        written = json.dumps(case)
        given = answer(json.loads(written))
        assert json.loads(json.dumps(given)) == given == answer(case)
        answers.add(json.dumps(given))
    assert len(answers) > (0 if kind == "count" else 2)


def test_impossible_choices_are_refused() -> None:
    example = copy.deepcopy(EXAMPLES["PQ-06"])
    for choice in ({"sequence": "5 to the K"}, {"sets": "3 A"}, {"point": "good"}):
        example["input"]["elder_choice"] = choice
        with pytest.raises(ValueError, match="not legal"):
            answer(example)
    revoke = copy.deepcopy(EXAMPLES["PQ-01"])
    play = revoke["input"]["play"].split()
    play[1], play[13] = play[13], play[1]
    revoke["input"]["play"] = " ".join(play)
    with pytest.raises(ValueError, match="not legal"):
        answer(revoke)


# -- cards and numbers of choices ----------------------------------------------------------------


def test_packs() -> None:
    assert [len(pack(lowest)) for lowest in "762"] == [32, 36, 52]
    assert [card_id(card) for card in pack("2")] == list(range(52))
    for options in map(options_of, ["piquet"] * 2, ({}, {"preset": "century17"})):
        deck = piquet.deck_of(options)
        assert len(deck) == options["deck"] == 2 * piquet.HAND + piquet.talon_size(options)
    hand = Random(1).sample(pack("7"), 12)
    assert ordered(parse_hand(hand_text(hand))) == ordered(hand)


@pytest.mark.parametrize("text", ["SX", "S10", "SA SA", "ZA"])
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(ValueError):
        parse_cards(text)


def picked_ways(hand: Sequence[str], picked: tuple[str, ...], least: int, most: int) -> int:
    here = int(len(picked) >= least)
    return here + sum(
        picked_ways(hand, (*picked, card), least, most)
        for card in next_picks(hand, picked, least, most)
    )


@pytest.mark.parametrize(("least", "most"), [(1, 5), (1, 3), (0, 3), (1, 7), (3, 3), (1, 8)])
def test_card_by_card_reaches_every_choice_once(least: int, most: int) -> None:
    hand = Random(least + most).sample(pack("7"), piquet.HAND)
    ways = picked_ways(hand, (), least, most)
    if least == most:
        assert ways == ninety_nine.bids_possible()
    else:
        assert ways == piquet.exchanges((least, most))


def test_tricks_of_three() -> None:
    """The winner by pairs: no other card beats his."""
    rng = Random(3)
    for _ in range(HANDS):
        cards, trump = rng.sample(pack("6"), 3), rng.choice([None, *SUITS])
        best = cards[winner_index(cards, trump)]

        def beats(one: str, other: str, led: str = cards[0][0], trump: Any = trump) -> bool:
            order = [card[0] == trump and 2 or card[0] == led and 1 or 0 for card in (one, other)]
            return (order[0], rank_of(one)) > (order[1], rank_of(other))

        assert not any(beats(card, best) for card in cards if card != best)


# -- Piquet: declarations ------------------------------------------------------------------------


def random_options(rng: Random, game: str, **fixed: Any) -> Options:
    return options_of(game, random_changes(rng, game) | fixed)


def test_comparing_is_symmetric() -> None:
    """What is good against another is refused the other way round; equal is equal both ways."""
    rng, verdicts = Random(4), set()
    for _ in range(HANDS):
        options = random_options(rng, "piquet")
        hands = random_hands(rng, piquet.deck_of(options))
        for category in piquet.CATEGORIES:
            pairs = itertools.product(*(piquet.declarable(options, category, h) for h in hands))
            for one, other in pairs:
                there = other in piquet.sufficient(options, hands[1], one)
                back = one in piquet.sufficient(options, hands[0], other)
                assert there or back
                settled = piquet.Settled(category, one, other if there else None)
                assert (settled.verdict == "equal") == (there and back)
                assert not (category == "sets" and there and back)
                verdicts.add(settled.verdict)
    assert verdicts == {"good", "equal", "not good"}


def test_combinations_from_all_subsets() -> None:
    """Runs and sets are the largest subsets of their kind; points hold every card once."""
    rng = Random(5)
    options = options_of("piquet", {"preset": "century17"})
    for _ in range(40):
        hand = random_hands(rng, piquet.deck_of(options))[0]
        points = piquet.combinations(options, "point", hand)
        assert sorted(card for point in points for card in point.cards) == sorted(hand)
        for category, sizes in (("sequence", range(3, 10)), ("sets", (3, 4))):
            fitting = {
                group
                for size in sizes
                for group in itertools.combinations(ordered(hand), size)
                if is_one(category, group)
            }
            largest = {g for g in fitting if not any(set(g) < set(other) for other in fitting)}
            whole = piquet.combinations(options, category, hand)
            assert {one.cards for one in whole} == largest
            assert {p.cards for one in whole for p in piquet.parts(one)} <= fitting


def is_one(category: str, cards: Sequence[str]) -> bool:
    if category == "sets":
        return len({card[1] for card in cards}) == 1 and cards[0][1] in "AKQJT"
    return [card_id(card) for card in cards] == list(
        range(card_id(cards[0]), card_id(cards[0]) + len(cards))
    ) and len({card[0] for card in cards}) == 1


def plain_worths(options: Options, hands: Sequence[set[str]]) -> dict[str, list[int]]:
    """Both declare the best, answer truthfully and count everything: said in another way."""
    worths = {}
    for category in piquet.CATEGORIES:
        best = [plain_strengths(options, category, hand) for hand in hands]
        points = [sum(worth for _, worth in found) for found in best]
        if category == "point":
            points = [found[0][1] for found in best]
        tops = [max((strength for strength, _ in found), default=()) for found in best]
        worths[category] = [
            points[0] if tops[0] > tops[1] else 0,
            points[1] if tops[1] > tops[0] else 0,
        ]
    return worths


def plain_strengths(
    options: Options, category: str, hand: set[str]
) -> list[tuple[tuple[int, ...], int]]:
    if category == "point":
        found: list[tuple[tuple[int, ...], int]] = []
        for suit in SUITS:
            ranks = [card[1] for card in hand if card[0] == suit]
            pips = sum({"A": 11, **dict.fromkeys("KQJT", 10)}.get(r) or int(r) for r in ranks)
            old = options["point_rule"] == "old"
            found.append(
                ((pips,), int(pips / 10 + 0.5)) if old else ((len(ranks), pips), len(ranks))
            )
        return sorted(found, reverse=True)
    if category == "sets":
        numbers = {rank: sum(card[1] == rank for card in hand) for rank in "TJQKA"}
        return [
            ((number, place), 14 if number == 4 else 3)
            for place, number in enumerate(numbers.values())
            if number >= 3
        ]
    found = []
    for suit in SUITS:
        row = "".join(rank if suit + rank in hand else " " for rank in "6789TJQKA")
        for run in row.split():
            if len(run) >= 3:
                worth = {3: 3, 4: 4, 5: 15, 6: 16, 7: 17, 8: 18, 9: 19}[len(run)]
                found.append(((len(run), "6789TJQKA".index(run[-1])), worth))
    return found


def test_declarations_in_another_way() -> None:
    """The points of open, best declarations, and the repic, by formulas of the test's own."""
    rng, repics = Random(6), [0, 0]
    for _ in range(2 * HANDS):
        changes = random_changes(rng, "piquet") | {"partial_combinations": False}
        case = random_case(rng, "piquet", "hand", changes)
        for name in ("elder_choice", "younger_choice"):
            case["input"].pop(name, None)
        given, found = case["input"], answer(case)
        hands = [set(parse_hand(given["elder"])), set(parse_hand(given["younger"]))]
        worths = plain_worths(options_of("piquet", changes), hands)
        assert {category: found[category] for category in worths} == worths
        rows = [[10 * blank for blank in given["carte_blanche"]], *worths.values()]
        sums = [[sum(row[s] for row in rows[: n + 1]) for s in (0, 1)] for n in range(4)]
        made = [s for one in sums for s in (0, 1) if one[s] >= 30 and one[1 - s] == 0]
        assert found["repic"] == (made[0] if made else None)
        if made:
            repics[made[0]] += 1
    assert min(repics) > 3


def test_repic_falls_with_any_earlier_point_of_the_other() -> None:
    worths: dict[str, piquet.Pair] = {"point": (7, 0), "sequence": (20, 0), "sets": (3, 0)}
    assert piquet.declared_points((False, False), worths).repic == 0
    assert piquet.declared_points((False, True), worths).repic is None
    assert piquet.declared_points((True, True), worths).repic is None
    late: dict[str, piquet.Pair] = {"point": (0, 6), "sequence": (0, 30), "sets": (17, 0)}
    assert piquet.declared_points((False, False), late).totals == (17, 96)
    first: dict[str, piquet.Pair] = late | {"point": (6, 0)}
    assert piquet.declared_points((False, False), first).repic is None


def test_old_points_round_half_up() -> None:
    assert [piquet.old_point(pips) for pips in (11, 14, 15, 24, 25, 74, 75)] == [
        1,
        1,
        2,
        2,
        3,
        7,
        8,
    ]


# -- Piquet: play --------------------------------------------------------------------------------


def tricks_of(cards: Sequence[str]) -> list[piquet.Trick]:
    tricks, leader = [], 0
    for led, reply in zip(cards[::2], cards[1::2], strict=True):
        tricks.append(piquet.Trick(leader, (led, reply)))
        leader = tricks[-1].winner
    return tricks


def test_play_points_in_another_way() -> None:
    """Every lead, every trick taken from the leader, the last trick, cards, and the pic."""
    rng, pics, capots = Random(7), 0, 0
    for _ in range(3 * HANDS):
        options = random_options(rng, "piquet")
        hands = random_hands(rng, piquet.deck_of(options))
        tricks = tricks_of(random_play(rng, hands))
        start = rng.choice([(0, 0), (20, 0), (29, 0), (0, 25), (24, 3)])
        declared = piquet.Declared((("point", start),), None)
        played = piquet.played_points(options, tricks, declared)
        won = [[t.winner for t in tricks].count(seat) for seat in (0, 1)]
        assert list(played.tricks) == won and sum(won) == 12
        assert sum(played.cards) == (40 if 12 in won else 0 if won == [6, 6] else 10)
        assert played.cards[won.index(max(won))] == sum(played.cards)
        if options["play_points"] == "every_card" and not options["last_trick_needs_ten"]:
            taken = sum(t.winner != t.leader for t in tricks)
            last = 12 not in won or options["capot_last_point"]
            assert sum(played.play) == 12 + taken + last
        assert played.pic == pic_of(options, tricks, start)
        pics, capots = pics + (played.pic == 0), capots + (12 in won)
    assert pics > 20 and capots > 20


def pic_of(options: Options, tricks: list[piquet.Trick], start: piquet.Pair) -> int | None:
    """The first seat with thirty in the list of single points before the other has one."""
    capot = len({trick.winner for trick in tricks}) == 1
    line = [
        seat
        for number, trick in enumerate(tricks)
        for seat in piquet.trick_points(options, trick, number == 11, capot)
    ]
    for end in range(1, len(line) + 1):
        for seat in (0, 1):
            own, others = line[:end].count(seat), end - line[:end].count(seat)
            if start[seat] + own >= 30 and start[1 - seat] + others == 0:
                return seat
    return None


@pytest.mark.parametrize("needs_ten", [False, True])
def test_old_play_points(needs_ten: bool) -> None:
    options = options_of("piquet", {"preset": "old", "last_trick_needs_ten": needs_ten})
    low, high = piquet.Trick(0, ("S8", "S9")), piquet.Trick(0, ("ST", "S9"))
    taken = piquet.Trick(0, ("S8", "SJ"))
    assert piquet.trick_points(options, low, False, False) == []
    assert piquet.trick_points(options, low, True, False) == ([] if needs_ten else [1])
    assert piquet.trick_points(options, high, True, False) == [0, 0]
    assert piquet.trick_points(options, taken, True, False) == [1, 1]
    assert piquet.trick_points(options, piquet.Trick(0, ("SQ", "SJ")), False, False) == [0]
    assert piquet.trick_points(options, piquet.Trick(0, ("ST", "SJ")), False, False) == [0, 1]


def test_six_deals_pay_by_the_losers_hundred() -> None:
    totals = [(120, 99), (120, 100), (101, 100), (99, 98), (90, 90)]
    assert [piquet.settlement(pair) for pair in totals] == [319, 120, 101, 297, 0]
    assert all(piquet.settlement((b, a)) == piquet.settlement((a, b)) for a, b in totals)


def test_the_target_is_met_in_the_order_of_scoring() -> None:
    rng, ended = Random(8), set()
    for _ in range(HANDS):
        given = random_case(rng, "piquet", "rule")["input"]
        if "before" not in given:
            continue
        found = answer({"game": "piquet", "kind": "rule", "input": given})
        finals = {"elder": found["elder_final"], "younger": found["younger_final"]}
        winner = found["winner"]
        ended.add(winner)
        if winner is None:
            assert max(finals.values()) < given["target"] or len(set(finals.values())) == 1
        else:
            loser = "younger" if winner == "elder" else "elder"
            assert finals[winner] >= given["target"] and finals[winner] > finals[loser]
    assert ended == {None, "elder", "younger"}


# -- Ninety-Nine ---------------------------------------------------------------------------------


def test_scores_of_three() -> None:
    """Tricks alone are always counted; bids made share 30, 40 or 30; one side gets a premium."""
    rng, levels = Random(9), set()
    for _ in range(2 * HANDS):
        given = random_case(rng, "ninety_nine", "score")["input"]
        premium = ninety_nine.premium_of(given["offers"], given["dealer"])
        plain = ninety_nine.score(given["bids"], given["tricks"], None)
        full = ninety_nine.score(given["bids"], given["tricks"], premium)
        made = sum(plain.made)
        assert sum(plain.scores) == 9 + {0: 0, 1: 30, 2: 40, 3: 30}[made]
        assert plain.next_trump == "DSHC"[made] and ninety_nine.BID_VALUES[plain.next_trump] == made
        assert max(full.scores) <= 99
        extra = [a - b for a, b in zip(full.scores, plain.scores, strict=True)]
        if premium is None:
            assert extra == [0, 0, 0]
            continue
        levels.add((premium.level, plain.made[premium.seat]))
        bonus = 30 * premium.level
        own = extra.pop(premium.seat)
        assert (own, extra) == ((bonus, [0, 0]) if plain.made[premium.seat] else (0, [bonus] * 2))
        assert given["offers"][premium.seat] == max(given["offers"])
    assert len(levels) == 4


def test_seats_are_alike() -> None:
    """Turned by one seat, a hand scores the same, turned."""
    rng = Random(10)
    for _ in range(HANDS):
        case = random_case(rng, "ninety_nine", "score")
        found, turned = answer(case), copy.deepcopy(case)
        for name in ("bids", "tricks", "offers"):
            turned["input"][name] = turned["input"][name][2:] + turned["input"][name][:2]
        turned["input"]["dealer"] = (turned["input"]["dealer"] + 1) % 3
        again = answer(turned)
        assert again["scores"] == found["scores"][2:] + found["scores"][:2]
        assert again["next_trump"] == found["next_trump"]
        if found["premium"]:
            assert again["premium"] == [(found["premium"][0] + 1) % 3, found["premium"][1]]


# -- options -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", DEFAULTS)
def test_options(game: str) -> None:
    assert set(CHOICES[game]) <= set(DEFAULTS[game])
    for name, value in DEFAULTS[game].items():
        assert value in choices_of(game, name) and len(choices_of(game, name)) >= 1
    for preset in PRESETS[game]:
        options = options_of(game, {"preset": preset})
        assert all(options[name] in choices_of(game, name) for name in options)


def test_no_option_is_left_unread() -> None:
    """But for what has one value only, and what the reference has no use for.

    It says what a seat knows, and a perfect memory needs no second look at discards and tricks. The
    views for people read those two options (tests/games/tricks/test_card_views.py).
    """
    idle = {"own_discards_visible", "trick_pile_visible", "tie_at_target"}
    folders = [GAMES / game / "reference" for game in ("tricks", "ninety_nine", "piquet")]
    modules = [path for folder in folders for path in folder.glob("*.py")]
    text = "".join(path.read_text("utf-8") for path in modules if path.name != "options.py")
    names = {name for options in DEFAULTS.values() for name in options}
    assert {name for name in names if f'"{name}"' not in text} == idle


@pytest.mark.parametrize(
    "changes",
    [{"preset": "none"}, {"decks": 32}, {"deck": 40}, {"deck": 32, "elder_exchange_max": 8}],
)
def test_wrong_options(changes: Options) -> None:
    with pytest.raises(ValueError):
        options_of("piquet", changes)


# -- the solver ----------------------------------------------------------------------------------


def brute_piquet(
    options: Options, ending: solver.Ending, before: list[piquet.Trick], declared: piquet.Declared
) -> int:
    """The best difference of the whole hand, every play counted from its first card."""
    if not any(ending.hands):
        played = piquet.played_points(options, before, declared)
        elder, younger = piquet.hand_total(declared, played)
        return elder - younger
    leader, found = ending.leader, []
    for led in ending.hands[leader]:
        replies = []
        for reply in following(ending.hands[1 - leader], led[0]):
            trick = piquet.Trick(leader, (led, reply))
            hands = (ending.hands[0] - {led, reply}, ending.hands[1] - {led, reply})
            after = solver.Ending(hands, trick.winner, (0, 0), (0, 0))
            replies.append(brute_piquet(options, after, [*before, trick], declared))
        found.append((max if leader else min)(replies))
    return (min if leader else max)(found)


@pytest.mark.parametrize("cards", [1, 2, 3, 4])
def test_piquet_solver(cards: int) -> None:
    rng, pics = Random(cards), 0
    for _ in range(60 if cards < 4 else 12):
        options = random_options(rng, "piquet")
        hands = random_hands(rng, piquet.deck_of(options))
        start = rng.choice([(0, 0), (22, 0), (12, 1), (28, 0), (21, 0)])
        declared = piquet.Declared((("point", start),), None)
        tricks = tricks_of(random_play(rng, hands))[: piquet.TRICKS - cards]
        gone = {card for trick in tricks for card in trick.cards}
        played = piquet.played_points(options, tricks, declared)
        so_far = piquet.added(piquet.added(start, played.play), piquet.pair_of(played.pic, 30))
        left = (frozenset(hands[0] - gone), frozenset(hands[1] - gone))
        leader = tricks[-1].winner
        pic = played.pic is not None
        ending = solver.Ending(left, leader, played.tricks, so_far, pic)
        solved = solver.PiquetSolver(options)
        full = brute_piquet(options, ending, tricks, declared)
        assert solved.value(ending) == full - so_far[0] + so_far[1]
        assert set(solved.best(ending)) <= left[leader]
        pics += not pic and 0 in so_far
    assert pics or cards == 1


def brute_tricks(moment: solver.Tricks, trump: str | None, seat: int, measure: Any) -> float:
    """Every play of whole tricks, the numbers of tricks counted at the end."""
    if not any(moment.hands):
        return float(measure(moment.won))
    return brute_trick(moment, (), trump, seat, measure)


def brute_trick(
    moment: solver.Tricks, laid: tuple[str, ...], trump: str | None, seat: int, measure: Any
) -> float:
    if len(laid) == 3:
        winner = (moment.leader + winner_index(laid, trump)) % 3
        hands = tuple(hand - set(laid) for hand in moment.hands)
        won = tuple(n + (s == winner) for s, n in enumerate(moment.won))
        return brute_tricks(solver.Tricks(hands, winner, won), trump, seat, measure)
    mover = (moment.leader + len(laid)) % 3
    legal = following(moment.hands[mover], laid[0][0] if laid else None)
    found = [brute_trick(moment, (*laid, card), trump, seat, measure) for card in legal]
    return max(found) if mover == seat else min(found)


@pytest.mark.parametrize("cards", [1, 2, 3])
def test_trick_solver(cards: int) -> None:
    rng, values = Random(cards), set()
    for _ in range(60 if cards < 3 else 12):
        dealt = rng.sample(pack("6"), 3 * cards)
        hands = tuple(frozenset(dealt[s::3]) for s in range(3))
        trump, seat, won = rng.choice([None, *SUITS]), rng.randrange(3), rng.randrange(10 - cards)
        moment = solver.Tricks(hands, rng.randrange(3), (won, 9 - cards - won, 0))
        bids = [rng.randint(n, n + cards) for n in moment.won]
        premium = ninety_nine.Premium(rng.randrange(3), 2)

        def measure(tricks: Sequence[int], bids: Any = bids, premium: Any = premium) -> float:
            scores = ninety_nine.score(bids, tricks, premium).scores
            return 3 * scores[seat] - sum(scores)  # noqa: B023

        solved = solver.TrickSolver(seat, trump, measure)
        assert solved.value(moment) == brute_tricks(moment, trump, seat, measure)
        assert max(solved.values(moment).values()) >= solved.value(moment)
        values.add(solved.value(moment))
    assert len(values) > 2
