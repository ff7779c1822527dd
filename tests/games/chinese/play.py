"""Play of every regional rule set, and what the seats see of it, for the tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.bots.style import style
from shugi._fast.core.actions import action_id
from shugi._fast.core.tiles import parse_tiles
from shugi._fast.rules.compile import Rules
from shugi.envs import load_rules
from tests.games.chinese.reference.observation_regional import Table
from tests.support.rule_sets import MAHJONG_SETS

PLAIN = style("plain")
RULE_SETS = [name for name in MAHJONG_SETS if load_rules(name).game != "riichi"]
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
KANS = {action_id(name) for name in ("kan_closed", "kan_added", "kan_open", "nuki", "open_riichi")}


def play(rules: Rules, n: int, steps: int, seed: int = 0) -> Iterator[Batch]:
    """A batch before each decision: plain play with slips, fond of kans and disclosure."""
    batch = Batch(rules, n, seed=seed)
    actions = np.zeros(n, np.uint8)
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        yield batch
        batch.baseline(actions, PLAIN)
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


def unseen_fours(rules: Rules, batch: Batch, i: int, viewer: int) -> list[int]:
    """Kinds of which the viewer has seen no tile, none being in a hand that is shown."""
    t = Table(rules, batch, i, viewer)
    return [kind for kind, n in t.unseen().items() if n == 4 and kind < 34]


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
# every seat has drawn one of the last four tiles, which nobody discards
LAST_DRAWS = """
rules wuhan min_points=0
turn offer 0 verb=win
table offer=1 last_draws=4
seat0 hand=45688m89s222z+1w melds=chi(7p9p8p')<3 river=3m1p3p4p1s6s2m8p7p4s6s'1z2p3z1s8p6m aside=1k
seat1 hand=46p2356679s46z melds=chi(5s7s6s')<0 river=3m2m1p4m4m4m6m7m3p4p9p1z9p2s7m8m
seat2 hand=99m578p99s1344556z river=7m2p7p1s4s5p4p8s5m3p3m2s'3s8s1p6m aside=1k11w
seat3 hand=789m6669p55s56z melds=chi(3s4s2s')<2 river=1p3p5m7s5p8p'2p5m5p2m2z3z2s4s3m4z1s aside=1k1w
dora 9m
wall ...
"""
