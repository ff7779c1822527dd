"""Regional games: what a seat sees, what it cannot see, dealing that again, and positions."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from shugi._fast import observe as layout
from shugi._fast.actions import action_id
from shugi._fast.batch import Batch
from shugi._fast.fields import PositionError
from shugi._fast.rules import Rules
from shugi._fast.tiles import format_tiles, kind_of, parse_tiles
from shugi.envs import format_position, load_position, load_rules
from shugi.envs.notation import NotationError
from shugi.training.bench import playing
from tests.reference.observation_regional import REGIONAL_WRITERS, Table, unseen_kinds
from tests.reference.wild import kawuxing
from tests.reference.wild.options import options_of

RULE_SETS = [name for name in playing() if load_rules(name).game != "riichi"]
# rule sets with options that change what is seen
SEEN_OTHERWISE: list[tuple[str, dict[str, Any]]] = [
    ("hangzhou", {"float_round_trigger": "true_float"}),
    ("hangzhou", {"closed_kong_hidden": False}),
    ("hangzhou", {"floater_may_claim": True, "missed_pung_rule": True, "missed_win_rule": True}),
    ("xiamen", {"closed_kong_hidden": True, "missed_win_or_pung_rule": True}),
    ("xiamen", {"float_round_trigger": "true_float", "follow_honours": False}),
    ("wuhan", {"closed_kong_hidden": False}),
    ("kawuxing", {"disclose_mode": "waiting_part"}),
    ("kawuxing", {"discards_attributed": False}),
]
EVERY = [(name, {}) for name in RULE_SETS] + SEEN_OTHERWISE
WILD, HIDDEN = parse_tiles("1w")[0], parse_tiles("0u")[0]
FLOWERS = set(parse_tiles("1234e1234h"))
PASS = action_id("pass")
KANS = {action_id(name) for name in ("kan_closed", "kan_added", "kan_open", "nuki", "open_riichi")}


def observed(batch: Batch, seats: np.ndarray | None = None) -> dict[str, np.ndarray]:
    planes = np.full((batch.n, layout.PLANES, 34), 77, np.uint8)
    globals_ = np.full((batch.n, layout.GLOBALS), 77, np.float32)
    history = np.full((batch.n, layout.HISTORY), 77, np.uint16)
    batch.observe(planes, globals_, history, seats)
    return {"planes": planes, "globals": globals_, "history": history}


def row(buffer: np.ndarray, rows: list[layout.Row], name: str) -> np.ndarray:
    found = next(r for r in rows if r["name"] == name)
    return buffer[found["offset"] : found["offset"] + found["size"]]


def play(rules: Rules, n: int, steps: int, seed: int = 0) -> Iterator[Batch]:
    """A batch before each decision: the baseline, with slips, and fond of kans and disclosure."""
    batch = Batch(rules, n, seed=seed)
    actions = np.zeros(n, np.uint8)
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        yield batch
        batch.baseline(actions)
        for i in range(n):
            legal = batch.legal_actions(i)
            fond = [action for action in legal if action in KANS]
            if fond and rng.random() < 0.8:
                actions[i] = rng.choice(fond)
            elif rng.random() < 0.3:
                actions[i] = rng.choice(legal)
            elif WILD in legal and rng.random() < 0.3:
                actions[i] = WILD
        batch.step(actions)


def equal(one: dict[str, np.ndarray], other: dict[str, np.ndarray], i: int, k: int) -> None:
    for name in one:
        assert np.array_equal(one[name][i], other[name][k]), name


# ---- every row


def planes_of(t: Table) -> dict[str, np.ndarray]:
    melds, kans = np.zeros((4, 34)), np.zeros((1, 34))
    for relative, at in enumerate(t.seats):
        for meld in at["melds"]:
            if t.is_covered(relative, meld):
                continue
            for code in meld["tiles"]:
                melds[relative, kind_of(code)] += 1
            kans[0, kind_of(meld["tiles"][0])] += meld["type"] == "ankan"
    indicators, wildcard = np.zeros((1, 34)), np.zeros((1, 34))
    for code in t.state["dora"]:
        indicators[0, kind_of(code)] += 1
    if t.state["wild_kind"] is not None:
        wildcard[0, t.state["wild_kind"]] = 1
    return {
        "melds": melds,
        "closed_kans": np.minimum(kans, 1),
        "indicators": indicators,
        "wildcard": wildcard,
        "unseen": unseen_kinds(t)[None],
        "dora": np.zeros((1, 34)),
        "safe": np.zeros((3, 34)),
    }


def test_every_row_agrees_with_the_second_writer() -> None:
    used = set()
    for number, name in enumerate(RULE_SETS):
        rules = load_rules(name)
        for step, batch in enumerate(play(rules, 4, 160, seed=number)):
            if step % 4:
                continue
            who = batch.seat.copy() if step % 3 else np.full(batch.n, step % batch.seats, np.int8)
            seen = observed(batch, who)
            for i in range(batch.n):
                t = Table(rules, batch, i, int(who[i]))
                for name_, write in REGIONAL_WRITERS.items():
                    found = row(seen["globals"][i], layout.GLOBAL_ROWS, name_)
                    wanted = np.asarray(write(t), float).reshape(-1)[: found.size]
                    assert np.allclose(found, wanted), (name, name_, found, wanted)
                    used |= {name_} if found.any() else set()
                for plane, wanted in planes_of(t).items():
                    found = row(seen["planes"][i], layout.PLANE_ROWS, plane)
                    assert np.array_equal(found, wanted), (name, plane)
    rare = {"floats", "missed_win", "missed_call", "missed_doubles", "forfeited", "offer"}
    rare |= {"stay_sum", "last_draws", "kan_discard"}
    assert set(REGIONAL_WRITERS) - used <= rare


def test_no_riichi_game_fills_the_block() -> None:
    batch = Batch(load_rules("super_bingo"), 2)
    for _ in range(40):
        seen = observed(batch)["globals"]
        for name in REGIONAL_WRITERS:
            assert not row(seen[0], layout.GLOBAL_ROWS, name).any()
        batch.step(np.array([batch.legal_actions(i)[0] for i in range(2)], np.uint8))


HANGZHOU = """
rules hangzhou
turn own 0
seat0 hand=123456m1234p1s11w+9s
seat1 hand=1234m1234p12345s river=9m
seat2 hand=789m789p56789s12z river=8m1z
seat3 hand=579m135p13579s33z river=1w
dora 4z
wall ...
"""
# what is changed, for the whole table or for one seat, and the rows that tell of it
CHANGES: list[tuple[int | None, str, Any, set[str]]] = [
    (None, "first_discard", True, {"first_discard"}),
    (None, "float_round", 3, {"float_round"}),
    (None, "series", 2, {"series"}),
    (None, "kong_discard", True, {"kan_discard"}),
    (None, "first_discloser", 1, {"first_disclosed"}),
    (None, "last_draws", 2, {"last_draws"}),
    (None, "stay_sum", 6, {"stay_sum"}),
    (None, "honba", 2, {"stays", "honba"}),
    (None, "dice", [5, 5], set()),
    (0, "floats", 1, {"floats"}),
    (0, "kong_streak", 2, {"kan_streak"}),
    (0, "forfeited", True, {"forfeited"}),
    (2, "kong_streak", 2, {"kan_streak"}),
    (2, "honour_run", 4, {"honour_run"}),
    (2, "kong_tiles", 1, {"kan_tiles"}),
    (2, "wild_kongs", 1, {"wild_kans"}),
    # whether the wildcard was a float, and what others have missed, nobody knows
    (3, "floats", 1, set()),
    (3, "kong_streak", 2, set()),
    (3, "forfeited", True, set()),
    (3, "missed_win", [3], set()),
    (3, "missed_call", [3], set()),
    (3, "missed_doubles", 2, set()),
    (3, "n_claims", 1, set()),
]


def rows_of(state: dict[str, Any], viewer: int = 0) -> dict[str, np.ndarray]:
    batch = Batch(load_rules("hangzhou"), 1)
    batch.set_state(0, state)
    seen = observed(batch, np.array([viewer], np.int8))
    tables = (("planes", layout.PLANE_ROWS), ("globals", layout.GLOBAL_ROWS))
    return {r["name"]: row(seen[key][0], rows, r["name"]) for key, rows in tables for r in rows}


@pytest.mark.parametrize(("seat", "key", "value", "rows"), CHANGES)
def test_a_change_is_told_by_its_rows_alone(
    seat: int | None, key: str, value: Any, rows: set[str]
) -> None:
    before = load_position(HANGZHOU).state(0)
    after = {**before, "seats": [dict(one) for one in before["seats"]]}
    (after if seat is None else after["seats"][seat])[key] = value
    old, new = rows_of(before), rows_of(after)
    assert {name for name in old if not np.array_equal(old[name], new[name])} == rows


@pytest.mark.parametrize(
    ("key", "value"),
    [("missed_win", [3]), ("missed_call", [3]), ("missed_doubles", 2), ("floats", 1)],
)
def test_what_a_seat_has_missed_it_knows_itself(key: str, value: Any) -> None:
    before = load_position(HANGZHOU).state(0)
    after = {**before, "seats": [dict(one) for one in before["seats"]]}
    after["seats"][1][key] = value
    old, new = rows_of(before, 1), rows_of(after, 1)
    assert {name for name in old if not np.array_equal(old[name], new[name])} == {key}


def test_waits_are_kinds_that_can_come() -> None:
    """Whites are tiles of the indicator's kind here, and nobody can draw a tile of their own."""
    text = """
    rules hangzhou
    turn own 1
    seat0 hand=123456789m5p123s river=1z
    seat1 hand=1234m1234p12345s+9p
    seat2 hand=789m789p56789s12z
    seat3 hand=579m135p13579s33z
    dora 4z
    wall ...
    """
    seen = observed(load_position(text), np.zeros(1, np.int8))
    assert row(seen["planes"][0], layout.PLANE_ROWS, "waits")[0].nonzero()[0].tolist() == [13]
    text = text.replace("123456789m5p", "123456789m1w")
    seen = observed(load_position(text), np.zeros(1, np.int8))
    waits = row(seen["planes"][0], layout.PLANE_ROWS, "waits")[0].nonzero()[0].tolist()
    assert waits == [kind for kind in range(34) if kind != 31]


# ---- nothing hidden


@pytest.mark.parametrize(("name", "options"), EVERY)
def test_what_is_hidden_cannot_be_seen(name: str, options: dict[str, Any]) -> None:
    changed = total = 0
    for step, batch in enumerate(play(load_rules(name, **options), 4, 150, seed=13)):
        if step % 5:
            continue
        mask = batch.legal().copy()
        secret = np.zeros((batch.n, layout.ORACLE_PLANES, 34), np.uint8)
        again = secret.copy()
        batch.observe_oracle(secret, batch.seat)
        for who in (batch.seat.copy(), ((batch.seat + 1 + step % 2) % batch.seats).astype(np.int8)):
            before, other = observed(batch, who), batch.clone()
            for i in range(batch.n):
                other.redeal(i, int(who[i]), 1000 + step)
            after = observed(other, who)
            for i in range(batch.n):
                equal(before, after, i, i)
            if np.array_equal(who, batch.seat):
                assert np.array_equal(mask, other.legal())
                other.observe_oracle(again, who)
                changed += int((secret != again).any(axis=(1, 2)).sum())
                total += batch.n
    assert changed > 0.9 * total  # the oracle, which may see it, does


def swapped(state: dict[str, Any], viewer: int, kinds: tuple[int, int]) -> dict[str, Any]:
    """The same table with two kinds exchanged wherever the viewer cannot look."""
    turn = {kinds[0]: kinds[1], kinds[1]: kinds[0]}

    def all_of(codes: list[int]) -> list[int]:
        return [turn.get(code, code) for code in codes]

    out = dict(state)
    out["wall"] = state["wall"][: state["head"]] + all_of(state["wall"][state["head"] :])
    out["drawn"] = None if state["drawn"] is None else turn.get(state["drawn"], state["drawn"])
    out["seats"] = [dict(seat) for seat in state["seats"]]
    for number, seat in enumerate(out["seats"]):
        if number == viewer:
            continue
        seat["hand"] = all_of(seat["hand"])
        seat["melds"] = [
            {**meld, "tiles": all_of(meld["tiles"])} if meld["type"] == "ankan" else meld
            for meld in seat["melds"]
        ]
    if state["turn"] == viewer:
        out["drawn"] = state["drawn"]
    return out


def unseen_fours(rules: Rules, batch: Batch, i: int, viewer: int) -> list[int]:
    """Kinds of which the viewer has seen no tile, none being in a hand that is shown."""
    t = Table(rules, batch, i, viewer)
    return [kind for kind, n in t.unseen().items() if n == 4 and kind < 34]


@pytest.mark.parametrize("name", ["hangzhou", "wuhan", "wuhan+three_players", "kawuxing"])
def test_a_covered_kan_tells_nothing(name: str) -> None:
    rules = load_rules(name)
    tried = 0
    rng = random.Random(5)
    for batch in play(rules, 6, 900, seed=17):
        for i in range(batch.n):
            viewer, state = int(batch.seat[i]), batch.state(i)
            kans = [
                meld["tiles"][0]
                for number, seat in enumerate(state["seats"])
                for meld in seat["melds"]
                if meld["type"] == "ankan" and number != viewer
            ]
            shown = any(seat["riichi"] != "none" for seat in state["seats"])
            if not kans or shown or tried > 60 or state["phase"] not in ("own", "claim"):
                continue
            fours = [kind for kind in unseen_fours(rules, batch, i, viewer) if kind not in kans]
            if not fours:
                continue
            other = Batch(rules, 1)
            # what others may claim depends on the hands that were changed
            claims = {"option": [o if p == viewer else 0 for p, o in enumerate(state["option"])]}
            table = swapped({**state, **claims}, viewer, (kans[0], rng.choice(fours)))
            other.set_state(0, table)
            seat = np.array([viewer], np.int8)
            equal(observed(batch, batch.seat), observed(other, seat), i, 0)
            assert other.legal_actions(0) == batch.legal_actions(i)
            assert other.state(0)["seats"] != state["seats"]
            tried += 1
    assert tried > 10


def test_history_does_not_name_a_covered_kan() -> None:
    for hidden in (True, False):
        found = set()
        for batch in play(load_rules("hangzhou", closed_kong_hidden=hidden), 6, 500, seed=23):
            for i in range(batch.n):
                history = batch.state(i)["history"]
                found |= {token & 255 for token in history if token >> 8 & 63 == 9}
        assert found
        assert (found == {HIDDEN}) == hidden


# ---- dealing again


def lying(state: dict[str, Any]) -> Counter[int]:
    """Codes of the table and of what is left of the wall."""
    out = Counter(state["wall"][state["head"] :])
    for seat in state["seats"]:
        out.update(seat["hand"])
        out.update(seat["aside"])
        out.update(code for meld in seat["melds"] for code in meld["tiles"])
        out.update(
            code
            for code, flag in zip(seat["river"], seat["river_flags"], strict=True)
            if not flag & 4
        )
    return out


def public(state: dict[str, Any], viewer: int, covered: bool) -> list[Any]:
    out: list[Any] = [state["dora"], state["head"], state["tail"], state["history"]]
    for number, seat in enumerate(state["seats"]):
        melds = [
            "covered" if covered and meld["type"] == "ankan" and number != viewer else meld
            for meld in seat["melds"]
        ]
        out += [melds, seat["river"], seat["river_flags"], seat["aside"], len(seat["hand"])]
    return [*out, state["seats"][viewer]]


@pytest.mark.parametrize(("name", "options"), EVERY)
def test_dealt_again_it_is_a_table_of_the_game(name: str, options: dict[str, Any]) -> None:
    rules = load_rules(name, **options)
    kinds: Counter[int] = Counter()
    for step, batch in enumerate(play(rules, 4, 150, seed=29)):
        if step % 6:
            continue
        other = batch.clone()
        for i in range(batch.n):
            viewer, old = int(batch.seat[i]), batch.state(i)
            other.redeal(i, viewer, step)
            new = other.state(i)
            assert lying(old) == lying(new)
            covered = bool(rules.options["closed_kong_hidden"])
            assert public(old, viewer, covered) == public(new, viewer, covered)
            for number, seat in enumerate(new["seats"]):
                if old["dora"] or rules.game != "xiamen":
                    assert not FLOWERS & set(seat["hand"])
                if number != viewer:
                    kinds.update(m["tiles"][0] for m in seat["melds"] if m["type"] == "ankan")
            again = Batch(rules, 1)
            again.set_state(0, new)
            assert again.legal_actions(0) == batch.legal_actions(i)


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_game_goes_on_from_hands_dealt_again(name: str) -> None:
    rng = np.random.default_rng(31)
    for step, batch in enumerate(play(load_rules(name), 2, 100, seed=31)):
        if step % 20:
            continue
        other = Batch(batch.rules, 2, auto_reset=False)
        for i in range(2):
            other.load(i, batch.save(i))
            other.redeal(i, int(batch.seat[i]), step)
        total = [sum(seat["score"] for seat in other.state(i)["seats"]) for i in range(2)]
        for _ in range(120):
            legal = [other.legal_actions(i) or [PASS] for i in range(2)]
            other.step(np.array([rng.choice(one) for one in legal], np.uint8))
            assert not other.status.any()
        for i in range(2):
            assert sum(seat["score"] for seat in other.state(i)["seats"]) == total[i]


def test_every_unseen_kind_may_be_the_covered_kan() -> None:
    text = """
    rules hangzhou
    turn own 0
    seat0 hand=123456m1234p11s1w+9s
    seat1 hand=1234p123456s melds=ankan(7m7m7m7m)
    seat2 hand=89m6789p56789s12z river=8m1z
    seat3 hand=59m135p134579s33z river=1w
    dora 4z
    wall ...
    """
    batch = load_position(text)
    fours = unseen_fours(batch.rules, batch, 0, 0)
    found: Counter[int] = Counter()
    for key in range(600):
        other = batch.clone()
        other.redeal(0, 0, key)
        found[other.state(0)["seats"][1]["melds"][0]["tiles"][0]] += 1
    assert set(found) == set(fours)
    wanted = 600 / len(fours)
    assert sum((n - wanted) ** 2 / wanted for n in found.values()) < 3 * len(fours)


def test_a_float_is_judged_by_the_new_hand() -> None:
    """Nobody knows whether the wildcard was a float, unless only true floats restrict."""
    floating = """
    turn own 0
    seat0 hand=123456m1234p111s+9s
    seat1 hand=123456789m789p1w river=5s1w
    seat2 hand=234p567p23456s12z river=8m1z
    seat3 hand=58m135p135789s33z river=6z
    dora 4z
    wall ...
    """
    free = load_position("rules hangzhou" + floating + "table float_round=1")
    state = free.state(0)
    state["seats"][1]["floats"] = 1
    for options, kept in (({}, False), ({"float_round_trigger": "true_float"}, True)):
        batch = Batch(load_rules("hangzhou", **options), 1)
        batch.set_state(0, state)
        hands = set()
        for key in range(20):
            other = batch.clone()
            other.redeal(0, 0, key)
            seat = other.state(0)["seats"][1]
            hands.add(tuple(seat["hand"]))
            assert seat["floats"] == kept
        assert (len(hands) == 1) == kept


def test_who_followed_no_honour_holds_none_to_follow() -> None:
    """Xiamen 3.3: after 2s, seat 1 holds no single East, which had been discarded before."""
    text = """
    rules xiamen
    turn own 2
    seat0 hand=123456m123p1112334s river=1z
    seat1 hand=13579m13579p13579s7z river=2s
    seat2 hand=22468m2468p2468s223z+3z
    seat3 hand=789m789p56789s12344z
    dora 6p
    wall ...
    history 0d1z 1d2s
    """
    batch = load_position(text)
    east, found = parse_tiles("1z")[0], Counter[int]()
    for key in range(300):
        other = batch.clone()
        other.redeal(0, 2, key)
        found[other.state(0)["seats"][1]["hand"].count(east)] += 1
    assert found[1] == 0 < found[2]
    state = batch.state(0)
    state["history"] = state["history"][::-1]  # it was discarded after
    batch.set_state(0, state)
    singles = 0
    for key in range(300):
        other = batch.clone()
        other.redeal(0, 2, key)
        singles += other.state(0)["seats"][1]["hand"].count(east) == 1
    assert singles > 30


# ---- what a disclosed hand shows, and a table without an order


def ready_hand(rng: random.Random) -> list[int]:
    """Thirteen tiles of Kawuxing's deck: four sets and a tile, or three sets, a pair and two."""
    while True:
        kinds: list[int] = []
        for _ in range(4):
            low = 9 * rng.choice((1, 2)) + rng.randrange(7)
            third = rng.choice([*range(9, 27), 31, 32, 33])
            kinds += [low, low + 1, low + 2] if rng.random() < 0.6 else [third] * 3
        kinds.append(rng.choice([*range(9, 27), 31, 32, 33]))
        if max(Counter(kinds).values()) <= 4:
            return sorted(kinds)


def kawuxing_names(kinds: list[int]) -> list[str]:
    honours = {31: "B", 32: "G", 33: "R"}
    return [honours.get(kind, f"{kind % 9 + 1}{'mps'[kind // 9 % 3]}") for kind in kinds]


@pytest.mark.parametrize("seed", range(12))
def test_a_waiting_part_is_as_small_as_the_reference_says(seed: int) -> None:
    rng = random.Random(seed)
    options = options_of("kawuxing", {"disclose_mode": "waiting_part"})
    for _ in range(6):
        hand = ready_hand(rng)
        left = list((Counter([*range(9, 27), 31, 32, 33] * 4) - Counter(hand)).elements())
        rng.shuffle(left)
        batch = Batch(load_rules("kawuxing", disclose_mode="waiting_part"), 1)
        seats = [
            {"hand": left[:13]},
            {"hand": hand, "riichi": "open", "river": left[13:14], "river_flags": [0]},
            {"hand": left[14:28]},
        ]
        batch.set_state(0, {"turn": 2, "wall": None, "seats": seats})
        planes = observed(batch)["planes"][0]
        shown = row(planes, layout.PLANE_ROWS, "shown_hand")[1]
        part = [kind for kind in range(34) for _ in range(shown[kind])]
        wanted = kawuxing.shown(options, kawuxing_names(hand))
        assert len(part) <= len(wanted)
        declared = [kawuxing.Meld("pung", tuple(kawuxing_names(sorted(set(hand) - set(part)))))]
        whole = kawuxing.hand_waits(options, kawuxing_names(hand))
        rest = kawuxing.hand_waits(options, kawuxing_names(part), declared if len(part) < 13 else ())
        held = Counter(hand)
        assert {w for w in rest if held[KIND[w]] < 4} == set(whole)
        assert (Counter(hand) - Counter(part)).total() % 3 == 0
        other = batch.clone()
        other.redeal(0, 2, seed)
        equal(observed(batch), observed(other), 0, 0)


KIND = {
    name: kind
    for kind, name in zip([*range(9, 27), 31, 32, 33], kawuxing_names([*range(9, 27), 31, 32, 33]))
}


def test_a_table_without_an_order_shows_one_heap() -> None:
    rules = load_rules("kawuxing", discards_attributed=False)
    for step, batch in enumerate(play(rules, 3, 150, seed=37)):
        if step % 5:
            continue
        seen = observed(batch)
        for i in range(batch.n):
            state = batch.state(i)
            heap = np.zeros(34, int)
            for seat in state["seats"]:
                for code, flag in zip(seat["river"], seat["river_flags"], strict=True):
                    heap[kind_of(code)] += not flag & 4
            rivers = row(seen["planes"][i], layout.PLANE_ROWS, "river")
            assert np.array_equal(rivers[0], heap)
            assert not rivers[1:].any()
            assert not row(seen["planes"][i], layout.PLANE_ROWS, "river_tsumogiri").any()
            assert not row(seen["globals"][i], layout.GLOBAL_ROWS, "discards").any()
            events = [int(token) for token in seen["history"][i] if token]
            discards = [token & 255 for token in events if token >> 8 & 63 in (1, 2)]
            assert set(discards[:-1]) <= {HIDDEN}
            if discards:
                newest = [t & 255 for t in state["history"] if t >> 8 & 63 in (1, 2)][-1]
                assert discards[-1] == newest
                recent = row(seen["planes"][i], layout.PLANE_ROWS, "river_recent")
                assert recent.sum() == 8 == recent[:, kind_of(newest)].sum()


def test_who_rests_sits_last() -> None:
    rules = load_rules("kawuxing+four_people")
    orders = set()
    for step, batch in enumerate(play(rules, 2, 400, seed=41)):
        if step % 10:
            continue
        seen = observed(batch)
        for i in range(batch.n):
            state = batch.state(i)
            present = row(seen["globals"][i], layout.GLOBAL_ROWS, "present")
            assert present.tolist() == [1, 1, 1, 0]
            concealed = row(seen["globals"][i], layout.GLOBAL_ROWS, "concealed") * 14
            t = Table(rules, batch, i, int(batch.seat[i]))
            assert t.order[3] == state["resting"]
            hands = [len(state["seats"][p]["hand"]) for p in t.order]
            assert np.allclose(concealed, hands)
            orders.add(tuple(t.order))
    assert len({order[3] for order in orders}) > 1


# ---- positions


@pytest.mark.parametrize("name", RULE_SETS)
def test_positions_come_back(name: str) -> None:
    rules = load_rules(name)
    for step, batch in enumerate(play(rules, 2, 200, seed=43)):
        if step % 8:
            continue
        seen = observed(batch)
        for i in range(batch.n):
            state = batch.state(i)
            copies = [load_position(format_position(batch, i)), Batch(rules, 1), batch.clone()]
            copies[1].set_state(0, state)
            copies.append(Batch(rules, 1))
            copies[3].load(0, batch.save(i))
            for k, copy in enumerate(copies):
                at = i if k == 2 else 0
                assert copy.state(at) == state
                assert copy.legal_actions(at) == batch.legal_actions(i)
                if not state["last_draws"]:  # Wuhan: which tile was drawn is not told
                    equal(seen, observed(copy), i, at)


def test_hands_are_enough() -> None:
    batch = load_position(HANGZHOU)
    state = batch.state(0)
    assert state["wild_kind"] == parse_tiles("4z")[0]
    assert state["dora"] == parse_tiles("4z")
    assert state["seats"][3]["honour_run"] == 1  # North is the wildcard's kind
    assert state["seats"][1]["honour_run"] is None
    left = Counter(state["wall"][state["head"] :])
    assert left[parse_tiles("4z")[0]] == 5  # four Whites, and the indicator
    assert left[WILD] == 0


def test_wuhan_lays_tiles_aside() -> None:
    text = """
    rules wuhan
    turn own 0
    seat0 hand=123456m1234p11s1k+9s aside=1w1k
    seat1 hand=123m1234p124567s river=1w9m
    seat2 hand=789m789p56789s12z river=8m1k
    seat3 hand=579m135p15799s33z
    dora 2s
    wall ...
    """
    state = load_position(text).state(0)
    assert [seat["kong_tiles"] for seat in state["seats"]] == [1, 0, 1, 0]
    assert [seat["wild_kongs"] for seat in state["seats"]] == [1, 1, 0, 0]
    assert state["wild_kind"] == parse_tiles("3s")[0]
    wall = state["wall"][state["head"] :]
    assert wall.count(WILD) == 2
    assert wall.count(parse_tiles("1k")[0]) == 1
    assert parse_tiles("7z")[0] not in wall


REFUSED = [
    ("dora 4z", "", "these rules turn a tile that names the wildcard"),
    ("dora 4z", "dora 1w", "1w cannot name the wildcard"),
    ("seat1 hand=1234m", "seat1 hand=5z123m", "one 5z more than the deck has"),
    ("seat1 hand=1234m", "seat1 hand=1w123m", "one 1w more than the deck has"),
    ("seat1 hand=1234m", "seat1 hand=1e123m", "one 1e more than the deck has"),
    ("seat1 hand=1234m", "seat1 wild=1 hand=1234m", "the wildcards are tiles of the hand"),
    ("turn own 0", "turn own 0 | table resting=1", "everybody plays"),
    ("turn own 0", "turn own 0 | table after=1,2,3,1", "does not go round"),
    ("turn own 0", "turn own 0 | table floaty=1", "there is no entry 'floaty' here"),
    ("river=9m", "river=0u", "0u is never discarded|one 0u more"),
    ("river=9m", "river=9m aside=1e", "cannot be set aside|one 1e more"),
]


@pytest.mark.parametrize(("old", "new", "message"), REFUSED)
def test_a_position_that_cannot_be_is_refused(old: str, new: str, message: str) -> None:
    assert old in HANGZHOU
    with pytest.raises(NotationError, match=message):
        load_position(HANGZHOU.replace(old, new, 1))


def test_a_riichi_game_has_none_of_it() -> None:
    state = Batch(load_rules("super_bingo"), 1).state(0)
    batch = Batch(load_rules("super_bingo"), 1)
    with pytest.raises(PositionError, match="only the regional games have it"):
        batch.set_state(0, {**state, "float_round": 1})
    seats = [dict(seat) for seat in state["seats"]]
    seats[1]["floats"] = 1
    with pytest.raises(PositionError, match="only the regional games have it"):
        batch.set_state(0, {**state, "seats": seats})
    with pytest.raises(NotationError, match="only the regional games have this section"):
        load_position(format_position(batch, 0).replace(" | seat0", " | table series=1 | seat0"))


@pytest.mark.parametrize("text", ["1w", "12k", "1234e", "1234h", "0u"])
def test_codes_of_the_regional_games_have_names(text: str) -> None:
    codes = parse_tiles(text)
    assert format_tiles(codes) == text
    assert all(kind_of(code) is None for code in codes)
