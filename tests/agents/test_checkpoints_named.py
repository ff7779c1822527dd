"""Trained agents by name: those that come with the package, and how a run becomes one."""

import json
import re
import shlex
from pathlib import Path

import gymnasium
import numpy as np
import pytest

import shugi.agents
import shugi.envs  # noqa: F401  registers the environments
from shugi._fast.batch.batch import Batch
from shugi._fast.rules.compile import game_options
from shugi._fast.rules.games import GAMES
from shugi.agents import AgentError, make_agent, named
from shugi.agents.base import Observation
from shugi.agents.named import (
    FOR_PLAYOUTS,
    MOST_BYTES,
    PREFIX,
    card_of,
    cards_for,
    first_few,
    hashes_of,
    names,
    path_of,
    read_head,
)
from shugi.commands import cli
from shugi.envs.rulesets.rules import load_rules

torch = pytest.importorskip("torch")
from shugi.agents.checkpoint import (  # noqa: E402
    FILE_NAME,
    Description,
    Trained,
    describe,
    find,
    load_policy,
    save_networks,
)
from shugi.agents.model import Critic, Policy  # noqa: E402
from shugi.agents.model_config import ModelConfig  # noqa: E402
from shugi.training.run.config import load_config  # noqa: E402
from shugi.training.run.model_card import (  # noqa: E402
    UNMEASURED,
    ExportError,
    Result,
    exploit_of,
    export,
    result_of,
)
from tests.support.commands import python  # noqa: E402
from tests.support.shell import Shell  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = names()
BINGO = load_rules("super_bingo")
SMALL = ModelConfig(hidden=16, bins=11)


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A run folder with a checkpoint that has learned nothing."""
    folder = tmp_path / "run"
    folder.mkdir()
    save_run(folder, SMALL)
    return folder


def save_run(folder: Path, model: ModelConfig) -> None:
    torch.manual_seed(1)
    training = {"rules": "super_bingo", "options": None, "ppo": {"learning_rate": (1e-3, 1e-4)}}
    training |= {"network": {"weights": str(folder / "earlier")}}
    about = Description(model, BINGO.name, BINGO.hash, BINGO.options, training, 123_456, 7)
    save_networks(folder / "model.safetensors", Policy(model), Critic(model), about)


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own in place of the package's."""
    folder = tmp_path / "checkpoints"
    monkeypatch.setattr(named, "FOLDER", folder)
    return folder


def plays(spec: str, rules_name: str, decisions: int = 200) -> None:
    """Two games to their end, or so many decisions of them."""
    rules = load_rules(rules_name)
    agent, rng = make_agent(spec, rules), np.random.default_rng(0)
    batch = Batch(rules, 2, 5, auto_reset=False)
    for _ in range(decisions // 2):
        rows = np.flatnonzero(batch.seat >= 0)
        if not len(rows):
            break
        mask, actions = batch.legal(), np.zeros(2, np.uint8)
        actions[rows] = agent.act(Observation(batch, rows, mask[rows]), rng)
        assert mask[rows, actions[rows]].all()
        batch.step(actions)


def test_the_student_of_the_rules_in_play(run: Path, shelf: Path) -> None:
    with pytest.raises(AgentError, match="super_bingo has none .*shugi train student --rules"):
        make_agent("student", BINGO)
    with pytest.raises(AgentError, match="one for each rule set"):
        make_agent("student")
    export(run, "super_bingo+student")
    search = make_agent("search[ms=1,continuation=student]:baseline", BINGO)
    assert search.continuation.name == make_agent("student", BINGO).name
    assert search.continuation.name == PREFIX + "super_bingo+student"
    with pytest.raises(AgentError, match=r"hangzhou has none \(super_bingo has\)"):
        make_agent("student", load_rules("hangzhou"))


def test_the_trained_agent_of_the_rules_in_play() -> None:
    assert make_agent("trained", BINGO).name == PREFIX + "super_bingo"
    assert make_agent("trained", load_rules("riichi_mjsoul")).name == PREFIX + "riichi_tenhou"
    # nobody learnt these
    assert make_agent("trained", load_rules("sichuan")).name == PREFIX + "generalist"
    with pytest.raises(AgentError, match="one for each rule set"):
        make_agent("trained")
    with pytest.raises(AgentError, match="no trained agent that can play 'piquet'"):
        make_agent("trained", load_rules("piquet"))


# ---- those that come with the package


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_checkpoints_are_as_their_cards_say(name: str) -> None:
    check_shipped(name)


def check_shipped(name: str) -> None:
    card, about = card_of(name), describe(path_of(name))
    assert card.size <= MOST_BYTES
    assert card.decisions == about.decisions > 0
    assert card.head["updates"] == about.update
    assert card.head["layout"] == about.model.layout
    assert card.rules == tuple((one.name, one.hash % 2**64) for one in about.trained)
    assert card.result != UNMEASURED, f"{name}: a checkpoint is shipped with its result"
    for (rules_name, _), one in zip(card.rules, about.trained, strict=True):
        rules = load_rules(rules_name, **differing(rules_name, one.options))
        assert card.fits(rules), f"{rules_name} has changed: train again"


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_checkpoints_play_by_the_rules_of_their_cards(name: str) -> None:
    for rules_name, _ in card_of(name).rules:
        plays(PREFIX + name, rules_name)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", SHIPPED)
def test_the_lines_of_a_card_are_a_configuration(name: str, tmp_path: Path) -> None:
    text = path_of(name).with_suffix(".md").read_text(encoding="utf-8")
    config = tmp_path / f"{name}.yaml"
    config.write_text(text.split("```yaml\n")[1].split("```")[0], encoding="utf-8")
    read, learnt = load_config(str(config)), [rules for rules, _ in card_of(name).rules]
    # what was distilled for some of the rule sets says that it learnt these last
    assert {*learnt} <= {read.rules, *(one.rules for one in read.mixture)}


def seeds_used(name: str) -> tuple[dict[str, list[str]], list[list[str]]]:
    """The final seeds that a card tells, by kind, and the next of each."""
    text = path_of(name).with_suffix(".md").read_text(encoding="utf-8")
    table = text.partition("\n## Seeds used\n")[2].partition("\n## ")[0]
    kinds, _, used, following = (
        [re.findall(r"[a-z]+|7\d\d\d", cell) for cell in line.strip("|").split("|")[1:]]
        for line in table.splitlines()
        if line.startswith("|")
    )
    seeds = {
        kind[0]: [one for one in cell if one.isdigit()]
        for kind, cell in zip(kinds, used, strict=True)
    }
    return seeds, following


@pytest.mark.parametrize("name", [name for name in SHIPPED if name.endswith(FOR_PLAYOUTS)])
def test_the_seed_of_a_student_is_used_up(name: str) -> None:
    seeds, _ = seeds_used(name.removesuffix(FOR_PLAYOUTS))
    (judged,) = re.findall(r"--seed (\d+)", card_of(name).head["judge"])
    assert judged in seeds["matches"]


@pytest.mark.parametrize("name", [name for name in SHIPPED if not name.endswith(FOR_PLAYOUTS)])
def test_a_card_says_which_final_seeds_are_used(name: str) -> None:
    """So that the next figure is of walls that no agent was judged by (docs/results.md)."""
    text = path_of(name).with_suffix(".md").read_text(encoding="utf-8")
    seeds, following = seeds_used(name)
    judged = re.findall(r"--sets \d+ --seed (\d+)$", card_of(name).head["judge"])
    attacked = re.findall(r"^shugi exploit .* --seed (\d+)$", text, re.MULTILINE)
    assert judged and {*judged} <= {*seeds["matches"]}
    assert attacked and {*attacked} <= {*seeds["exploiters"]}
    for kind, (coming,) in zip(seeds, following, strict=True):
        assert coming > max(seeds[kind], default="7000"), kind


def differing(rules_name: str, options: dict[str, object]) -> dict[str, object]:
    """Of the options a checkpoint was trained with those that the rule set has otherwise.

    What was no option then is as it is where nobody says anything.
    """
    rules = load_rules(rules_name)
    then = {**game_options(rules.game), **options}
    return {key: value for key, value in then.items() if rules.options.get(key) != value}


def test_rules_that_have_changed_since_agents_learnt_them() -> None:
    learnt = {known for name in SHIPPED for _, known in card_of(name).rules}
    for name, then in (item for game in GAMES.values() for item in game.earlier.items()):
        now, before = load_rules(name), load_rules(name, **then)
        assert before.hash in learnt, f"{name}: nobody learnt it as it was"
        assert now.hash not in learnt, f"{name}: agents have learnt it as it is"
        assert hashes_of(now) == {now.hash, before.hash} and hashes_of(before) == {before.hash}
        other = {"start_points": 30100} if now.game == "riichi" else {"match_hands": 9}
        assert cards_for(now) and not cards_for(load_rules(name, **other))


def test_the_check_of_shipped_ones_is_one(run: Path, shelf: Path) -> None:
    export(run, "small", result=Result("+1.00 chips", "shugi arena"))
    check_shipped("small")
    export(run, "small", replace=True)
    with pytest.raises(AssertionError, match="shipped with its result"):
        check_shipped("small")


def test_a_name_is_as_good_as_its_file(run: Path, shelf: Path) -> None:
    export(run, "small")
    assert find(PREFIX + "small") == find(path_of("small"))
    with pytest.raises(AgentError, match="no checkpoint is called 'other'"):
        find(PREFIX + "other")


def test_every_card_has_its_checkpoint() -> None:
    cards = {path.stem for path in named.FOLDER.glob("*.md")} - {"README"}
    assert cards == set(SHIPPED)


# ---- how a run becomes one


@pytest.mark.parametrize("weights", ["fp32", "fp16", "bf16"])
def test_export_keeps_the_policy(run: Path, shelf: Path, weights: str) -> None:
    path = export(run, "small", weights=weights)
    assert path == shelf / "small.safetensors" and names() == ["small"]
    policy, about = load_policy(path)
    original, source = load_policy(run / "model.safetensors")
    source.training["network"]["weights"] = "earlier"
    assert about == source
    for (key, weight), other in zip(
        policy.state_dict().items(), original.state_dict().values(), strict=True
    ):
        assert weight.dtype == torch.float32
        assert torch.allclose(weight, other, rtol=0.01, atol=1e-6), key
        assert weights != "fp32" or torch.equal(weight, other), key
    if weights != "fp32":
        assert path.stat().st_size < 0.6 * export(run, "whole").stat().st_size
    plays("checkpoint:small", "super_bingo", 60)
    assert [item.name for item in shelf.iterdir() if item.name[0] == "."] == []


@pytest.mark.parametrize("others", [[], ["flying_fish"]])
def test_weights_of_what_never_changed_become_biases(
    run: Path, shelf: Path, others: list[str]
) -> None:
    """The numbers of one rule set add a constant; of several nothing may be taken away."""
    path = run / "model.safetensors"
    policy, about = load_policy(path)
    trunk = policy.trunk
    for layer in (trunk.rules, trunk.film, policy.head):
        torch.nn.init.normal_(layer.weight, std=0.1)
    about.others = [Trained(one.name, one.hash) for one in map(load_rules, others)]
    save_networks(path, policy, None, about)
    packed = load_policy(export(run, "packed"))[0]
    kept = (packed.trunk.rules.weight, packed.trunk.film.weight)
    assert [bool(weight.any()) for weight in kept] == [bool(others)] * 2
    batch = Batch(BINGO, 8, 5)
    seen, mask = Observation(batch), torch.from_numpy(batch.legal())
    planes, numbers = torch.from_numpy(seen.planes), torch.from_numpy(seen.globals)
    before, after = (
        one(planes, numbers, one.of_rules([BINGO]), mask).exp() for one in (policy, packed)
    )
    assert torch.allclose(before, after, atol=1e-5) and before.std() > 1e-3


def test_export_leaves_the_critic_out_unless_wanted(run: Path, shelf: Path) -> None:
    from shugi.agents.checkpoint import CheckpointError, load_critic

    about = describe(run / "model.safetensors")
    with pytest.raises(CheckpointError):
        load_critic(export(run, "actor"), about)
    load_critic(export(run, "both", critic=True), about)


def test_card_says_what_the_checkpoint_says(run: Path, shelf: Path) -> None:
    export(run, "small")
    card = card_of("small")
    assert card.rules == (("super_bingo", BINGO.hash),) and card.fits(BINGO)
    assert not card.fits(load_rules("hangzhou"))
    assert (card.decisions, card.result) == (123_456, UNMEASURED)
    assert card.head["judge"] == "shugi arena super_bingo --agents checkpoint:small baseline"
    text = card.path.with_suffix(".md").read_text(encoding="utf-8")
    assert "# small" in text and "123,456 decisions" in text and "learning_rate:" in text
    # a path of the machine that trained says nothing to others
    assert "weights: earlier" in text and str(run) not in text
    assert describe(path_of("small")).training["network"] == {"weights": "earlier"}


def test_a_run_has_a_card(tmp_path: Path) -> None:
    """As the tutorial says: written with its network, and its lines make the run again."""
    words = ["train", "smoke", "--run-dir", str(tmp_path / "run"), "--set", "decisions=2000"]
    words += ["--set", "imitation.decisions=1000", "--threads", "1"]
    assert cli.main(words) == 0
    head, about = read_head(tmp_path / "run" / "card.md"), describe(tmp_path / "run" / FILE_NAME)
    told = (head["decisions"], head["weights"], head["result"])
    assert told == (about.decisions, "fp32", UNMEASURED)
    text = (tmp_path / "run" / "card.md").read_text(encoding="utf-8")
    config = tmp_path / "run.yaml"
    config.write_text(text.split("```yaml\n")[1].split("```")[0], encoding="utf-8")
    assert json.loads(json.dumps(load_config(str(config)).as_dict())) == about.training
    assert shlex.split(head["judge"])[-2:] == [FILE_NAME, "baseline"]
    tutorial = (ROOT / "docs/tutorials/train_an_opponent.md").read_text(encoding="utf-8")
    assert "(`card.md`)" in tutorial


def test_export_replaces_only_when_told(run: Path, shelf: Path) -> None:
    export(run, "small")
    with pytest.raises(ExportError, match="--force"):
        export(run, "small")
    export(run, "small", replace=True)
    with pytest.raises(ExportError, match="cannot be a name"):
        export(run, "../elsewhere")


def test_large_checkpoints_are_refused(
    run: Path, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shugi.training.run.model_card.MOST_BYTES", 200_000)
    with pytest.raises(ExportError, match="int8"):
        export(run, "large")
    assert names() == [] and not list(shelf.iterdir())
    assert export(run, "large", weights="fp16").stat().st_size <= 200_000


def test_result_comes_from_a_match() -> None:
    match = {
        "agents": [{"name": "baseline"}, {"name": "runs/x"}],
        "differences": [
            {"first": "baseline", "second": "runs/x", "chips_per_hand": -1.5, "ci95": [-2.0, -1.0]}
        ],
        "rules": "super_bingo",
        "unit": "chips",
        "sets": 1000,
        "hands": 16_000,
        "seed": 2,
    }
    result = result_of(match, "runs/x", "one")
    size = "1,000 sets, 16,000 hands of super_bingo"
    assert result.line == f"+1.50 ± 0.50 chips per hand v baseline ({size})"
    assert result.judge == (
        "shugi arena super_bingo --agents baseline checkpoint:one --sets 1000 --seed 2"
    )
    with pytest.raises(ExportError, match="no agent 'runs/y'; it has baseline, runs/x"):
        result_of(match, "runs/y", "one")
    told = result_of({**match, "by_choices": 32}, "runs/x", "one")
    assert told.judge.endswith(" --by-choices 32")
    told = result_of({**match, "without_luck": True}, "runs/x", "one")
    assert told.judge == f"{result.judge} --without-luck"
    with pytest.raises(ExportError, match="arena --json"):
        result_of({"agents": []} | {"agents": [{"name": "runs/x"}]}, "runs/x", "one")
    for wrong in ({"seed": "2; rm x"}, {"sets": "1"}, {"hands": "x"}, {"differences": [1]}):
        with pytest.raises(ExportError, match="arena --json"):
            result_of({**match, **wrong}, "runs/x", "one")
    strange = result_of({**match, "rules": "x; rm y"}, "runs/x", "one")
    assert strange.judge.startswith("shugi arena 'x; rm y' --agents ")


ATTACKED = {
    "agent": "runs/x",
    "rules": "super_bingo",
    "unit": "chips",
    "minutes": 20.0,
    "sets": 400,
    "seed": 3,
    "styles": [{}] * 27,
    "last": [
        {"attacker": "baseline", "gain": -2.0, "low": -3.0, "high": -1.0, "hands": 9_000},
        {"attacker": "baseline:rusher", "gain": 0.5, "low": -0.25, "high": 1.25, "hands": 9_000},
    ],
}


def test_what_beats_it_comes_from_an_attack(run: Path, shelf: Path) -> None:
    found = exploit_of(ATTACKED, "runs/x", "one")
    assert found.line == (
        "The best of 27 styles and of a policy trained against it for 20 minutes gains "
        "+0.50 ± 0.75 chips a hand: baseline:rusher (9,000 hands of super_bingo)"
    )
    words = "shugi exploit super_bingo checkpoint:one --minutes 20 --sets 400 --seed 3"
    assert found.judge == words
    card = export(run, "one", exploit=found).with_suffix(".md")
    assert read_head(card)["exploit"] == found.line
    assert f"## What beats it\n\n{found.line}.\n" in card.read_text()
    assert "exploit" not in read_head(export(run, "two").with_suffix(".md"))
    with pytest.raises(ExportError, match="'runs/x' was attacked"):
        exploit_of(ATTACKED, "runs/y", "one")
    with pytest.raises(ExportError, match="last matches"):
        exploit_of(ATTACKED | {"last": []}, "runs/x", "one")
    with pytest.raises(ExportError, match="exploit --json"):
        exploit_of({"agent": "runs/x"}, "runs/x", "one")
    for wrong in ({"seed": "2; rm x"}, {"sets": "1"}, {"minutes": "1"}, {"last": [1]}):
        with pytest.raises(ExportError, match="exploit --json"):
            exploit_of({**ATTACKED, **wrong}, "runs/x", "one")
    strange = exploit_of({**ATTACKED, "rules": "x; y"}, "runs/x", "one")
    assert "shugi exploit 'x; y' " in strange.judge


# ---- by name


def test_named_agents_load_everywhere(run: Path, shelf: Path) -> None:
    export(run, "small")
    assert shugi.agents.load("small", BINGO).name == "checkpoint:small"
    assert make_agent("checkpoint:small:sample", BINGO).name == "checkpoint:small:sample"
    assert make_agent("rollout[deals=2]:checkpoint:small").name.endswith("checkpoint:small")
    env = gymnasium.make("shugi/SuperBingo-v0", opponents=["checkpoint:small", "baseline:rusher"])
    _, info = env.reset(seed=3)
    for _ in range(20):
        action = int(np.flatnonzero(info["action_mask"])[0])
        _, _, terminated, _, info = env.step(action)
        if terminated:
            _, info = env.reset()


def test_opponents_that_do_not_exist_are_refused(shelf: Path) -> None:
    for opponent, said in (("baselin", "did you mean 'baseline'"), ("checkpoint:x", "with none")):
        with pytest.raises(ValueError, match=f"no opponent '{opponent}'.*{said}"):
            gymnasium.make("shugi/SuperBingo-v0", opponents=opponent)


def test_environments_alone_say_what_to_import() -> None:
    code = (
        "import sys, shugi.envs as e\n"
        "assert 'shugi.agents' not in sys.modules\n"
        "try: e.SeatEnv(opponents='baseline:rusher')\n"
        "except ValueError as error: print(error)\n"
        "import shugi.agents\n"
        "e.SeatEnv(opponents='baseline:rusher')\n"
        "assert 'torch' not in sys.modules\n"
    )
    assert "import shugi.agents, which has more names" in python(code)


def test_a_network_is_loaded_without_the_compiler_of_torch() -> None:
    code = (
        "import sys, shugi.envs as e\n"
        "from shugi.agents import make_agent\n"
        "make_agent('checkpoint:super_bingo', e.load_rules('super_bingo'))\n"
        "assert 'torch' in sys.modules\n"
        "print([name for name in ('torch._dynamo', 'sympy') if name in sys.modules])\n"
    )
    assert python(code) == "[]\n"


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("checkpoint:smal", "did you mean 'small'"),
        ("checkpoint:", "no checkpoint is called ''; there are small"),
        ("checkpoint:../run/model", "no checkpoint is called"),
        ("checkpoint:small:often", "no checkpoint is called 'small:often'"),
        ("chekpoint:small", "did you mean 'checkpoint:small'"),
    ],
)
def test_unknown_names_are_refused(run: Path, shelf: Path, spec: str, said: str) -> None:
    export(run, "small")
    with pytest.raises(AgentError, match=said):
        make_agent(spec)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# no head\n", "between two lines"),
        ("---\nrules: []\n", "between two lines"),
        ("---\nrules: [\n---\n", "broken YAML"),
        ("---\nrules: []\n---\n", "lacks layout, decisions"),
        ("---\n- 1\n---\n", "not keys and values"),
    ],
)
def test_damaged_cards_are_refused(tmp_path: Path, text: str, said: str) -> None:
    card = tmp_path / "card.md"
    card.write_text(text, encoding="utf-8")
    with pytest.raises(AgentError, match=said):
        read_head(card)
    with pytest.raises(AgentError, match="no card"):
        read_head(tmp_path / "nothing.md")


# ---- the commands


def test_commands(run: Path, shelf: Path, tmp_path: Path, shell: Shell) -> None:
    assert "no trained agents come with this version" in shell.says("list", "agents")
    assert shell.tells("list", "agents") == []

    words = ["arena", "super_bingo", "--agents", run, "random", "--sets", "2", "--json"]
    match = tmp_path / "match.json"
    match.write_text(shell.says(*words))
    words = ["export", run, "--name", "small", "--match", match]
    report = shell.tells(*words)
    assert report["path"] == str(shelf / "small.safetensors") and report["bytes"] > 1000

    (row,) = shell.tells("list", "agents")
    assert row["agent"] == "checkpoint:small" and row["rules"] == ["super_bingo"]
    assert "chips per hand v random (2 sets" in row["result"]
    assert "checkpoint:small" in shell.says("list", "agents")
    assert shell.tells("list", "agents", "--rules", "hangzhou") == []

    assert "--force" in shell.refuses(*words)
    bad = tmp_path / "bad.json"
    bad.write_text("[1]")
    assert "arena --json" in shell.refuses("export", run, "--name", "b", "--match", bad)
    shell.refuses("export", tmp_path / "none", "--name", "b")
    attacked = tmp_path / "attacked.json"
    attacked.write_text(json.dumps(ATTACKED | {"agent": str(run)}))
    shell.says("export", run, "--name", "b", "--exploit", attacked)
    assert "baseline:rusher" in read_head(shelf / "b.md")["exploit"]


def test_many_names_are_listed_shortly() -> None:
    assert first_few(["a", "b", "c"]) == "a, b, c" and first_few([]) == ""
    assert first_few(["a", "b", "c", "d", "e"]) == "a, b, c, and 2 more"
