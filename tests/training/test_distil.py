"""Distilling roll-outs: targets, what is learnt, whole small runs, and going on after a stop."""

import copy
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import ACTION_COUNT, TILE_ACTIONS, action_id
from shugi._fast.rules.compile import Rules
from shugi._fast.view.layouts import TILES
from shugi.agents import AgentError, Baseline, Random
from shugi.agents.plans.plan import plans_at
from shugi.agents.plans.playouts import Playouts
from shugi.agents.plans.shares import plan_shares
from shugi.agents.sums import SparsePositions
from shugi.envs.rulesets.rules import load_rules
from shugi.envs.seat import SKIP

torch = pytest.importorskip("torch")

from shugi.agents.checkpoint import CheckpointError, Description, describe, load_policy  # noqa: E402
from shugi.agents.model import Critic, Policy  # noqa: E402
from shugi.agents.model_config import ModelConfig  # noqa: E402
from shugi.agents.network import Network  # noqa: E402
from shugi.training.decisions.classes import CLASSES, class_named  # noqa: E402
from shugi.training.decisions.draw import load_games  # noqa: E402
from shugi.training.distil.choices import ChoiceCollector, classes_among  # noqa: E402
from shugi.training.distil.dataset import DistillationSet, TrainingPlans, divergence  # noqa: E402
from shugi.training.distil.distil_run import DistilRun  # noqa: E402
from shugi.training.distil.distiller import Distiller, DistilSource  # noqa: E402
from shugi.training.distil.jobs import PlanValueJob  # noqa: E402
from shugi.training.distil.rounds import fingerprint, positions_of  # noqa: E402
from shugi.training.distil.value_fit import PlanValueFit  # noqa: E402
from shugi.training.distil.valuing import (  # noqa: E402
    ValuedPlans,
    Valuer,
    advised_plans,
    in_question,
    likelier,
    summary,
    with_random,
)
from shugi.training.learn.trainer import Trainer  # noqa: E402
from shugi.training.run.config import ConfigError, load_config, load_distil, parse_config  # noqa: E402
from shugi.training.run.distil_config import DistilConfig  # noqa: E402
from tests.support.runs import metrics_of, quiet, stopped_after  # noqa: E402
from tests.support.shell import Shell  # noqa: E402
from tests.support.small_network import small_network  # noqa: E402

RULES, HANGZHOU, KAWUXING = (load_rules(name) for name in ("super_bingo", "hangzhou", "kawuxing"))
RIICHI = action_id("riichi")
MODEL = ModelConfig(hidden=16, channels=8, kinds=(0, 34))
TINY = ["rounds=2", "positions=12", "games=32", "deals=2", "recheck_factor=2", "steps=2"]
TINY += ["minibatch=8"]
SETS = [word for change in TINY[1:] for word in ("--set", change)]


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)  # small products, and cores that others use too


def policy(seed: int = 1) -> Policy:
    torch.manual_seed(seed)
    return Policy(MODEL)


def collected(
    count: int = 24, anchor_ratio: float = 1.0, name: str = "riichi", rules: Rules = RULES
) -> tuple[list[bytes], list[bytes]]:
    """Games at decisions of a class in the baseline's play, and at other decisions."""
    classes = classes_among(rules, [name])
    collector = ChoiceCollector(rules, 32, 1.0, [Baseline()], classes, anchor_ratio, seed=3)
    rng = np.random.default_rng(0)
    while collector.found(count) < count:
        collector.step(Baseline(), rng)
    return collector.chosen(count), collector.kept_anchors


def valued(
    choices: list[bytes], worth: Callable[[tuple[int, ...]], float], rules: Rules = RULES
) -> ValuedPlans:
    """Values as if a plan were worth exactly what ``worth`` says."""
    plans = [plans_at(batch := load_games(rules, [game]), 0)[: batch.n * 99] for game in choices]
    found = [
        np.array([[worth(plan)] * 4 for plan in own], np.float32).reshape(-1, 4) for own in plans
    ]
    return summary(plans, found)


def part_of(values: ValuedPlans, some: np.ndarray) -> ValuedPlans:
    return ValuedPlans(**{f.name: getattr(values, f.name)[some] for f in fields(ValuedPlans)})


def some_of(values: ValuedPlans) -> tuple[ValuedPlans, np.ndarray]:
    """Half of the plans, the first of every verb among them; and which these are."""
    some = np.random.default_rng(0).random(len(values.value)) < 0.5
    verbs = np.stack([values.position, values.first], axis=1)
    first = np.unique(verbs, axis=0, return_index=True)[1]
    some[first[values.first[first] >= TILE_ACTIONS]] = True
    return part_of(values, some), some


NONE = np.zeros(0, np.int64)


def set_of(*plans: TrainingPlans, changes: Sequence[str] = ()) -> DistillationSet:
    found = DistillationSet(plans, policy(), load_distil(changes), "fp32")
    found.set_targets(found.values.value, found.values.error)
    return found


def lessons(
    values: ValuedPlans, choices: list[bytes], anchors: list[bytes], *changes: str
) -> DistillationSet:
    return set_of(TrainingPlans(RULES, choices, anchors, values), changes=changes)


def lesson_of(
    count: int, worth: Callable[[tuple[int, ...]], float], *changes: str, **choices: Any
) -> DistillationSet:
    """Lessons of so many decisions whose plans are worth what ``worth`` says."""
    games, anchors = collected(count, **choices)
    return lessons(valued(games, worth), games, anchors, *changes)


def distiller(
    folder: Path,
    *changes: str,
    source: Policy | None = None,
    seed: int = 1,
    rules: Rules | Sequence[Rules] = RULES,
) -> Distiller:
    folder.mkdir(parents=True, exist_ok=True)
    source = source or policy()
    about = Description(source.config, RULES.name, RULES.hash)
    config = load_distil([*TINY, *changes])
    sets = [rules] if isinstance(rules, Rules) else rules
    run = DistilRun(config, sets, seed, precision="fp32", save_seconds=0.0)
    return Distiller(run, DistilSource(source, Critic(source.config), about), folder, quiet())


def weights(folder: Path) -> str:
    return fingerprint(load_policy(folder / "model.safetensors")[0])


# ---- positions and values


def test_what_is_collected_is_a_choice_of_the_class() -> None:
    choices, anchors = collected()
    batch = load_games(RULES, choices)
    assert len(choices) == 24 and batch.legal()[:, RIICHI].all()
    assert len(anchors) >= 12
    rest = load_games(RULES, anchors)
    assert not rest.legal()[:, RIICHI].any()


def test_every_class_has_its_share() -> None:
    classes = [class_named(name) for name in ("riichi", "float", "kong")]
    collector = ChoiceCollector(RULES, 64, 1.0, [Baseline()], classes, 0.0, seed=3)
    rng = np.random.default_rng(0)
    while collector.found(30) < 30:
        collector.step(Baseline(), rng)
    riichi, floats, kans = collector.kept
    # Super Bingo has no floats: given up, and its share goes to the others
    assert not floats and len(riichi) >= 15 and len(kans) >= 15
    assert collector.chosen(30)[:4] == [riichi[0], kans[0], riichi[1], kans[1]]


class Counting(Baseline):
    """The baseline, and how many games it was asked about."""

    asked = 0

    def act(self, seen: Any, rng: Any) -> Any:
        self.asked += len(seen)
        return super().act(seen, rng)


def test_players_share_the_games_that_are_not_the_policys() -> None:
    policy_, *players = (Counting(), Counting(), Counting())
    classes = classes_among(RULES, ["riichi"])
    collector = ChoiceCollector(RULES, 64, 0.25, players, classes, 0.0, seed=3)
    for _ in range(3):
        collector.step(policy_, np.random.default_rng(0))
    assert [one.asked for one in (policy_, *players)] == [3 * 16, 3 * 24, 3 * 24]


def test_players_are_named_in_the_config(tmp_path: Path) -> None:
    run = distiller(tmp_path, "self_play_share=0", "players=[baseline:silent, random]")
    first, second = (player for player, _ in run.pools[0].collector.tables)
    assert isinstance(first, Baseline) and isinstance(second, Random)
    with pytest.raises(AgentError, match="baseline"):
        distiller(tmp_path, "players=[basline]")
    with pytest.raises(ConfigError, match="players must name at least one"):
        load_distil(["players=[]"])


def test_classes_the_rules_do_not_have_are_passed_over() -> None:
    names = list(DistilConfig().classes)
    assert {one.name for one in CLASSES} == {*names, "push_fold", "call", "discard"}
    assert [one.name for one in classes_among(HANGZHOU, names)] == ["float", "go_on", "kong"]
    with pytest.raises(AgentError, match="float"):
        classes_among(HANGZHOU, ["riichi"])
    with pytest.raises(AgentError, match="did you mean 'riichi'"):
        classes_among(RULES, ["richi"])


def test_any_class_may_stand_beside_any_other() -> None:
    """Folding declares riichi here and there: then no discard is the one of folding."""
    batch = load_games(RULES, collected(64)[0])
    folded = class_named("push_fold").act
    found = [folded(batch, i, plans_at(batch, i)) for i in range(batch.n)]
    assert not all(acts.any() for acts in found) and any(acts.any() for acts in found)


def test_chances_of_plans_are_those_of_their_steps() -> None:
    choices, _ = collected(6)
    batch = load_games(RULES, choices)
    plans = [plans_at(batch, i) for i in range(batch.n)]
    agent = Network(policy(), "policy", precision="fp32")
    chances = plan_shares(agent, batch, plans, np.random.default_rng(0), least=-1.0).preferred
    for own, chance in zip(plans, chances, strict=True):
        assert len(own) == len(chance) and chance.sum() == pytest.approx(1, abs=1e-3)


def test_the_likelier_plans_have_one_of_every_verb() -> None:
    plans = [(1,), (2,), (3,), (RIICHI, 1), (RIICHI, 2), (RIICHI + 1, 1)]
    chance = np.array([0.5, 0.1, 0.3, 0.02, 0.05, 0.03], np.float32)
    assert likelier(plans, chance, 2) == [(1,), (3,), (RIICHI, 2), (RIICHI + 1, 1)]
    assert likelier(plans, chance, 9) == plans
    act = np.array([False, True, False, False, False, False])
    assert (2,) in likelier(plans, chance, 1, [act, act & False])
    assert (RIICHI, 1) in likelier(plans, chance, 1, [], [(RIICHI, 1)])


def test_what_the_baseline_would_do_and_discard_is_advised() -> None:
    choices, _ = collected(6)
    batch = load_games(RULES, choices)
    plans = [plans_at(batch, i) for i in range(batch.n)]
    advised = advised_plans(batch, plans, np.random.default_rng(0))
    done = np.zeros(batch.n, np.uint8)
    batch.baseline(done)
    for i, own in enumerate(advised):
        assert own[0][0] == done[i] and set(own) <= set(plans[i])
        assert any(plan[0] < TILE_ACTIONS for plan in own)


def test_what_all_plans_gain_alike_is_taken_off() -> None:
    deals = np.array([[0.0, 10, 20, np.nan], [2.0, 12, 22, 7]], np.float32)
    found = summary([[(1,), (RIICHI, 4)]], [deals], first=5)
    assert found.position.tolist() == [5, 5] and found.first.tolist() == [1, RIICHI]
    assert found.second.tolist() == [SKIP, 4]
    assert found.value.tolist() == [-1, 1] and found.error.tolist() == [0, 0]
    apart = summary([[(1,), (2,)]], [np.array([[0, 0, 0, 0], [2, 4, 2, 4]], np.float32)])
    assert apart.error == pytest.approx([np.std([1, 2, 1, 2], ddof=1) / 2] * 2)


def test_plans_that_look_better_are_in_question() -> None:
    deals = np.array([[0, 0, 0, 0], [5, 6, 5, 6], [1, -1, 1, -2], [9, -9, 9, -8]], np.float32)
    assert in_question(deals, 0) == [0, 1]
    assert in_question(deals, 1) == []  # nothing looks better than that
    assert in_question(deals, 2) == [0, 1, 2] or in_question(deals, 2) == [1, 2]
    assert in_question(np.full((2, 3), np.nan, np.float32), 0) == []


def test_plans_in_question_are_played_out_again_in_fresh_deals() -> None:
    choices, _ = collected(6)
    games = load_games(RULES, choices)
    classes = classes_among(RULES, ["riichi"])
    agent = Network(policy(), "policy", precision="fp32")

    def of(again: int) -> ValuedPlans:
        valuer = Valuer(Playouts(RULES, Baseline(), 4), 3, classes, again)
        return valuer.values(games, agent, np.random.default_rng(0))

    once, twice = of(0), of(6)
    assert 0 < len(twice.value) < len(once.value)
    changed = [p for p in range(6) if (once.position == p).sum() > (twice.position == p).sum()]
    assert changed and all((twice.position == p).sum() in (2, 3) for p in changed)
    for p in set(range(6)) - set(changed):
        assert (once.value[once.position == p] == twice.value[twice.position == p]).all()


def test_more_plans_are_explored_at_random() -> None:
    plans = [(tile,) for tile in range(9)]
    drawn = [with_random([(2,), (4,)], plans, 3, np.random.default_rng(seed)) for seed in range(40)]
    assert all(len(own) == 5 and {(2,), (4,)} <= set(own) and own == sorted(own) for own in drawn)
    assert {plan for own in drawn for plan in own} == set(plans)
    rng = np.random.default_rng(0)
    assert with_random([(2,)], plans, 99, rng) == plans
    assert with_random(plans, plans, 3, rng) == plans
    assert with_random([(2,)], plans, 0, rng) == [(2,)]
    choices, _ = collected(6)
    games, classes = load_games(RULES, choices), classes_among(RULES, ["riichi"])
    agent, playouts = Network(policy(), "policy", precision="fp32"), Playouts(RULES, Baseline(), 2)
    few, more = (
        Valuer(playouts, 2, classes, 0, explored).values(games, agent, np.random.default_rng(0))
        for explored in (0, 3)
    )
    assert (np.bincount(more.position) - np.bincount(few.position)).tolist() == [3] * 6


def test_hands_are_dealt_as_the_settings_say(tmp_path: Path) -> None:
    found = {}
    for how in ("likely", "any", "play"):
        one = distiller(tmp_path / how, "rounds=1", f"dealt={how}")
        assert one.run()
        found[how] = positions_of(tmp_path / how)
    likely, anything, play = found.values()
    assert likely.choices == anything.choices == play.choices
    worths = [one.values.value.tolist() for one in (likely, anything, play)]
    assert worths[0] != worths[1] != worths[2] != worths[0]


def test_a_position_without_deals_or_choice_has_no_values() -> None:
    nothing = np.full((2, 3), np.nan, np.float32)
    assert len(summary([[(1,), (2,)]], [nothing]).value) == 0
    assert len(summary([[(1,)]], [np.zeros((1, 3), np.float32)]).value) == 0


# ---- targets


def test_targets_are_the_policy_before_tilted_by_values() -> None:
    lesson = lesson_of(8, lambda plan: 2.0 * (plan[0] == RIICHI) + 0.1 * plan[-1], "temperature=3")
    values = lesson.values
    before = lesson.plan_chances(lesson.log_before).astype(np.float64)
    wanted = before * np.exp(values.value.astype(np.float64) / 3)
    wanted /= np.bincount(lesson.root, weights=wanted)[lesson.root]
    assert lesson.plan_chances(lesson.log_target) == pytest.approx(wanted, abs=1e-5)
    # both steps: rows of verbs and of tiles sum to one
    assert lesson.log_target.exp().sum(dim=1).numpy() == pytest.approx(1, abs=1e-4)


def test_plans_without_values_keep_their_share() -> None:
    choices, anchors = collected(4)
    values = valued(choices, lambda plan: float(plan[0] == RIICHI) * 5)
    some = np.ones(len(values.value), np.bool_)
    silent = values.first < TILE_ACTIONS
    dropped = [int(np.flatnonzero((values.position == p) & silent)[0]) for p in range(4)]
    some[dropped] = False
    fewer = part_of(values, some)
    lesson = lessons(fewer, choices, anchors)
    tilt = (lesson.log_target - lesson.log_before[: len(lesson.log_target)]).numpy()
    for row, i in enumerate(dropped):
        other = int(np.flatnonzero((fewer.position == row) & (fewer.first < TILE_ACTIONS))[0])
        # unvalued: as good as the policy before on average, so better than a silent discard
        assert tilt[row, values.first[i]] > tilt[row, fewer.first[other]]
        assert tilt[row, values.first[i]] < tilt[row, RIICHI]


def test_every_plan_is_there_and_those_without_values_gain_nothing() -> None:
    choices, anchors = collected(6)
    values = valued(choices, lambda plan: float(plan[0] == RIICHI))
    fewer, some = some_of(values)
    whole, lesson = lessons(values, choices, anchors), lessons(fewer, choices, anchors)
    assert whole.known.all() and (lesson.known == some).all()
    for name in ("position", "first", "second"):
        assert (getattr(lesson.values, name) == getattr(values, name)).all()
    assert (lesson.values.value[some] == fewer.value).all()
    assert np.isnan(lesson.values.value[~some]).all()
    assert lesson.plan_chances(lesson.log_before) == pytest.approx(
        whole.plan_chances(whole.log_before), abs=1e-6
    )
    gained = lesson.advantages(lesson.values.value)
    assert (gained[~some] == 0).all() and (gained[some] != 0).any()
    likeliest = lesson._of_likeliest(np.where(some, 0.1, 1).astype(np.float32), gained)
    assert set(likeliest.tolist()) <= set(gained[some].tolist())


def test_noise_raises_the_temperature() -> None:
    choices, anchors = collected(4)
    values = valued(choices, lambda plan: 0.0)
    values.error[values.position == 2] = 6.0
    lesson = lessons(values, choices, anchors, "temperature=1", "noise=0.5")
    assert lesson.temperatures() == pytest.approx([1, 1, 3, 1])


def test_plans_that_are_not_legal_are_refused() -> None:
    choices, anchors = collected(4)
    values = valued(choices, lambda plan: 0.0)
    values.second[np.flatnonzero(values.second != SKIP)[-1]] = TILE_ACTIONS - 1
    with pytest.raises(AgentError, match="not legal"):
        lessons(values, choices, anchors)


def test_divergence_ignores_masked_actions() -> None:
    some = torch.tensor([[0.5, 0.5, 0.0]]).log().clamp(min=-1e9)
    other = torch.tensor([[0.25, 0.75, 0.0]]).log().clamp(min=-1e9)
    wanted = 0.5 * np.log(2) + 0.5 * np.log(2 / 3)
    assert float(divergence(some, other)) == pytest.approx(wanted, abs=1e-6)
    assert float(divergence(some, some)) == 0


@pytest.mark.parametrize("better", ["riichi", "silent"])
def test_the_policy_moves_to_the_better_plan(better: str) -> None:
    choices, anchors = collected(16)
    sign = 1 if better == "riichi" else -1
    values = valued(choices, lambda plan: 2.0 * sign * (plan[0] >= TILE_ACTIONS))
    lesson = lessons(values, choices, anchors, "temperature=0.5")
    learner = policy()
    adam = torch.optim.Adam(learner.parameters(), lr=3e-3)
    roots = np.arange(lesson.roots)
    losses = lesson.losses(learner, roots, lesson.anchors)
    first, pull = (float(one.detach()) for one in losses)
    assert pull == pytest.approx(0, abs=1e-5)
    for _ in range(30):
        loss, _ = lesson.losses(learner, roots, NONE)
        adam.zero_grad()
        loss.backward()
        adam.step()
    assert float(lesson.losses(learner, roots, NONE)[0].detach()) < 0.5 * first
    declared = values.first >= TILE_ACTIONS
    rows = np.arange(lesson.roots + lesson.follows)
    before, now, wanted = (
        lesson.plan_chances(log_policy)[declared].sum() / lesson.roots
        for log_policy in (lesson.log_before, lesson.log_policy(learner, rows), lesson.log_target)
    )
    assert sign * (wanted - before) > 0.1
    assert abs(now - wanted) < 0.5 * abs(before - wanted)
    gained = lesson.gains(learner)["sampled"][roots].mean()
    assert gained == pytest.approx(2.0 * sign * (now - before), abs=0.02)


# ---- what plans are worth, learnt


SIGNS = (6.0, -6.0)


def noisy(values: ValuedPlans, spread: float) -> ValuedPlans:
    noise = np.random.default_rng(0).normal(0, spread, len(values.value)).astype(np.float32)
    error = np.full(len(noise), spread, np.float32)
    return replace(values, value=values.value + noise, error=error)


def fitted(lesson: DistillationSet, roots: np.ndarray, passes: int) -> tuple[PlanValueFit, float]:
    torch.manual_seed(0)
    fit = PlanValueFit(lesson, policy())
    shares: list[float] = []
    found = fit.fit(roots, passes, np.random.default_rng(0), shares.append)
    assert shares == sorted(shares) and shares[-1] == 1
    return fit, found


def test_noise_of_single_positions_averages_out() -> None:
    choices, anchors = collected(160)
    truth = valued(choices, lambda plan: 6.0 * (plan[0] == RIICHI))
    lesson = lessons(noisy(truth, 3.0), choices, anchors)
    held = np.arange(lesson.roots) >= 120
    fit, explained = fitted(lesson, np.flatnonzero(~held), 30)
    wrong = (fit.values() - truth.value)[held[lesson.root]]
    assert np.sqrt(np.square(wrong).mean()) < 1  # of single positions: 3
    assert min(fit.explained(np.flatnonzero(held)), explained) > 0.1


def test_each_rule_set_is_learnt_by_itself() -> None:
    choices, anchors = collected(120)
    good, bad = (
        valued(choices, lambda plan, sign=sign: sign * (plan[0] == RIICHI)) for sign in SIGNS
    )
    dataset = set_of(*(TrainingPlans(RULES, choices, anchors, own) for own in (good, bad)))
    fit, _ = fitted(dataset, np.arange(dataset.roots), 30)
    found, declared = fit.values(), dataset.values.first == RIICHI
    of = dataset.set_of[dataset.root]
    own = [of == k for k in (0, 1)]
    apart = [found[declared & mine].mean() - found[~declared & mine].mean() for mine in own]
    assert apart == pytest.approx(SIGNS, abs=1.5)


def test_plans_without_playouts_are_appraised_too() -> None:
    choices, anchors = collected(160)
    truth = valued(choices, lambda plan: 6.0 * (plan[0] == RIICHI))
    lesson = lessons(some_of(truth)[0], choices, anchors)
    fit, _ = fitted(lesson, np.arange(lesson.roots), 30)
    found, unknown = fit.values(), ~lesson.known
    assert np.isfinite(found).all() and unknown.sum() > 100
    declared = lesson.values.first == RIICHI
    apart = found[unknown & declared].mean() - found[unknown & ~declared].mean()
    assert apart == pytest.approx(6, abs=1.5)


def test_targets_follow_what_was_learnt() -> None:
    choices, anchors = collected(64)
    values = noisy(valued(choices, lambda plan: 2.0 * (plan[0] == RIICHI)), 3.0)
    lesson = lessons(values, choices, anchors, "temperature=1")
    careful = lesson.log_careful.clone()
    fit, _ = fitted(lesson, np.arange(lesson.roots), 10)
    lesson.set_targets(fit.values(), np.zeros(len(values.value), np.float32))
    assert (lesson.temperatures() == 1).all()
    assert not torch.equal(lesson.log_careful, careful)
    assert torch.equal(lesson.log_careful, lesson.log_target)  # nothing to be careful about


def dense(kept: SparsePositions) -> tuple[np.ndarray, np.ndarray]:
    """(b, planes * places) uint8, and (b, globals) float32."""
    return kept.planes.dense(kept.picks), kept.numbers.dense(kept.picks)


def test_a_kan_is_judged_by_the_position_before_it() -> None:
    lesson = lesson_of(4, lambda plan: plan[0], anchor_ratio=0.0, name="kong")
    fit = PlanValueFit(lesson, policy())
    plans = np.flatnonzero(fit.first == SKIP)
    assert len(plans) and (lesson.values.first[plans] >= TILE_ACTIONS).all()
    after, before = fit._after(plans), lesson.see(lesson.root[plans]).kept
    for one, other in zip(dense(after), dense(before), strict=True):
        assert np.array_equal(one, other)


def stepped(rules: Rules, game: bytes, *actions: int) -> Batch:
    batch = Batch(rules, 1, forced=False, auto_reset=False)
    batch.load(0, game)
    for action in actions:
        batch.step_one(0, action)
    return batch


@pytest.mark.parametrize(
    ("of", "name", "verb_name"),
    [(RULES, "riichi", "riichi"), (KAWUXING, "disclose", "open_riichi")],
)
def test_a_forced_tile_is_looked_at_as_a_chosen_one(of: Rules, name: str, verb_name: str) -> None:
    # a declaration with one possible tile is one action; with two tiles it is an action for each
    verb = action_id(verb_name)
    choices, _ = collected(40, 0.0, name, of)
    values = valued(choices, lambda plan: float(plan[0]), of)
    lesson = set_of(TrainingPlans(of, choices, [], values))
    fit = PlanValueFit(lesson, policy())
    plans = np.flatnonzero(lesson.values.first == verb)
    forced = lesson.values.second[plans] == SKIP
    assert forced.any() and not forced.all()
    for plan in plans:
        game = choices[lesson.own_position[lesson.root[plan]]]
        seat = load_games(of, [game]).seat
        (tile,) = (
            [int(lesson.values.second[plan])]
            if lesson.values.second[plan] != SKIP
            else stepped(of, game, verb).legal_actions(0)
        )
        assert fit.tile[plan] == fit.second[plan] == tile
        batch = stepped(of, game, verb, tile)
        planes = np.zeros((1, TILES.planes, TILES.places), np.uint8)
        numbers = np.zeros((1, TILES.globals), np.float32)
        batch.observe(planes, numbers, None, seat)
        after = dense(fit._after(np.array([plan])))
        assert np.array_equal(after[0], planes.reshape(1, -1))
        assert np.array_equal(after[1], numbers)


def test_kans_of_different_tiles_are_told_apart() -> None:
    lesson = lesson_of(60, lambda plan: plan[0], anchor_ratio=0.0, name="kong")
    fit = PlanValueFit(lesson, policy())
    kans = np.isin(lesson.values.first, [action_id("kan_closed"), action_id("kan_added")])
    assert kans.any() and (fit.melded[kans] < TILE_ACTIONS - 1).all()
    assert (fit.melded[~kans] == TILE_ACTIONS - 1).all() and (fit.first[kans] == SKIP).all()
    net = fit.networks[0].eval()
    torch.nn.init.normal_(net.head.weight)
    plan = np.flatnonzero(kans)[:1]
    worth = []
    for tile in (1, 2):
        fit.melded[plan] = tile
        root = lesson.root[plan]
        worth.append(fit._values_of(net, root)[0].detach().numpy())
    assert not np.allclose(*worth)


def test_a_network_reads_lists_as_it_would_read_planes() -> None:
    lesson = lesson_of(24, lambda plan: plan[0], anchor_ratio=0.0)
    fit = PlanValueFit(lesson, policy(2))
    net = fit.networks[0].eval()
    for weight in (*net.tiles.out.parameters(), *net.head.parameters()):
        torch.nn.init.normal_(weight)
    roots, plans = np.arange(lesson.roots), np.arange(len(lesson.root))
    kept = lesson.see(roots).kept.plus(fit._after(plans))
    of, tile = torch.from_numpy(lesson.root[plans]), fit.tile[plans]
    asked = torch.zeros(lesson.roots, ACTION_COUNT, dtype=torch.uint8)
    asked[of, tile] = 1
    with torch.no_grad():
        terms = net.trunk.terms(net.rules)
        features, of_tiles = net._read(kept, terms, asked)
        planes, numbers = (
            torch.from_numpy(part.dense(kept.picks)) for part in (kept.planes, kept.numbers)
        )
        wanted, kinds = net.trunk(planes.view(-1, TILES.planes, TILES.places), numbers, terms)
        dense = net.tiles(wanted[: lesson.roots], kinds[: lesson.roots])
    assert torch.allclose(features, wanted, atol=1e-4)
    assert torch.allclose(of_tiles[of, tile], dense[of, tile], atol=1e-4)
    assert float(dense[of, tile].std()) > 0.1


# ---- runs


@pytest.mark.parametrize("passes", [0, 2])
@pytest.mark.parametrize("several", [False, True])
def test_a_resumed_run_ends_as_an_uninterrupted_one(
    tmp_path: Path, passes: int, several: bool
) -> None:
    changes = [f"value_epochs={passes}", *(["temperature_unit=spread"] if several else [])]
    rules = [RULES, HANGZHOU] if several else RULES
    whole = distiller(tmp_path / "whole", *changes, rules=rules)
    assert whole.run() and whole.rounds == 2
    for times in range(1, 60):  # stopped again and again, each time somewhat later
        if distiller(tmp_path / "parts", *changes, rules=rules).run(stop=stopped_after(times)):
            break
    else:
        raise AssertionError("never finished")
    assert times > 3
    assert weights(tmp_path / "parts") == weights(tmp_path / "whole") != fingerprint(policy())
    lines = metrics_of(tmp_path / "parts")
    assert [line["update"] for line in lines] == [1, 2]
    assert all(("explained" in line) == (passes > 0) for line in lines)


def test_values_that_were_fitted_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that is stopped while the policy learns does not fit them again."""
    ended: list[int] = []
    fit = PlanValueFit.fit

    def counted(self: PlanValueFit, *words: Any) -> float:
        found = fit(self, *words)
        ended.append(1)
        return found

    monkeypatch.setattr(PlanValueFit, "fit", counted)
    for times in range(1, 60):
        if distiller(tmp_path, "value_epochs=2", "rounds=1", "steps=9").run(
            stop=stopped_after(times)
        ):
            break
    assert 6 < times < 59 and len(ended) == 1


def test_several_rule_sets_have_their_shares(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="temperature_unit: spread"):
        distiller(tmp_path, rules=[RULES, HANGZHOU])
    run = distiller(
        tmp_path, "rounds=1", "temperature_unit=spread", "positions=20", rules=[RULES, HANGZHOU]
    )
    assert run.run() and run.positions == 20
    for number, pool in enumerate(run.pools):
        assert len(pool.found.choices) == 10
        found = positions_of(tmp_path, number)
        assert found.choices == pool.found.choices
        assert load_games(pool.rules, found.choices).n == 10  # of no other rules
    told = metrics_of(tmp_path)[-1].keys()
    assert {"super_bingo/gain_likeliest", "hangzhou/gain_sampled_learnt"} <= told


def test_a_set_of_two_rule_sets_is_both_of_them() -> None:
    alone = []
    for rules, name in ((RULES, "riichi"), (HANGZHOU, "kong")):
        choices, anchors = collected(8, name=name, rules=rules)
        values = valued(choices, lambda plan: float(plan[0]), rules)
        alone.append(TrainingPlans(rules, choices, anchors, values))
    changes = ["temperature=0.5", "temperature_unit=spread"]
    sets = [set_of(*some, changes=changes) for some in (alone[:1], alone[1:], alone)]
    first, second, both = sets
    assert both.roots == first.roots + second.roots and len(both.games) == 2
    parts = np.split(both.chance_before, [len(first.chance_before)])
    for part, one in zip(parts, (first, second), strict=True):
        assert part == pytest.approx(one.chance_before, abs=1e-6)
    temperatures = np.split(both.temperatures(), [first.roots])
    assert temperatures[0][0] != pytest.approx(temperatures[1][0])
    for part, one in zip(temperatures, (first, second), strict=True):
        assert part == pytest.approx(one.temperatures())
    learner = policy(3)
    found = [one.losses(learner, np.arange(one.roots), one.anchors) for one in sets]
    losses, pulls = ([float(one.detach()) for one in part] for part in zip(*found, strict=True))
    assert losses[2] == pytest.approx((losses[0] + losses[1]) / 2, rel=1e-4)
    shares = [len(one.anchors) for one in sets]
    assert pulls[2] * shares[2] == pytest.approx(np.dot(pulls[:2], shares[:2]), rel=1e-4)
    fits = [PlanValueFit(one, policy()) for one in sets]
    with torch.no_grad():
        # of a network that has learnt nothing every plan is worth the same
        for network in (one for fit in fits for one in fit.networks):
            torch.nn.init.normal_(network.head.weight, generator=torch.Generator().manual_seed(1))
    worth = [fit.values() for fit in fits]
    assert worth[2] == pytest.approx(np.concatenate(worth[:2]), abs=1e-4)


def test_same_seed_same_run_and_another_one_differs(tmp_path: Path) -> None:
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        assert distiller(tmp_path / name, "rounds=1", seed=seed).run()
    assert weights(tmp_path / "a") == weights(tmp_path / "b") != weights(tmp_path / "c")


def test_the_source_stays_as_it_is(tmp_path: Path) -> None:
    source = policy(2)
    was = fingerprint(source)
    assert distiller(tmp_path, "rounds=1", source=source).run()
    assert fingerprint(source) == was != weights(tmp_path)
    about = describe(tmp_path / "model.safetensors")
    assert about.of_rules(RULES) and about.training["distil"]["source"] == was


def test_the_budget_may_be_raised(tmp_path: Path) -> None:
    assert distiller(tmp_path, "rounds=1").run()
    one = weights(tmp_path)
    assert distiller(tmp_path, "rounds=1").run()  # nothing left to do
    assert weights(tmp_path) == one
    more = distiller(tmp_path, "rounds=2")
    assert more.run() and more.rounds == 2 and weights(tmp_path) != one


def test_a_blend_lies_between_the_policy_before_and_the_one_learnt(tmp_path: Path) -> None:
    found = []
    for share in (1.0, 0.25):
        run = distiller(tmp_path / str(share), "rounds=1", f"blend={share}")
        assert run.run()
        found.append(load_policy(tmp_path / str(share) / "model.safetensors")[0].state_dict())
    before, (whole, part) = policy().state_dict(), found
    assert any(not torch.equal(before[name], whole[name]) for name in before)
    for name, weight in part.items():
        assert torch.allclose(weight, 0.75 * before[name] + 0.25 * whole[name], atol=1e-6)
    with pytest.raises(ConfigError, match="blend"):
        load_distil(["blend=0"])


def test_a_limit_in_minutes_ends_a_run(tmp_path: Path) -> None:
    run = distiller(tmp_path, "rounds=null", "minutes=0.05", "positions=4000")
    assert run.run() and 0 < len(run.pools[0].found.values.value)
    assert run.elapsed() < 60


@pytest.mark.parametrize("continuation", ["policy", "policy_alone"])
def test_the_policy_itself_may_play_on(tmp_path: Path, continuation: str) -> None:
    changes = ("rounds=1", "positions=3", f"continuation={continuation}", "candidates=2")
    run = distiller(tmp_path, *changes)
    assert run.run()
    playouts = playouts_of(run)
    assert isinstance(playouts.policy, Network)
    assert isinstance(playouts.others, Baseline) == (continuation == "policy_alone")


def test_a_student_may_play_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changes = ("rounds=1", "positions=3", "continuation=student", "candidates=2")
    with pytest.raises(ConfigError, match="continuation: .*has none.*shugi train student"):
        distiller(tmp_path, *changes, rules=KAWUXING)
    monkeypatch.setattr("shugi.training.distil.jobs.STUDENT", "baseline:rusher")
    run = distiller(tmp_path, *changes)
    assert run.run() and playouts_of(run).policy.name == "baseline:rusher"


def test_playouts_may_stop_at_a_horizon(tmp_path: Path) -> None:
    changes = ("rounds=1", "continuation=policy", "horizon=1")
    runs = {name: distiller(tmp_path / name, *changes[:n]) for name, n in (("end", 2), ("near", 3))}
    assert all(run.run() for run in runs.values())
    end, near = (run.pools[0].found for run in runs.values())
    assert end.choices == near.choices
    assert not np.array_equal(end.values.value, near.values.value)
    near, end = (playouts_of(runs[name]) for name in ("near", "end"))
    assert near.horizon == 1 and near.critic is not None and end.critic is None


def playouts_of(run: Distiller) -> Playouts:
    """Those of a run's first rule set."""
    player = Network(run.policy, "policy")
    return PlanValueJob(run.settings, 0, run.policy, run.critic, 1).valuer(player, 1).playouts


def test_states_of_another_policy_are_refused(tmp_path: Path) -> None:
    assert distiller(tmp_path, "rounds=1").run()
    with pytest.raises(CheckpointError, match="another policy"):
        distiller(tmp_path, "rounds=1", source=policy(2)).run()
    state = tmp_path / "distil-01.pt"
    state.write_bytes(state.read_bytes()[:1000])
    with pytest.raises(CheckpointError, match=r"distil-01\.pt"):
        distiller(tmp_path, "rounds=2").run()


def test_a_training_run_ends_with_it(tmp_path: Path) -> None:
    sets = ["decisions=2000", "imitation.decisions=1000", "games=16", "steps=32", "threads=1"]
    sets += [f"distil.{change}" for change in TINY]
    config = load_config("smoke", sets)
    trainer = Trainer(config, RULES, tmp_path, quiet())
    assert trainer.run()
    assert weights(tmp_path) != fingerprint(trainer.policy)
    phases = [line["phase"] for line in metrics_of(tmp_path)]
    assert phases[-2:] == ["distil", "distil"]
    distilled = weights(tmp_path)
    again = Trainer(config, RULES, tmp_path, quiet())
    again.resume()
    assert again.run() and weights(tmp_path) == distilled


def test_a_mixture_ends_with_it_and_may_be_distilled_again(tmp_path: Path, shell: Shell) -> None:
    sets = ["decisions=1500", "imitation.decisions=700", "games=16", "steps=32", "threads=1"]
    sets += ["mixture=[{rules: super_bingo, share: 2}, {rules: hangzhou}]", "network.hidden=16"]
    sets += [f"distil.{change}" for change in (*TINY, "temperature_unit=spread", "rounds=1")]
    config = load_config("smoke", sets)
    trainer = Trainer(config, [RULES, HANGZHOU], tmp_path, quiet())
    assert trainer.run()
    sizes = [len(positions_of(tmp_path, number).choices) for number in (0, 1)]
    assert sizes == [8, 4]
    words = ["--threads", "1", *SETS, "--set", "temperature_unit=spread", "--set", "steps=1"]
    words += ["--rounds", "1"]
    again = tmp_path / "again"
    shell.says("distil", tmp_path, "--run-dir", again, *words)
    about = describe(again / "model.safetensors")
    assert [one.name for one in about.trained] == ["super_bingo", "hangzhou"]
    sizes = [len(positions_of(again, number).choices) for number in (0, 1)]
    assert sizes == [8, 4]
    other = tmp_path / "other"
    shell.says("distil", tmp_path, "--rules", "hangzhou", "--run-dir", other, *words)
    assert len(positions_of(other).choices) == 12
    about = describe(other / "model.safetensors")
    assert [one.name for one in about.trained] == ["hangzhou"]  # what it learnt last
    last = tmp_path / "last"
    shell.says("distil", other, "--run-dir", last, *words)
    assert len(positions_of(last).choices) == 12


# ---- settings and the command


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("deals=1", "deals must be at least 2"),
        ("temperature=0", "temperature must be at least"),
        ("self_play_share=1.5", "self_play_share must be at most 1, not 1.5"),
        ("held_out=1", "held_out must be less than 1"),
        ("classes=[]", "classes must name at least one"),
        ("continuation=nobody", "continuation"),
        ("horizon=-1", "horizon must be at least 0"),
        ("value_epochs=-1", "value_epochs must be at least 0"),
        ("dels=8", "did you mean 'deals'"),
    ],
)
def test_bad_settings_are_refused(change: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        load_distil([change])


def test_a_run_has_none_by_default() -> None:
    assert not parse_config({"minutes": 1}).distil.wanted
    assert not load_distil(["minutes=5", "rounds=0"]).wanted and load_distil(["minutes=5"]).wanted


def test_command_distils_and_goes_on(tmp_path: Path, shell: Shell) -> None:
    source = tmp_path / "source"
    assert distiller(source, "rounds=1").run()
    model = source / "model.safetensors"
    was = model.read_bytes()
    words = ["distil", source, "--run-dir", tmp_path / "out", "--threads", "1", *SETS]
    report = shell.tells(*words, "--rounds", "1")
    assert report["finished"] and report["rounds"] == 1 and report["positions"] == 12
    words += ["--rounds", "2"]
    assert "distilled 24 decisions" in shell.says(*words)
    assert model.read_bytes() == was
    for more, said in ((("--seed", 4), "seed: 1"), (("--precision", "fp32"), "precision: auto")):
        assert f"other settings ({said} there, {more[1]} now)" in shell.refuses(*words, *more)


def test_command_learns_from_the_positions_of_other_runs_too(tmp_path: Path, shell: Shell) -> None:
    source = tmp_path / "source"
    assert distiller(source, "rounds=1").run()
    words = ["distil", source, "--rounds", "1", "--threads", "1", *SETS, "--run-dir"]
    one, alone, both, no = (tmp_path / name for name in ("one", "alone", "both", "no"))
    shell.says(*words, one)
    shell.says(*words, alone, "--seed", "2")
    for _ in range(2):  # the second time there is nothing left to do
        assert shell.tells(*words, both, "--seed", "2", "--also", one)["positions"] == 24
    assert weights(both) != weights(alone)
    kept = [(folder / "distil-01.pt").stat().st_size for folder in (alone, both)]
    assert kept[0] == kept[1]  # of its own round alone
    assert "other settings (also" in shell.refuses(*words, both, "--seed", "2")
    said = shell.refuses(*words, no, "--also", tmp_path / "nothing")
    assert "no run of shugi distil" in said
    config = one / "config.yaml"
    config.write_text(config.read_text().replace("rules: super_bingo", "rules: toriuchi"))
    said = shell.refuses(*words, no, "--also", one)
    assert "of toriuchi too; this run is of super_bingo alone" in said and not no.exists()


def test_other_runs_may_be_of_some_of_the_rule_sets(tmp_path: Path, shell: Shell) -> None:
    source = tmp_path / "source"
    assert distiller(source, "rounds=1").run()
    words = ["distil", source, "--rounds", "1", "--threads", "1", *SETS]
    words += ["--set", "temperature_unit=spread", "--run-dir"]
    one, both = tmp_path / "one", tmp_path / "both"
    shell.says(*words, one, "--rules", "hangzhou")
    report = shell.tells(*words, both, "--rules", "super_bingo", "hangzhou", "--also", one)
    found = [len(positions_of(both, k).choices) for k in range(2)]
    assert report["positions"] == sum(found) + len(positions_of(one).choices)
    told = metrics_of(both)[-1].keys()
    assert {"super_bingo/gain_likeliest_learnt", "hangzhou/gain_likeliest_learnt"} <= told


def test_command_refuses(tmp_path: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    source = tmp_path / "source"
    assert distiller(source, "rounds=1").run()
    blind = small_network(tmp_path, keeps_critic=False)
    for words, said in (
        ([str(tmp_path / "nothing")], "no such file"),
        (["checkpoint:nobody"], "no checkpoint is called 'nobody'"),
        ([str(source), "--run-dir", str(source)], "give another --run-dir"),
        ([str(source), "--rules", "piquet"], "networks differ"),
        ([str(source), "--rules", "hangzhou", "--set", "classes=[riichi]"], "it has float"),
        ([str(source), "--threads", "0"], "--threads must be at least 1"),
        ([str(blind), "--set", "horizon=1"], "keeps no critic"),
    ):
        assert said in shell.refuses("distil", *words)
    assert not (tmp_path / "runs").exists()  # what is refused leaves no folder


def test_the_player_is_made_once_for_each_policy(tmp_path: Path) -> None:
    one = distiller(tmp_path)
    first = one._player()
    assert one._player() is first and first.policy is one.policy
    assert first.sample and first.precision == "fp32"
    one.policy = copy.deepcopy(one.policy)
    assert one._player() is not first and one._player().policy is one.policy
