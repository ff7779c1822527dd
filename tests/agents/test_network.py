"""Networks as agents: the engine evaluates them unless told otherwise, wherever they act."""

import copy
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

torch = pytest.importorskip("torch")

from shugi._fast.batch.batch import Batch  # noqa: E402
from shugi._fast.core.actions import action_id  # noqa: E402
from shugi._fast.rules.compile import Rules  # noqa: E402
from shugi.agents import AgentError, make_agent  # noqa: E402
from shugi.agents.banned import Banned  # noqa: E402
from shugi.agents.base import Observation  # noqa: E402
from shugi.agents.checkpoint import load_policy  # noqa: E402
from shugi.agents.engine_policy import engine_policy  # noqa: E402
from shugi.agents.grammar import mark_of  # noqa: E402
from shugi.agents.model import ModelConfig, Policy  # noqa: E402
from shugi.agents.named import names as checkpoints  # noqa: E402
from shugi.agents.named import path_of  # noqa: E402
from shugi.agents.network import Network  # noqa: E402
from shugi.agents.search import Rollout  # noqa: E402
from shugi.commands.cli import main  # noqa: E402
from shugi.envs import SeatEnv, load_rules  # noqa: E402
from shugi.envs.observation import KeptViews  # noqa: E402
from shugi.envs.seat import SeatGames  # noqa: E402
from shugi.training.judge.ladder import Ladder  # noqa: E402
from shugi.training.judge.match import Match  # noqa: E402
from shugi.training.lab.ban import BanTest  # noqa: E402
from shugi.training.learn.buffer import lists_of  # noqa: E402
from tests.support.bot_games import midway  # noqa: E402
from tests.support.net_positions import look  # noqa: E402
from tests.support.shell import Shell  # noqa: E402
from tests.support.shipped import tried_on  # noqa: E402

BINGO = load_rules("super_bingo")
SPEC = "checkpoint:super_bingo"
RIICHI, PASS = action_id("riichi"), action_id("pass")
AGREE = 0.985  # of the actions, where there is a choice


def small(sample: bool = False, precision: str = "auto") -> Network:
    torch.manual_seed(4)
    policy = Policy(ModelConfig(hidden=24, channels=8, bins=11))
    torch.nn.init.normal_(policy.head.weight, std=2.0)
    return Network(policy, "small", sample, precision)


def chosen(
    agent: Network, batch: Batch, rows: NDArray[np.int64] | None = None, seed: int = 1
) -> NDArray[np.uint8]:
    rows = np.arange(batch.n) if rows is None else rows
    rng = np.random.default_rng(seed)
    return agent.act(Observation(batch, rows), rng)


def preferred(
    agent: Network, batch: Batch, mask: NDArray[np.uint8] | None = None
) -> NDArray[np.float32]:
    mask = batch.legal() if mask is None else mask
    return agent.preferences(Observation(batch, mask=mask), np.random.default_rng(1))


@pytest.fixture
def forwards(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many positions torch has evaluated, each time."""
    seen: list[int] = []
    forward = Policy.forward

    def counted(self: Policy, planes: Any, *rest: Any) -> Any:
        seen.append(len(planes))
        return forward(self, planes, *rest)

    monkeypatch.setattr(Policy, "forward", counted)
    return seen


# ---- which precision


def test_the_engine_evaluates_by_default(forwards: list[int]) -> None:
    batch = midway("super_bingo", 24)
    agent, same = small(), small(precision="int8")
    assert agent.in_engine and same.in_engine
    assert (chosen(agent, batch) == chosen(same, batch)).all()
    assert (preferred(agent, batch) == preferred(same, batch)).all()
    assert not forwards
    for precision in ("fp32", "bf16"):
        by_torch = small(precision=precision)
        assert not by_torch.in_engine
        preferred(by_torch, batch)
    assert forwards == [24, 24]


def test_torch_evaluates_what_is_on_another_device() -> None:
    policy = Policy(ModelConfig(hidden=8, channels=4, bins=11)).to("meta")
    for precision, in_engine in (("auto", False), ("int8", True), ("bf16", False)):
        assert Network(policy, "x", precision=precision).in_engine == in_engine
    assert small().precision == "int8" and Network(policy, "x").precision == "auto"


@pytest.mark.parametrize("name", checkpoints())
@pytest.mark.filterwarnings("ignore")
def test_the_engine_chooses_as_fp32_does(name: str) -> None:
    rules = tried_on(name)
    told = {p: make_agent(f"checkpoint:{name}", rules, p) for p in ("auto", "fp32")}
    batch, same = Batch(rules, 512, 9), []
    for _ in range(16):
        moves = {p: chosen(agent, batch) for p, agent in told.items()}
        choice = batch.legal().sum(axis=1, dtype=np.int64) > 1
        same.append((moves["auto"] == moves["fp32"])[choice])
        batch.step(moves["fp32"])
    assert np.concatenate(same).mean() >= AGREE


def test_a_precision_that_does_not_exist_is_refused() -> None:
    with pytest.raises(AgentError, match="auto, int8, bf16, fp32, not 'fp16'"):
        small(precision="fp16")
    with pytest.raises(AgentError, match="not 'fp16'"):
        make_agent(SPEC, BINGO, "fp16")
    with pytest.raises(AgentError, match="not 'fp16'"):
        make_agent(f"network[precision=fp16]:{SPEC}")
    with pytest.raises(AgentError, match="not 'fp16'"):
        make_agent("baseline", BINGO, "fp16")


def test_names_say_the_precision() -> None:
    agent = make_agent(f"network[precision=fp32]:{SPEC}:sample")
    assert isinstance(agent, Network) and agent.precision == "fp32" and agent.sample
    assert agent.name == f"network[precision=fp32]:{SPEC}:sample"
    assert make_agent(SPEC, BINGO, "bf16").precision == "bf16"
    assert make_agent(f"network[precision=int8]:{SPEC}", BINGO, "bf16").precision == "int8"
    deep = make_agent(f"rollout[deals=2]:network[precision=fp32]:{SPEC}")
    assert isinstance(deep, Rollout) and deep.policy.precision == "fp32"
    around = make_agent(f"network[precision=fp32]:rollout[deals=2,continuation=policy]:{SPEC}")
    assert isinstance(around, Rollout) and around.continuation.precision == "fp32"
    banned = make_agent(f"without[riichi]:{SPEC}", BINGO, "fp32")
    assert isinstance(banned, Banned) and banned.agent.precision == "fp32"


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        (f"network:{SPEC}", "say in what precision"),
        (f"network[]:{SPEC}", "say in what precision"),
        (f"network[precisoin=fp32]:{SPEC}", "did you mean 'precision'"),
        ("network[precision=fp32]:baseline", "baseline has no network"),
        ("network[precision=fp32]:rollout:random", "rollout:random has no network"),
        ("network[precision=fp32]:baselin", "did you mean 'baseline'"),
    ],
)
def test_names_that_cannot_be_are_refused(spec: str, said: str) -> None:
    with pytest.raises(AgentError, match=said):
        make_agent(spec)


def test_another_precision_is_another_agent() -> None:
    assert mark_of(SPEC) != mark_of(SPEC, "fp32")
    assert mark_of("baseline") == mark_of("baseline", "fp32")
    assert mark_of("rollout[deals=2]:random") == mark_of("rollout[deals=2]:random", "fp32")


# ---- what the engine's answers depend on


@pytest.mark.parametrize("sample", [False, True])
def test_how_many_are_asked_at_once_does_not_matter(sample: bool) -> None:
    batch, agent = midway("super_bingo", 40), small(sample)
    everything, shares = chosen(agent, batch), preferred(agent, batch)
    for rows in (np.array([7]), np.arange(1, 40, 3), np.arange(39)):
        assert (chosen(agent, batch, rows) == everything[rows]).all()
        seen = Observation(batch, rows)
        part = agent.preferences(seen, np.random.default_rng(1))
        assert (part == shares[rows]).all()


@pytest.mark.parametrize("sample", [False, True])
def test_the_number_of_threads_does_not_matter(sample: bool) -> None:
    found = []
    for threads in (1, 2, 3):
        batch, agent = Batch(BINGO, 50, 6, threads=threads), small(sample)
        rng = np.random.default_rng(2)
        moves = []
        for _ in range(12):
            rows = np.flatnonzero(np.arange(50) % 7)
            actions = agent.act(Observation(batch), rng)
            actions[rows] = agent.act(Observation(batch, rows), rng)
            moves.append(actions.tolist())
            batch.step(actions)
        found.append(moves)
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("sample", [False, True])
@pytest.mark.parametrize("precision", ["auto", "fp32"])
@pytest.mark.parametrize("threads", [1, 3])
def test_what_was_kept_is_not_observed_again(sample: bool, precision: str, threads: int) -> None:
    batch, agent = Batch(BINGO, 50, 6, threads=threads), small(sample, precision)
    kept = KeptViews(*lists_of(batch.layout)[:2], first=50)
    for _ in range(2):
        batch.observe_lists(kept.planes, kept.globals)
        batch.step(batch.legal().argmax(axis=1))
    batch.observe_lists(kept.planes, kept.globals)
    kept = replace(kept, first=100)
    mask = batch.legal()
    narrow = mask.copy()
    narrow[::2, chosen(agent, batch)[::2]] = 0
    narrow[~narrow.any(axis=1)] = mask[~narrow.any(axis=1)]
    for rows in (np.arange(50), np.arange(1, 50, 3)):
        for legal, unbarred in ((mask, True), (mask, False), (narrow, False)):
            plain = Observation(batch, rows, legal[rows])
            seen = Observation(batch, rows, legal[rows], kept, unbarred)
            answers = [
                (agent.act(one, np.random.default_rng(3)), agent.preferences(one, None))  # type: ignore[arg-type]
                for one in (plain, seen)
            ]
            assert all(map(np.array_equal, *answers))
            assert (seen.planes == plain.planes).all() and (seen.globals == plain.globals).all()
            assert (seen.history == plain.history).all()
    elsewhere = Observation(batch, kept=replace(kept, first=0))
    assert not np.array_equal(preferred(agent, batch), agent.preferences(elsewhere, None))  # type: ignore[arg-type]


def test_views_without_a_block_are_not_for_who_reads_it() -> None:
    batch, agent = midway("super_bingo", 50), small()
    kept = KeptViews(*lists_of(batch.layout)[:2], first=0, blocks=0)
    batch.observe_lists(kept.planes, kept.globals, blocks=0)
    basic, whole = Observation(batch, kept=kept), Observation(batch)
    assert np.array_equal(agent.preferences(basic, None), preferred(agent, batch))  # type: ignore[arg-type]
    assert np.array_equal(basic.planes, whole.planes)
    assert not kept.hold(1) and kept.hold(0) and replace(kept, blocks=3).hold(1)
    reader = make_agent("checkpoint:super_bingo", BINGO)
    assert isinstance(reader, Network)
    steps = replace(kept, planes=lists_of(batch.layout)[0], blocks=reader.engine_of(BINGO).blocks)
    batch.observe_lists(steps.planes, steps.globals, blocks=steps.blocks)
    steps = replace(steps, globals=lists_of(batch.layout)[1])
    batch.observe_lists(lists_of(batch.layout)[0], steps.globals, blocks=steps.blocks)
    some = Observation(batch, kept=steps)
    assert np.array_equal(reader.preferences(some, None), reader.preferences(whole, None))  # type: ignore[arg-type]


def test_draws_follow_the_seed_and_the_policy() -> None:
    agent, games = small(sample=True), midway("super_bingo", 64)
    row = int(np.abs(preferred(agent, games).max(axis=1) - 0.6).argmin())
    batch = games.clone([row])
    shares = preferred(agent, batch)[0]
    assert 0.3 < shares.max() < 0.9, "little to draw"
    draws = [int(chosen(agent, batch, seed=seed)[0]) for seed in range(1500)]
    assert draws[:20] == [int(chosen(agent, batch, seed=seed)[0]) for seed in range(20)]
    counts = np.bincount(draws, minlength=128) / len(draws)
    assert np.abs(counts - shares).max() < 0.05


def test_a_narrower_mask_is_heeded() -> None:
    batch, agent = midway("super_bingo", 32), small()
    mask = batch.legal()
    plain = chosen(agent, batch)
    narrow = mask.copy()
    several = np.flatnonzero(mask.sum(axis=1) > 1)[::2]
    narrow[several, plain[several]] = 0
    rng = np.random.default_rng(0)
    actions = agent.act(Observation(batch, mask=narrow), rng)
    assert narrow[np.arange(32), actions].all()
    others = np.setdiff1d(np.arange(32), several)
    assert (actions[others] == plain[others]).all()
    seen = look(batch)
    wanted = engine_policy(agent.policy, BINGO).log_policy(seen.planes, seen.numbers, narrow)
    assert (actions == wanted.argmax(axis=1)).all()
    assert np.allclose(preferred(agent, batch, narrow), np.exp(wanted), atol=1e-6)
    drawing = small(sample=True)
    for seed in range(5):
        drawn = drawing.act(Observation(batch, mask=narrow), np.random.default_rng(seed))
        assert narrow[np.arange(32), drawn].all()


def test_weights_that_change_are_folded_again() -> None:
    batch, agent = midway("super_bingo", 16), small()
    before = preferred(agent, batch)
    toriuchi = load_rules("toriuchi")
    first, other = agent.engine_of(BINGO), agent.engine_of(toriuchi)
    assert agent.engine_of(BINGO) is first and agent.engine_of(toriuchi) is other
    with torch.no_grad():
        agent.policy.head.weight.mul_(-1)
    assert agent.engine_of(BINGO) is not first and agent.engine_of(toriuchi) is not other
    assert not np.allclose(preferred(agent, batch), before)
    assert (preferred(copy.deepcopy(agent), batch) == preferred(agent, batch)).all()


def test_networks_for_other_games_are_refused() -> None:
    with pytest.raises(AgentError, match="'piquet' is played with"):
        chosen(small(), midway("piquet", 2))


# ---- who plays plans on

FP32 = f"network[precision=fp32]:{SPEC}"  # by torch


@pytest.mark.parametrize("search", ["rollout", "search"])
@pytest.mark.parametrize(
    ("options", "policy", "continuation"),
    [
        ("", SPEC, SPEC),
        ("", f"{SPEC}:sample", f"{SPEC}:sample"),
        ("[continuation=baseline]", SPEC, "baseline"),
        ("", f"without[riichi]:{SPEC}", "baseline"),
        ("", FP32, "baseline"),
        ("[continuation=policy]", FP32, FP32),
        ("", "random", "baseline"),
    ],
)
def test_networks_of_the_engine_play_their_plans_on(
    search: str, options: str, policy: str, continuation: str
) -> None:
    agent = make_agent(f"{search}{options}:{policy}", BINGO)
    assert isinstance(agent, Rollout)
    assert (agent.policy.name, agent.continuation.name) == (policy, continuation)
    assert (agent.policy is agent.continuation) == (policy == continuation)


# ---- wherever a network acts


def arena(folder: Path) -> None:
    words = ["arena", "super_bingo", "--agents", SPEC, f"{SPEC}:sample", "--sets", "1"]
    assert main([*words, "--run-dir", str(folder), "--json"]) == 0


def decisions(folder: Path) -> None:
    words = ["decisions", "super_bingo", "--agents", SPEC, "--classes", "riichi", "--probes", "2"]
    words += ["--deals", "8", "--hands", "40", "--continuation", SPEC, "--ban", "2"]
    assert main([*words, "--folder", str(folder / "study"), "--json"]) == 0


def opponents(_: Path) -> None:
    env = SeatEnv("super_bingo", opponents=SPEC)
    _, info = env.reset(seed=1)
    for _ in range(10):
        _, _, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        if over:
            break


def vectors(_: Path) -> None:
    games = SeatGames(BINGO, 6, opponents=[SPEC, f"{SPEC}:sample"])
    games.restart()
    for _ in range(5):
        games.step(games.mask.argmax(axis=1))


def ladder(folder: Path) -> None:
    Ladder(BINGO, [SPEC, "baseline"], folder, 1, 1).play()


def rollouts(_: Path) -> None:
    batch, agent = midway("super_bingo", 2), make_agent(f"rollout[deals=2]:{SPEC}", BINGO)
    agent.act(Observation(batch), np.random.default_rng(0))


def bans(_: Path) -> None:
    BanTest(BINGO, make_agent(SPEC, BINGO), ("riichi",), 1).play(2)


@pytest.mark.parametrize("acts", [arena, decisions, opponents, vectors, ladder, rollouts, bans])
def test_torch_evaluates_nothing(
    acts: Callable[[Path], None],
    forwards: list[int],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folded: list[str] = []
    engine_of = Network.engine_of

    def counted(self: Network, rules: Rules) -> Any:
        folded.append(rules.name)
        return engine_of(self, rules)

    monkeypatch.setattr(Network, "engine_of", counted)
    acts(tmp_path)
    assert folded and not forwards


def test_commands_take_a_precision(forwards: list[int], tmp_path: Path, shell: Shell) -> None:
    words = ["arena", "super_bingo", "--agents", SPEC, "random", "--sets", "1", "--json"]
    assert '"precision": "fp32"' in shell.says(*words, "--precision", "fp32", "--run-dir", tmp_path)
    assert forwards


def test_copies_of_one_network_play_the_same_games() -> None:
    agents = {f"{SPEC}#{i}": make_agent(SPEC, BINGO) for i in (1, 2, 3)}
    match = Match(BINGO, agents, 3)
    match.play(2)
    result = match.record().result
    assert (result == result[:, :1]).all()


def test_pinned_moves_are_those_of_torch(forwards: list[int]) -> None:
    policy, _ = load_policy(path_of("super_bingo"))
    chosen(Network(policy, "x", precision="fp32"), midway("super_bingo", 4))
    assert forwards == [4]
