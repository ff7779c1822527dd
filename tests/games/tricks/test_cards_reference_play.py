"""The slow reference of Piquet: exchange and declarations turn by turn, and what is said."""

from random import Random

import pytest

from tests.games.piquet.reference import piquet, piquet_play, piquet_sight
from tests.games.tricks.reference.cards import ordered, parse_cards, parse_hand
from tests.games.tricks.reference.flow import STOP, Decision, Game
from tests.games.tricks.reference.options import Options, options_of
from tests.games.tricks.tables import (
    drive,
    drive_by,
    first,
    phases,
    random_table,
    spoken,
    stacked,
    table_of,
)

BLANK = parse_hand("S:AT98 H:AT98 D:A987")  # no court card
SECOND_BLANK = parse_hand("S:76 H:76 D:T6 C:AT9876")  # with the sixes
CENTURY: Options = {"preset": "century17"}


# -- Piquet: exchange ----------------------------------------------------------------------------


def test_exchange_limits_and_peeks() -> None:
    table = random_table(Random(3))
    elder = ordered(table.hands[0])
    game = Game(piquet_play.exchange(table))
    assert game.decision is not None and STOP not in game.decision.actions
    drive(game, [*elder[:3], STOP])
    assert table.laid_out[0] == elder[:3] and table.drawn[0] == table.talon[:3]
    assert piquet_sight.sight(table, 0).left == ordered(table.talon[3:5])
    younger = ordered(table.hands[1])
    drive(game, younger[:1])
    assert STOP in game.decision.actions
    drive(game, younger[1:5])
    assert game.decision.actions == (STOP,)
    game.apply(STOP)
    assert table.drawn[1] == table.talon[3:8] and not table.left and game.decision is None
    seen = piquet_sight.sight(table, 0)
    assert seen.opponent_has == ordered(table.talon[3:5]) and seen.left == []


def test_who_sees_what_is_left() -> None:
    for changes, seen in (({}, True), ({"elder_peek": False}, False)):
        table = random_table(Random(4), **changes)
        game = Game(piquet_play.exchange(table))
        drive_by(game, first)  # one card each, the talon stays closed
        assert len(table.left) == 6 and table.bound is None
        assert piquet_sight.sight(table, 1).left == ordered(table.left)
        assert piquet_sight.sight(table, 0).left == (ordered(table.talon[2:5]) if seen else [])
        assert piquet_sight.sight(table, 0).opponent_has == ([table.talon[1]] if seen else [])


@pytest.mark.parametrize("looks", [True, False])
def test_parlett_looks_in_public_or_not(looks: bool) -> None:
    table = random_table(Random(5), preset="parlett", elder_peek=False)
    game = Game(piquet_play.exchange(table))
    drive(game, [ordered(table.hands[0])[0], STOP, STOP])
    assert game.decision == Decision(1, "look", ("LOOK", "DONT"))
    game.apply("LOOK" if looks else "DONT")
    assert len(table.left) == 7
    for seat in (0, 1):
        assert len(piquet_sight.sight(table, seat).left) == 7 * looks
    assert (game.decision is None) == looks  # the elder cannot open what lies open


def test_opening_the_talon_binds_the_first_lead() -> None:
    elder = "S:AKQ H:AKQ D:AKQ7 C:78"
    table = table_of(elder, "S:JT9 H:JT9 D:JT9 C:JT9")
    game = Game(piquet_play.hand(table))
    drive(game, ["C8", STOP, "S9", STOP])
    assert game.decision is not None
    assert game.decision.actions[0] == "NO" and "OPEN D" in game.decision.actions
    game.apply("OPEN D")
    assert piquet_sight.sight(table, 0).left == ordered(table.left)
    while game.decision.phase != "play":
        game.apply(game.decision.actions[-1])
    assert game.decision.actions == ("D7", "DQ", "DK", "DA")
    closed = table_of(elder, "S:JT9 H:JT9 D:JT9 C:JT9", {"elder_open_talon": False})
    shut = Game(piquet_play.exchange(closed))
    drive(shut, ["C8", STOP, "S9", STOP])
    assert shut.decision is None


def blank_table(changes: Options, both: bool = False) -> piquet_play.Table:
    options = options_of("piquet", changes)
    deck = piquet.deck_of(options)
    other = SECOND_BLANK if both else [c for c in reversed(deck) if c not in BLANK][:12]
    return piquet_play.deal(options, stacked([BLANK, other], deck))


def test_full_sequence_of_a_carte_blanche() -> None:
    table = blank_table({})
    game = Game(piquet_play.exchange(table))
    assert game.decision == Decision(0, "blank", ("CB_YES", "CB_NO"))
    drive(game, ["CB_YES", "CB_COUNT 4"])
    younger = ordered(table.hands[1])
    assert game.decision.seat == 1 and not table.shown_blank[0]
    drive(game, younger[:2])
    assert STOP in game.decision.actions
    drive(game, [*younger[2:4], STOP])
    assert table.shown_blank[0] == ordered(BLANK) and not table.drawn[1]
    assert piquet_sight.sight(table, 1).opponent_had == ordered(BLANK)
    elder = ordered(table.hands[0])
    assert STOP not in game.decision.actions
    drive(game, elder[:4])
    assert table.drawn == [table.talon[:4], table.talon[4:]] and table.blank == [True, False]


def test_simple_carte_blanche_and_silence() -> None:
    table = blank_table({"carte_blanche_sequence": "simple"})
    drive(game := Game(piquet_play.exchange(table)), ["CB_YES"])
    assert table.shown_blank[0] == ordered(BLANK)
    assert game.decision is not None and game.decision.phase == "exchange"
    silent = blank_table({})
    drive(game := Game(piquet_play.exchange(silent)), ["CB_NO"])
    assert not silent.blank[0] and game.decision is not None and game.decision.seat == 0


def test_the_youngers_carte_blanche_comes_after_the_elders_exchange() -> None:
    table = blank_table({})
    table.hands.reverse()
    game = Game(piquet_play.exchange(table))
    drive(game, [ordered(table.hands[0])[0], STOP])
    assert game.decision == Decision(1, "blank", ("CB_YES", "CB_NO"))
    game.apply("CB_YES")
    assert table.shown_blank[1] == ordered(BLANK)
    assert piquet_sight.sight(table, 0).opponent_had == ordered({*BLANK})


@pytest.mark.parametrize("way", ["full", "simple"])
def test_both_blank_with_36_cards(way: str) -> None:
    changes = {"preset": "century17", "carte_blanche_sequence": way}
    table = blank_table(changes, both=True)
    game = Game(piquet_play.hand(table))
    drive_by(game, first)
    assert table.blank == [True, True]
    order = [(0, "blank"), (0, "count"), (1, "blank"), (1, "exchange"), (0, "exchange")]
    if way == "simple":
        order = [(0, "blank"), (0, "exchange"), (1, "blank"), (1, "exchange")]
    assert phases(game)[: len(order)] == order
    result = game.result
    assert result.declared.entries[0] == ("carte_blanche", (10, 10))
    assert result.declared.repic is None and result.played is not None and result.played.pic is None


# -- Piquet: declarations ------------------------------------------------------------------------


def test_order_of_declarations() -> None:
    """The elder speaks, is answered and counts; the younger counts after the first lead."""
    table = spoken("S:KQJT D:A98 C:A87 H:A7", "H:KQJT S:A98 D:KT7 C:QJ")
    game = Game(piquet_play.declare(table))
    assert game.decision is not None and game.decision.phase == "point"
    assert list(game.decision.actions) == ["POINT S", "POINT D", "POINT C", "POINT H"]
    game.apply("POINT H")
    assert list(game.decision.actions) == "POINT H/POINT S/POINT D/POINT C/GOOD".split("/")
    game.apply("GOOD")
    assert list(game.decision.actions) == ["SEQ 4 K", "NONE"]
    game.apply("NONE")
    assert game.decision == Decision(0, "sets", ("SET A 3", "NONE"))
    game.apply("SET A 3")
    assert game.decision == Decision(1, "answer", ("GOOD",))
    game.apply("GOOD")
    late = Game(piquet_play.declare_late(table))
    assert late.decision == Decision(1, "late", ("SEQ 4 K", "NONE"))
    late.apply("SEQ 4 K")
    assert late.decision is None
    assert [table.settled[c].worth for c in piquet.CATEGORIES] == [(2, 0), (0, 4), (3, 0)]


def test_the_elders_point_may_have_to_be_the_longest() -> None:
    hands = ("S:KQJT D:AK87 C:A8 H:A7", "H:KQJT S:A98 D:QT C:QJT")
    for changes, legal in (
        ({}, {"S", "H", "D", "C"}),
        ({"elder_point": "longest"}, {"S", "D"}),
        ({"elder_point": "longest", "point_rule": "old"}, {"S"}),
    ):
        decision = Game(piquet_play.declare(spoken(*hands, changes))).decision
        assert decision is not None
        assert {action.split()[1] for action in decision.actions} == legal


@pytest.mark.parametrize("rule", ["count", "old"])
def test_old_points_compare_pips_alone(rule: str) -> None:
    """Four cards of 41 and five of 40, which only the sixes make possible."""
    table = spoken(
        "S:AKQJ H:AKQ D:987 C:98", "H:T9876 S:T98 D:AK C:AK", CENTURY | {"point_rule": rule}
    )
    drive(game := Game(piquet_play.declare(table)), ["POINT S"])
    assert game.decision is not None
    assert game.decision.actions == (("POINT H", "GOOD") if rule == "count" else ("GOOD",))
    game.apply(game.decision.actions[0])
    assert table.settled["point"].worth == ((0, 5) if rule == "count" else (4, 0))


def test_extras_are_asked_and_may_be_hidden() -> None:
    hands = ("S:AKQ D:KQJ H:987 C:A87", "S:JT9 H:AKQ D:T98 C:KQJ")
    for hidden in (False, True):
        table = spoken(*hands)
        game = Game(piquet_play.declare(table))
        drive(game, ["POINT S", "GOOD", "SEQ 3 A", "GOOD"])
        asked = 0
        while game.decision is not None and game.decision.phase == "extra":
            asked += 1
            game.apply("EXTRA_NO" if hidden else "EXTRA_YES")
        assert asked == 2
        assert table.settled["sequence"].worth == ((3, 0) if hidden else (9, 0))
    table = spoken(*hands, {"extras": "auto"})
    game = Game(piquet_play.declare(table))
    drive(game, ["POINT S", "GOOD", "SEQ 3 A", "GOOD"])
    assert game.decision is not None and game.decision.phase == "sets"
    assert table.settled["sequence"].worth == (9, 0)


@pytest.mark.parametrize("limit", ["not_stronger", "none"])
def test_stronger_extras_are_lost_unless_allowed(limit: str) -> None:
    table = spoken("S:AKQ D:KQJ H:987 C:A87", "S:JT9 H:AKQ D:T98 C:KQJ", {"extras_limit": limit})
    deciding = piquet.run_of(parse_cards("DJ DQ DK"))
    found = piquet.further(table.options, table.hands[0], deciding)
    assert [one.name for one in found] == (["3 A", "3 9"] if limit == "none" else ["3 9"])


def test_partial_combinations() -> None:
    hand = parse_hand("S:AKQJT9 H:TJ D:TJ C:TJ")
    whole = piquet.declarable(options_of("piquet"), "sequence", hand)
    assert [one.name for one in whole] == ["6 A"]
    options = options_of("piquet", {"partial_combinations": True})
    runs = piquet.declarable(options, "sequence", hand)
    assert [one.name for one in runs] == "6 A/5 A/5 K/4 A/4 K/4 Q/3 A/3 K/3 Q/3 J".split("/")
    assert piquet.further(options, hand, runs[-1]) == []  # the rest of its run is no run
    sets = piquet.declarable(options, "sets", hand)
    assert [one.name for one in sets] == ["4 J", "4 T", "3 J", "3 T"]
    assert piquet.further(options, hand, sets[2]) == []  # three jacks: the four tens beat them


# -- Piquet: what is said in public --------------------------------------------------------------


def test_a_refused_point_tells_its_number_late() -> None:
    hands = ("S:AKQJ H:A98 D:A98 C:98", "H:KQJT7 S:T98 D:KT C:KQ")
    table = spoken(*hands)
    drive(Game(piquet_play.declare(table)), ["POINT S", "POINT H"])
    said = piquet_sight.sight(table, 0).said["point"]
    assert said == {"verdict": "not good", "elder": 4}
    drive_by(Game(piquet_play.declare_late(finished(table))), first)
    sight = piquet_sight.sight(table, 0)
    assert sight.said["point"] == {"verdict": "not good", "elder": 4, "younger": 5, "points": 5}
    assert set(parse_hand("H:KQJT7")) <= set(sight.opponent_has)


def finished(table: piquet_play.Table) -> piquet_play.Table:
    """Nothing said in the categories that are left."""
    for category in piquet.CATEGORIES:
        nothing = piquet.Settled(category, spoken=True, answered=True)
        table.settled.setdefault(category, nothing)
        if not table.settled[category].spoken:
            table.settled[category] = nothing
    return table


def test_nothing_is_shown_before_the_answer() -> None:
    table = spoken("S:AKQJ H:A98 D:A98 C:98", "H:KQJT7 S:T98 D:KT C:KQ")
    game = Game(piquet_play.declare(table))
    assert piquet_sight.sight(table, 1).said["point"] == {}
    game.apply("POINT S")
    sight = piquet_sight.sight(table, 1)
    assert sight.said["point"] == {"verdict": "open", "elder": 4} and sight.opponent_has == []
    game.apply("GOOD")
    sight = piquet_sight.sight(table, 1)
    assert sight.said["point"] == {"verdict": "good", "elder": 4, "points": 4}
    assert sight.opponent_has == parse_cards("SJ SQ SK SA")


def test_equal_numbers_tell_the_pips() -> None:
    table = spoken("S:KQJT D:A98 C:A87 H:A7", "H:KQJT S:A98 D:KT7 C:QJ")
    drive(Game(piquet_play.declare(table)), ["POINT S", "POINT H"])
    for seat in (0, 1):
        said = piquet_sight.sight(table, seat).said["point"]
        assert said == {"verdict": "equal", "elder": 4, "elder_pips": 40}


@pytest.mark.parametrize("announce", ["together", "count_then_rank"])
def test_sets_tell_the_rank_on_equal_numbers_only(announce: str) -> None:
    changes = {"set_announce": announce, "show_scored": False}
    for younger, action, equal in (
        ("S:JT9 H:JT9 D:J987 C:J9", "SET J 4", False),
        ("S:A98 H:AT9 D:A987 C:J9", "SET A 3", True),
    ):
        table = spoken("S:KQ7 H:KQ7 D:KQT C:QT8", younger, changes)
        drive(Game(piquet_play.declare(table)), ["POINT S", "GOOD", "NONE", "SET K 3", action])
        told = equal or announce == "together"
        assert piquet_sight.sight(table, 1).said["sets"]["elder"] == ("3 K" if told else 3)


@pytest.mark.parametrize("show", [True, False])
def test_stepwise_announcements(show: bool) -> None:
    changes = {"sequence_announce": "length_then_top", "show_scored": show}
    hands = ("S:AKQ D:KQ7 H:987 C:A87", "S:JT987 H:AK D:T9 C:KQJ")
    table = spoken(*hands, changes)
    drive(Game(piquet_play.declare(table)), ["POINT H", "GOOD", "SEQ 3 9", "SEQ 5 J"])
    assert piquet_sight.sight(table, 1).said["sequence"] == {"verdict": "not good", "elder": 3}
    table = spoken(*hands, changes)
    drive(Game(piquet_play.declare(table)), ["POINT H", "GOOD", "SEQ 3 A", "GOOD"])
    said = piquet_sight.sight(table, 1).said["sequence"]
    assert said["elder"] == ("3 A" if show else 3) and said["points"] == 3
    has = piquet_sight.sight(table, 1).opponent_has
    assert has == (parse_cards("SQ SK SA H7 H8 H9") if show else [])
