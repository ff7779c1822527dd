"""Decision classes and probes: really of their class, drawn evenly, the same for the same seed."""

import json
from pathlib import Path

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id
from shugi._fast.core.tiles import kind_of, parse_tiles
from shugi._fast.rules.compile import Rules
from shugi.agents import Baseline, Random, make_agent
from shugi.agents.banned import Banned
from shugi.agents.plans.plan import plans_at
from shugi.envs.notation.position import load_position
from shugi.envs.rulesets.rules import load_rules
from shugi.training.decisions.classes import (
    CALLS,
    CLASSES,
    KANS,
    OPEN_RIICHI,
    RIICHI,
    WILD,
    WIN,
    LabError,
    chosen_classes,
    class_named,
    classes_of,
)
from shugi.training.decisions.strata import strata_of
from shugi.training.lab import collect
from shugi.training.lab.collect import ProbeCollector
from shugi.training.lab.probe import Probe, load_probes, read_probes, write_probes
from tests.support.rule_sets import RULE_SETS
from tests.support.verbs import VERBS

FAR, KAWUXING, HANGZHOU = (load_rules(n) for n in ("far_flying_fish", "kawuxing", "hangzhou"))
BINGO, SANMA, WUHAN = (load_rules(n) for n in ("super_bingo", "sanma_base", "wuhan"))


KAN_TILES = parse_tiles("12k")


def names(rules: Rules) -> set[str]:
    return {one.name for one in classes_of(rules)}


# ---- the table


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_rule_set_has_the_classes_of_its_family(name: str) -> None:
    rules = load_rules(name)
    expected = {
        "riichi": {"riichi", "kong", "push_fold"},
        "hangzhou": {"float", "kong", "go_on"},
        "xiamen": {"float", "kong", "go_on"},
        "wuhan": {"kong", "lay_aside"},
        "kawuxing": {"disclose", "kong", "push_fold"},
        "sichuan": {"kong"},
    }.get(rules.game, set())
    if rules.options.get("open_riichi"):
        expected = expected | {"open_riichi"}
    if rules.options.get("open_hand_riichi"):
        expected = expected | {"open_hand_riichi"}
    assert names(rules) == expected
    assert bool(expected) == ("plays_cards" not in rules.traits)


def test_an_unknown_or_foreign_class_is_refused() -> None:
    with pytest.raises(LabError, match="did you mean 'open_riichi'"):
        class_named("open_richi")
    with pytest.raises(
        LabError, match="'hangzhou' has no riichi decisions; it has float, kong, go_on"
    ):
        chosen_classes(HANGZHOU, ["riichi"])
    with pytest.raises(LabError, match="no decision classes"):
        chosen_classes(load_rules("piquet"), None)
    assert [one.name for one in chosen_classes(BINGO, ["kong", "riichi"])] == ["riichi", "kong"]


def test_no_disclosure_no_such_class() -> None:
    closed = load_rules("kawuxing", disclosure=False)
    assert names(closed) == {"kong"}


# ---- where a class is asked


def asked(text: str) -> set[str]:
    batch = load_position(text)
    mask = batch.legal()
    return {one.name for one in classes_of(batch.rules) if len(one.asked(batch, mask))}


def test_riichi_is_asked_of_a_ready_hand() -> None:
    table = "seat1 hand=1377799p1133s22z | seat2 hand=234678s33447p55s | dora 3s"
    ready = "rules super_bingo | turn own 0 | seat0 hand=234456p678s3377z+5p"
    assert asked(f"{ready} | {table}") == {"riichi", "open_riichi"}
    far = "rules super_bingo | turn own 0 | seat0 hand=147p258p169s1234z+5p"
    assert asked(f"{far} | {table}") == set()


def far(seat0: str) -> str:
    others = "seat1 hand=1377799p1133s22z | seat2 hand=234678s33447p55s | dora 3s"
    return f"rules far_flying_fish | turn own 0 | {seat0} | {others}"


def test_open_hands_are_a_class_of_their_own() -> None:
    assert asked(far("seat0 hand=234456p678s3377z+5p")) == {"riichi", "open_riichi"}
    # a closed kan leaves the hand closed, a pon does not
    kan = "seat0 hand=234456p3377z+5p melds=ankan(6z6z6z6z)"
    assert asked(far(kan)) == {"riichi", "open_riichi"}
    pon = "seat0 hand=234456p3377z+5p melds=pon(6z6z'6z)<1"
    assert asked(far(pon)) == {"open_hand_riichi"}


def hangzhou(hand: str) -> str:
    return f"""
        rules hangzhou
        turn own 0
        seat0 hand={hand}
        seat1 hand=1234567p345s789s
        seat2 hand=12378s45689m112z
        seat3 hand=13579m1379p1367z
        dora 4s
        wall ..."""


def test_a_float_needs_a_hand_that_every_tile_completes() -> None:
    # four sets and two wildcards: one may go, the other waits for anything
    assert asked(hangzhou("123456m123p666s1w+1w")) == {"float"}
    # won, but with one wildcard only: thrown away it leaves none
    assert asked(hangzhou("123456m123p666s2z+1w")) == {"go_on"}
    # the wildcards complete sets: thrown away, it waits for some tiles only
    assert asked(hangzhou("123456m13p66s99s1w+1w")) == {"go_on"}
    assert asked(hangzhou("12346m13p66s99s27z+1w")) == set()


def test_a_kan_is_asked_beside_something_else() -> None:
    hand = "seat0 hand=1111456p337z678s+5p"
    others = "seat1 hand=3777999p1133s22z | seat2 hand=234678s33447p55s | dora 3s"
    assert "kong" in asked(f"rules sanma_base | turn own 0 | {hand} | {others}")


def test_push_or_fold_is_asked_under_a_riichi_only() -> None:
    batch = load_probes(BINGO, gathered(BINGO, "push_fold"))
    for i in range(batch.n):
        state = batch.state(i)
        state["seats"] = [
            seat
            | {"riichi": "none", "riichi_at": None, "ippatsu": False, "passed": []}
            | {"double_riichi": False, "furiten_riichi": False, "furiten": 0}
            | {"river_flags": [flag & ~2 for flag in seat["river_flags"]]}
            for seat in state["seats"]
        ]
        batch.set_state(i, state)
    assert len(class_named("push_fold").asked(batch, batch.legal())) == 0


def test_the_ban_leaves_what_is_not_the_act() -> None:
    for name in ("float", "go_on", "kong"):
        one = class_named(name)
        batch = load_probes(HANGZHOU, gathered(HANGZHOU, name))
        mask = batch.legal()
        out = Banned(Baseline(), one.ban).banned(mask)
        for i in range(batch.n):
            plans = plans_at(batch, i)
            act = {p[0] for p, a in zip(plans, one.act(batch, i, plans), strict=True) if a}
            assert set(np.flatnonzero(out[i]).tolist()) == act
    # a win on a discard may be passed: that is no going on
    passing = np.zeros((1, 128), np.uint8)
    passing[0, [64, WIN]] = 1
    assert not Banned(Baseline(), ["go_on"]).banned(passing).any()


# ---- probes

GATHERED: dict[str, list[Probe]] = {}


def gathered(rules: Rules, name: str, wanted: int = 12) -> list[Probe]:
    if rules.name not in GATHERED:
        everything = [one for one in CLASSES if one.needs(rules)]
        collector = ProbeCollector(rules, everything, Baseline(), "baseline", [5])
        GATHERED[rules.name] = collector.collect(wanted, 3000)
    return [probe for probe in GATHERED[rules.name] if probe.name == name]


CASES = [
    (rules, one.name)
    for rules in (SANMA, BINGO, FAR, KAWUXING, HANGZHOU, WUHAN)
    for one in CLASSES
    if one.needs(rules)
]
IDS = [f"{rules.name}-{name}" for rules, name in CASES]


@pytest.mark.parametrize(("rules", "name"), CASES, ids=IDS)
def test_probes_are_of_their_class(rules: Rules, name: str) -> None:
    probes = gathered(rules, name)
    assert len(probes) == 12
    batch, one = load_probes(rules, probes), class_named(name)
    assert one.asked(batch, batch.legal()).tolist() == list(range(batch.n))
    for i in range(batch.n):
        state, legal, plans = batch.state(i), batch.legal_actions(i), plans_at(batch, i)
        act = one.act(batch, i, plans)
        assert act.any() and not act.all()
        assert CHECKS[name](batch, i, state["seats"], legal)
        if name in VERBS:
            does = {plan[0] for plan, acts in zip(plans, act, strict=True) if acts}
            assert does == VERBS[name] & set(legal)
            assert not {plan[0] for plan, a in zip(plans, act, strict=True) if not a} & does


def is_closed(seats: list[dict], seat: int) -> bool:
    return all(meld["type"] == "ankan" for meld in seats[seat]["melds"])


def floats(batch: Batch, i: int) -> bool:
    after = batch.clone(np.array([i]))
    before = after.state(0)["seats"][batch.seat[i]]["floats"]
    after.step_one(0, WILD)
    return after.state(0)["seats"][batch.seat[i]]["floats"] == before + 1


def is_threatened(seats: list[dict], seat: int) -> bool:
    others = [p["riichi"] for k, p in enumerate(seats) if k != seat]
    return set(others) != {"none"} and seats[seat]["riichi"] == "none"


def styles_differ(batch: Batch, i: int) -> bool:
    played = [np.zeros(batch.n, np.uint8) for _ in range(2)]
    for actions, style in zip(played, ("efficiency", "folder"), strict=True):
        batch.baseline(actions, Baseline(style).style)
    return played[0][i] != played[1][i] and max(played[0][i], played[1][i]) < 64


CHECKS = {
    "riichi": lambda b, i, seats, legal: RIICHI in legal and is_closed(seats, b.seat[i]),
    "open_riichi": lambda b, i, seats, legal: OPEN_RIICHI in legal and is_closed(seats, b.seat[i]),
    "open_hand_riichi": lambda b, i, seats, legal: (
        {RIICHI, OPEN_RIICHI} & set(legal) and not is_closed(seats, b.seat[i])
    ),
    "float": lambda b, i, seats, legal: {WIN, WILD} <= set(legal) and floats(b, i),
    "go_on": lambda b, i, seats, legal: (
        WIN in legal and min(legal) < 64 and not (WILD in legal and floats(b, i))
    ),
    "disclose": lambda b, i, seats, legal: OPEN_RIICHI in legal,
    "kong": lambda b, i, seats, legal: set(KANS) & set(legal),
    "call": lambda b, i, seats, legal: {*legal} & {*CALLS} and action_id("pass") in legal,
    "discard": lambda b, i, seats, legal: (
        max(legal) < 64 and b.state(i)["phase"] == "own" and len({kind_of(c) for c in legal}) > 1
    ),
    "lay_aside": lambda b, i, seats, legal: (
        action_id("nuki") in legal and not {*KAN_TILES} & {*seats[b.seat[i]]["hand"]}
    ),
    "push_fold": lambda b, i, seats, legal: is_threatened(seats, b.seat[i]) and styles_differ(b, i),
}


def test_checks_know_every_class() -> None:
    assert set(CHECKS) == {one.name for one in CLASSES}


@pytest.mark.parametrize(("rules", "name"), CASES, ids=IDS)
def test_one_probe_of_a_class_and_hand(rules: Rules, name: str) -> None:
    hands = set()
    for probe in gathered(rules, name):
        state = load_position(probe.position).state(0)
        hands.add((state["seed"], state["hand_no"]))
    assert len(hands) == 12


def test_probes_are_of_all_hands_of_a_game() -> None:
    probes = [probe for name in names(BINGO) for probe in gathered(BINGO, name)]
    assert len({load_position(p.position).state(0)["hand_no"] for p in probes}) >= 6


def test_same_seed_same_probes() -> None:
    def found(seed: int, threads: int = 1) -> list[Probe]:
        source = make_agent("baseline:rusher")
        collector = ProbeCollector(SANMA, classes_of(SANMA), source, "rusher", [seed], threads)
        return collector.collect(5, 600)

    first = found(3)
    assert len(first) == 15 and first == found(3) == found(3, threads=2)
    assert not {p.position for p in first} & {p.position for p in found(4)}
    assert len({p.key for p in first}) == 15


def test_probes_do_not_depend_on_other_classes() -> None:
    def found(names: list[str]) -> list[Probe]:
        collector = ProbeCollector(SANMA, chosen_classes(SANMA, names), Baseline(), "b", [3])
        return [p for p in collector.collect(5, 600) if p.name == "kong"]

    assert found(["kong"]) == found(["riichi", "kong", "push_fold"]) != []


def test_probes_lie_in_the_proportions_of_play() -> None:
    def turns(wanted: int) -> float:
        collector = ProbeCollector(SANMA, [class_named("riichi")], Baseline(), "b", [8])
        probes = collector.collect(wanted, 10**6)
        assert len(probes) == wanted
        return float(np.mean([probe.strata["turn"] for probe in probes]))

    assert turns(40) == pytest.approx(turns(400), abs=0.6)


def test_opportunities_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Against the same games, played one by one and counted by hand."""
    games, hands = 3, 2
    monkeypatch.setattr(collect, "GAMES", games)
    monkeypatch.setattr(collect, "HANDS", hands)
    monkeypatch.setattr(collect, "WARM_UP", 1)
    sought = [class_named("riichi"), class_named("kong")]
    collector = ProbeCollector(SANMA, sought, Baseline(), "baseline", [2])
    collector.collect(100, games * hands)  # one round: more probes than it holds are wanted
    batch = Batch(SANMA, games, int(np.random.default_rng([2, 2]).integers(2**63)))
    counted, met = {"riichi": 0, "kong": 0}, {"riichi": set(), "kong": set()}
    actions = np.zeros(1, np.uint8)
    for game in range(games):
        one = batch.clone(np.array([game]))
        for hand in range(hands):
            while True:
                legal, seat = set(one.legal_actions(0)), int(one.seat[0])
                for name, verbs in (("riichi", {RIICHI}), ("kong", set(KANS))):
                    if legal & verbs:
                        counted[name] += 1
                        met[name].add((game, hand, seat))
                one.baseline(actions)
                one.step(actions)
                if one.hand_done[0]:
                    break
    exposure = collector.exposure()
    assert counted["riichi"] > 3 and counted["kong"] > 0
    for name, seen in exposure.items():
        assert (seen.opportunities, seen.met) == (counted[name], len(met[name]))
        assert seen.dealt == games * hands * 3
    assert exposure["riichi"].per_1000_hands == pytest.approx(1000 * counted["riichi"] / 18)


def test_what_never_comes_up_is_given_up() -> None:
    silent = make_agent("baseline:silent")
    collector = ProbeCollector(SANMA, [class_named("push_fold")], silent, "silent", [1])
    assert collector.collect(10, 5000) == []
    assert 500 <= collector.hands < 1100
    assert collector.exposure()["push_fold"].opportunities == 0


def test_a_rare_class_is_played_for_no_longer_than_needed() -> None:
    collector = ProbeCollector(HANGZHOU, [class_named("float")], Baseline(), "b", [1])
    # ten come up in about 1,000 hands, a tenth of the hands allowed; twenty in twice that
    assert len(collector.collect(10, 10_000)) == 10
    assert collector.hands < 1900


def test_random_play_may_be_a_source() -> None:
    probes = ProbeCollector(SANMA, [class_named("kong")], Random(), "random", [1]).collect(4, 2000)
    assert len(probes) == 4


# ---- strata


def test_strata_of_a_known_position() -> None:
    batch = load_position("""
        rules sanma_base
        turn own 0
        seat0 hand=123456789p11s99s+5z river=1z2z
        seat1 hand=1377799p1133s22z river=3z6z6z
        seat2 hand=234678s22p44456s river=3z*4z riichi=closed
        dora 3s""")
    found = {name: value[0] for name, value in strata_of(batch).items()}
    # 1s and 9s are waited for: two copies of each are unseen, but those that seat 0 cannot see
    assert found["wait"] == 4
    assert (found["turn"], found["threats"], found["value"]) == (2, 1, 0)


# ---- files


def test_probes_come_back_from_their_file(tmp_path: Path) -> None:
    probes = gathered(BINGO, "riichi")
    write_probes(tmp_path / "p.jsonl", probes, exposure={"a": 1})
    found, head = read_probes(tmp_path / "p.jsonl")
    assert found == probes and head["exposure"] == {"a": 1}


def test_damaged_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    write_probes(path, gathered(BINGO, "riichi"))
    whole = path.read_bytes()
    cut = [whole[:-1], whole[: len(whole) // 2], whole[:20], b"", whole.replace(b"3", b"4", 1)]
    for damaged in (*cut, b"[1, 2]\n", b"\xff\xfe"):
        path.write_bytes(damaged)
        with pytest.raises(LabError, match=r"p\.jsonl: .*cut short"):
            read_probes(path)
    with pytest.raises(LabError, match="No such file"):
        read_probes(tmp_path / "none.jsonl")


def test_probes_of_other_rules_are_refused() -> None:
    with pytest.raises(LabError, match="is of 'super_bingo', not of 'sanma_base'"):
        load_probes(SANMA, gathered(BINGO, "riichi"))
    broken = gathered(BINGO, "riichi")[0].__dict__ | {"position": "rules super_bingo | nonsense"}
    with pytest.raises(LabError, match="cannot be read"):
        load_probes(BINGO, [Probe(**json.loads(json.dumps(broken)))])


def test_a_wildcard_has_the_name_used_here() -> None:
    assert action_id("1w") == WILD
