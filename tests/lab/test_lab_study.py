"""Studies: values that repeat, work that goes on after a kill, folders and files refused."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from shugi.agents import Agent, AgentError, Baseline, Random, make_agent
from shugi.agents.banned import Banned
from shugi.agents.base import Observation
from shugi.agents.beliefs import belief_of
from shugi.agents.plans.plan import plans_of
from shugi.agents.plans.playouts import Playouts
from shugi.agents.plans.shares import PlanShares, draws, plan_shares
from shugi.commands.cli import main
from shugi.envs.rulesets.rules import load_rules
from shugi.training.decisions.classes import LabError, classes_of
from shugi.training.lab import chunks
from shugi.training.lab.jobs import share
from shugi.training.lab.probe import Probe, keys_of, load_probes
from shugi.training.lab.settings import Settings
from shugi.training.lab.study import ClassStudy, Study, short_contents
from shugi.training.run.arrays import pack_arrays, read_arrays
from tests.support.folders import contents
from tests.support.shell import Shell
from tests.support.verbs import VERBS

BINGO = load_rules("super_bingo")
SMALL = Settings(
    "super_bingo",
    ["riichi", "kong"],
    ["baseline", "baseline:rusher"],
    probes=10,
    deals=3,
    hands=2000,
)
JUDGED = ["baseline", "baseline:silent"]


class Killed(BaseException):
    """Stands for anything that ends the process."""


def study(folder: Path, settings: Settings = SMALL, threads: int = 1) -> Study:
    wanted = {*settings.sources, settings.continuation, *JUDGED}
    agents = {name: make_agent(name) for name in wanted}
    return Study(settings, load_rules(settings.rules), agents, folder, threads)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[ClassStudy]]:
    folder = tmp_path_factory.mktemp("study") / "whole"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chunks, "CHUNK", 4)
        return folder, study(folder).run(JUDGED)


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "CHUNK", 4)


# ---- what is in it


def test_a_study_holds_what_was_asked(whole: tuple[Path, list[ClassStudy]]) -> None:
    found = whole[1]
    assert [one.decision.name for one in found] == ["riichi", "kong"]
    for one in found:
        assert [probe.source for probe in one.probes].count("baseline") == 5
        assert {probe.source for probe in one.probes} == set(SMALL.sources)
        assert set(one.exposure) == set(SMALL.sources)
        assert len(one.values.values) == len(one.values.plans) == len(one.probes) == 10
        for k, plans in enumerate(one.values.plans):
            act = [plan[0] in VERBS[one.decision.name] for plan in plans]
            assert one.values.act[k].tolist() == act
            assert one.values.values[k].shape == (len(plans), 3)
            assert np.isfinite(one.values.values[k]).all()
        for name in JUDGED:
            for shares in (*one.played[name].chosen, *one.played[name].preferred):
                assert shares.sum() == pytest.approx(1)
        assert all(len(numbers) == 10 for numbers in one.values.strata.values())
    riichi = found[0]
    silent = [
        share[act].sum()
        for share, act in zip(
            riichi.played["baseline:silent"].chosen, riichi.values.act, strict=True
        )
    ]
    assert max(silent) == 0


def test_values_are_those_of_playouts(whole: tuple[Path, list[ClassStudy]]) -> None:
    one = whole[1][0]
    batch = load_probes(BINGO, one.probes)
    keys = keys_of(one.probes)
    playouts = Playouts(BINGO, Baseline(), 3, belief=belief_of(BINGO))
    found = playouts.values(batch, np.arange(10), one.values.plans, keys, np.random.default_rng(9))
    for mine, theirs in zip(one.values.values, found, strict=True):
        assert (mine == theirs).all()


def test_sources_share_evenly() -> None:
    assert [share(500, 3, number) for number in range(3)] == [167, 167, 166]


# ---- the same again


def test_threads_do_not_matter(whole: tuple[Path, list[ClassStudy]], tmp_path: Path) -> None:
    study(tmp_path / "s", threads=2).run(JUDGED)
    assert contents(tmp_path / "s") == contents(whole[0])


def test_another_seed_is_another_study(
    whole: tuple[Path, list[ClassStudy]], tmp_path: Path
) -> None:
    settings = Settings(**{**SMALL.__dict__, "seed": 2, "classes": ["riichi"]})
    other = study(tmp_path / "s", settings).run(["baseline"])[0]
    mine = {probe.position for probe in whole[1][0].probes}
    assert not mine & {probe.position for probe in other.probes}


@pytest.mark.parametrize("at", range(1, 16, 3))
def test_a_kill_changes_nothing(
    whole: tuple[Path, list[ClassStudy]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    """Killed while the file number ``at`` is written, then run again."""
    left = at

    def write(path: Path, data: bytes) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            path.with_name(f".{path.name}.1").write_bytes(data[:100])  # what a kill may leave
            raise Killed
        path.write_bytes(data)

    folder = tmp_path / "s"
    with monkeypatch.context() as patch:
        for module in ("chunks", "probe", "study"):
            patch.setattr(f"shugi.training.lab.{module}.write_atomically", write)
        with pytest.raises(Killed):
            study(folder).run(JUDGED)
    before = contents(folder)
    study(folder).run(JUDGED)
    found = {name: data for name, data in contents(folder).items() if "/." not in f"/{name}"}
    assert found == contents(whole[0])
    kept = {name for name in before if "/." not in f"/{name}"}
    assert all(found[name] == before[name] for name in kept)


def test_what_is_done_is_not_done_again(
    whole: tuple[Path, list[ClassStudy]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = shutil.copytree(whole[0], tmp_path / "s")
    for work in ("ProbeCollector", "value_plans", "plan_shares"):
        monkeypatch.setattr(f"shugi.training.lab.jobs.{work}", None)
    again = study(folder).run(JUDGED)
    assert [one.probes for one in again] == [one.probes for one in whole[1]]


# ---- what is refused


def test_a_study_of_other_settings_is_refused(whole: tuple[Path, list[ClassStudy]]) -> None:
    settings = Settings(**{**SMALL.__dict__, "deals": 4})
    with pytest.raises(LabError, match="other settings .deals: 3 there, 4 now"):
        study(whole[0], settings)
    sanma = Settings(**{**SMALL.__dict__, "rules": "sanma_base"})
    with pytest.raises(LabError, match="rules_hash.*rules: super_bingo there, sanma_base now"):
        study(whole[0], sanma)


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(LabError, match="not the folder of a study"):
        study(tmp_path)
    (tmp_path / "config.json").write_text('{"cut')
    with pytest.raises(LabError, match=r"config\.json: cut short"):
        study(tmp_path)
    (tmp_path / "config.json").write_text("[]")
    with pytest.raises(LabError, match="other settings"):
        study(tmp_path)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["config.json", "notes.txt"]


@pytest.mark.parametrize(
    "name", ["probes/00.jsonl", "values/riichi/0001.npz", "plays/*silent*/kong/0000.npz"]
)
@pytest.mark.parametrize("share", [0.0, 0.5, 0.98])
def test_truncated_files_are_refused(
    whole: tuple[Path, list[ClassStudy]], tmp_path: Path, name: str, share: float
) -> None:
    folder = shutil.copytree(whole[0], tmp_path / "s")
    path = next(folder.glob(name))
    data = path.read_bytes()
    path.write_bytes(data[: int(share * len(data))])
    with pytest.raises(LabError, match=f"{path.name}: .*cut short.*delete it"):
        study(folder).run(JUDGED)
    path.unlink()
    study(folder).run(JUDGED)
    assert path.read_bytes() == data


def test_values_of_other_probes_are_refused(
    whole: tuple[Path, list[ClassStudy]], tmp_path: Path
) -> None:
    folder = shutil.copytree(whole[0], tmp_path / "s")
    shutil.copy(folder / "values/riichi/0001.npz", folder / "values/riichi/0000.npz")
    with pytest.raises(LabError, match=r"0000\.npz: of other probes"):
        study(folder).run(JUDGED)


def test_an_agent_is_known_by_its_files(tmp_path: Path) -> None:
    run = tmp_path / "run"
    run.mkdir()
    (run / "model.safetensors").write_bytes(b"one")
    first = short_contents(f"{run}:sample")
    assert first == short_contents(str(run)) == short_contents(f"rollout[deals=8]:{run}") != ""
    (run / "model.safetensors").write_bytes(b"two")
    assert short_contents(str(run)) != first
    assert short_contents("baseline:rusher,calls=2") == ""


# ---- what agents play


def asked(agent: Agent, probes: list[Probe]) -> PlanShares:
    batch = load_probes(BINGO, probes)
    return plan_shares(agent, batch, plans_of(batch, range(batch.n)), np.random.default_rng(1))


class Halves:
    """Prefers riichi and the rest evenly; then its tiles one by three."""

    name = "halves"
    sample = True

    def act(self, seen: Observation, rng: object) -> np.ndarray:
        raise NotImplementedError

    def preferences(self, seen: Observation, rng: object) -> np.ndarray:
        found = seen.mask.astype(np.float32)
        for row in found:
            verb, rest = row[66], row.sum() - row[66]
            if verb:
                row[:] /= 2 * rest
                row[66] = 0.5
            else:
                row /= np.arange(128) % 7 + 1
                row /= row.sum()
        return found


def test_a_verb_and_its_tile_have_the_product_of_their_chances(
    whole: tuple[Path, list[ClassStudy]],
) -> None:
    riichi = whole[1][0]
    found, several = asked(Halves(), riichi.probes), 0
    for k, plans in enumerate(riichi.values.plans):
        assert (found.chosen[k] == found.preferred[k]).all()
        shares = dict(zip(plans, found.chosen[k], strict=True))
        assert sum(shares.values()) == pytest.approx(1)
        with_riichi = {plan: share for plan, share in shares.items() if plan[0] == 66}
        assert sum(with_riichi.values()) == pytest.approx(0.5)
        after = load_probes(BINGO, [riichi.probes[k]])
        after.step_one(0, 66)
        tiles = after.legal_actions(0)
        if len(with_riichi) > 1:
            several += 1
            raw = {(66, tile): 1 / (tile % 7 + 1) for tile in tiles}
            for plan, share in with_riichi.items():
                assert share == pytest.approx(0.5 * raw[plan] / sum(raw.values()))
    assert several


def test_what_is_chosen_is_what_is_played(whole: tuple[Path, list[ClassStudy]]) -> None:
    for one in whole[1]:
        batch = load_probes(BINGO, one.probes)
        actions = np.zeros(batch.n, np.uint8)
        batch.baseline(actions)
        for k, plans in enumerate(one.values.plans):
            chosen = plans[int(one.played["baseline"].chosen[k].argmax())]
            assert one.played["baseline"].chosen[k].max() == 1
            assert chosen[0] == actions[k]
            if len(chosen) > 1:
                after = batch.clone(np.array([k]))
                after.step_one(0, chosen[0])
                tile = np.zeros(1, np.uint8)
                after.baseline(tile)
                assert chosen[1] == tile[0]


def test_a_network_has_its_own_chances(whole: tuple[Path, list[ClassStudy]]) -> None:
    torch = pytest.importorskip("torch")
    from shugi.agents.model import Policy
    from shugi.agents.model_config import ModelConfig
    from shugi.agents.network import Network

    torch.manual_seed(1)
    policy = Policy(ModelConfig(hidden=16, bins=11))
    for sample in (False, True):
        agent = Network(policy, "net", sample)
        found = asked(agent, whole[1][0].probes)
        assert all(
            own.sum() == pytest.approx(1, abs=1e-4) for own in found.chosen + found.preferred
        )
        chosen, preferred = np.concatenate(found.chosen), np.concatenate(found.preferred)
        assert bool(chosen.max() == 1) != sample
        assert (chosen == preferred).all() == sample


def test_wrapped_agents_draw_as_those_inside() -> None:
    assert draws(Random()) and draws(Banned(Random(), ["riichi"]))
    assert not draws(Baseline())
    assert not draws(Banned(Baseline(), ["riichi"]))


def test_a_search_can_be_judged(whole: tuple[Path, list[ClassStudy]]) -> None:
    riichi = whole[1][0]
    searching = make_agent("rollout[deals=2,candidates=2]:baseline")
    found = asked(searching, riichi.probes[:2])
    assert all(own.sum() == pytest.approx(1, abs=1e-4) for own in found.chosen + found.preferred)


def test_random_play_has_even_chances(whole: tuple[Path, list[ClassStudy]]) -> None:
    assert max(own.max() for own in asked(Random(), whole[1][1].probes).chosen) < 1


# ---- the command

COMMAND = ["decisions", "super_bingo", "--probes", "6", "--deals", "4", "--hands", "1000"]


def test_the_command(tmp_path: Path, shell: Shell) -> None:
    words = [*COMMAND, "--classes", "riichi,kong", "--folder", str(tmp_path / "s")]
    answer = shell.tells(*words, "--agents", "baseline:silent")
    assert answer["unit"] == "chips" and answer["sources"][0] == "baseline"
    assert [one["class"] for one in answer["classes"]] == ["riichi", "kong"]
    assert all(one["probes"] == 6 for one in answer["classes"])
    riichi = answer["classes"][0]
    assert {one["agent"] for one in riichi["agents"]} == {"baseline", "baseline:silent"}
    assert riichi["opportunities"]["baseline"]["per_1000_hands"] > 100
    silent = riichi["agents"][1]
    assert silent["acts"] == 0 and silent["ban"] is None and silent["verdict"] == "not learned"
    out = shell.says(*words, "--agents", "baseline:silent")
    assert "baseline:silent" in out and "kong" in out


def test_several_play_on(tmp_path: Path, shell: Shell) -> None:
    words = [*COMMAND, "--classes", "riichi", "--ban", "2", "--rounds", "1"]
    words += ["--agents", "baseline:silent", "--continuation", "baseline", "baseline:folder"]
    words += ["--folder", str(tmp_path / "s"), "--report", str(tmp_path / "page")]
    found = shell.tells(*words)
    first, second = found["studies"]
    assert [one["continuation"] for one in (first, second)] == ["baseline", "baseline:folder"]
    assert first["folder"] != second["folder"]
    one, other = (answer["classes"][0] for answer in (first, second))
    assert one["difference"] != other["difference"]
    silent = [own["agents"][1] for own in (one, other)]
    assert silent[0]["ban"] == silent[1]["ban"] is not None
    assert set(silent[0]["skill_by_source"]) == {*first["sources"]} and len(first["sources"]) == 3
    (low,) = found["lowest"]
    assert low["agent"] == "baseline:silent" and low["verdict"] == "not learned"
    skills = [own["skill"] for own in silent]
    both = [number for own in skills for number in (own["mean"], own["cautious"])]
    assert low["skill"] == (None if None in both else min(both))
    pages = [*(tmp_path / "page").rglob("index.html")]
    assert len(pages) == 2 and all("whose play" in page.read_text() for page in pages)
    out = shell.says(*words)
    assert "the lowest skill" in out and "by whose play the positions are: baseline" in out


def test_what_is_judged_is_shown_before_the_next_study(
    tmp_path: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = [*COMMAND, "--classes", "riichi", "--folder", str(tmp_path / "s")]
    run = Study.run

    def stopped_later(self: Study, judged: list[str]) -> list[ClassStudy]:
        if self.settings.continuation != "baseline":
            raise KeyboardInterrupt
        return run(self, judged)

    monkeypatch.setattr(Study, "run", stopped_later)
    status, out, said = shell.run(*words, "--continuation", "baseline", "baseline:folder")
    assert status == 130 and "played on by baseline;" in out and "the same command goes on" in said


def test_bans_are_kept_and_go_on(tmp_path: Path, shell: Shell) -> None:
    words = [*COMMAND, "--classes", "riichi,push_fold", "--folder", str(tmp_path / "s")]

    def losses(games: int) -> list[dict]:
        answer = shell.tells(*words, "--ban", games)
        return [agent["ban"] for one in answer["classes"] for agent in one["agents"]]

    first = losses(3)
    assert [loss and loss["sets"] for loss in first] == [3, None]  # nothing is banned for a fold
    assert first[0]["banned"] == ["riichi", "open_riichi"] and first[0]["uses"] > 0
    assert losses(3) == first
    assert losses(5)[0]["sets"] == 5


def test_a_class_that_never_comes_up_is_told(tmp_path: Path, shell: Shell) -> None:
    words = ["decisions", "quanzhou", "--classes", "float", "--hands", "500"]
    words += ["--sources", "baseline", "--folder", str(tmp_path / "s"), "--ban", "1"]
    found = shell.tells(*words)["classes"][0]
    assert found["probes"] == 0 and found["agents"] == []
    assert "0 probes: too few to judge" in shell.says(*words)


def test_default_folders_tell_settings_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = [*COMMAND, "--classes", "kong", "--sources", "baseline"]
    for more in ([], ["--seed", "2"], []):
        assert main([*words, *more]) == 0
    assert len(list((tmp_path / "runs" / "decisions").iterdir())) == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--probes", "0"], "--probes must be at least 1"),
        (["--seed", "-1"], "--seed must be at least 0"),
        (["--classes", "richi"], "did you mean 'riichi'"),
        (["--agents", "baselin"], "did you mean 'baseline'"),
        (["--classes", "float"], "'super_bingo' has no float decisions"),
    ],
)
def test_wrong_words_are_refused(words: list[str], said: str, shell: Shell) -> None:
    assert said in shell.refuses(*COMMAND, *words)


def test_a_full_disk_is_said_and_leaves_whole_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    words = [*COMMAND, "--classes", "kong", "--folder", str(tmp_path / "s")]
    left = 4

    def fsync(_: int) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", fsync)
        assert "No space left on device" in shell.refuses(*words)
    assert not [name for name in contents(tmp_path / "s") if "/." in f"/{name}"]
    assert main(words) == 0


def test_ctrl_c_keeps_what_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    words = [*COMMAND, "--classes", "kong", "--folder", str(tmp_path / "s")]
    with monkeypatch.context() as patch:
        patch.setattr("shugi.training.lab.jobs.plan_shares", _interrupted)
        status, _, said = shell.run(*words)
    assert status == 130 and "the same command goes on" in said
    assert list((tmp_path / "s" / "values" / "kong").glob("*.npz"))
    assert main(words) == 0


def _interrupted(*_: object) -> None:
    raise KeyboardInterrupt


def test_every_mahjong_game_can_be_studied(tmp_path: Path) -> None:
    for name in ("hangzhou", "kawuxing", "wuhan", "far_flying_fish"):
        rules = load_rules(name)
        classes = [one.name for one in classes_of(rules) if one.name != "float"]
        settings = Settings(name, classes, ["baseline"], probes=2, deals=2, hands=2000)
        found = Study(settings, rules, {"baseline": Baseline()}, tmp_path / name).run(["baseline"])
        assert all(len(one.probes) == 2 for one in found)


def test_card_games_are_refused(shell: Shell) -> None:
    assert "no decision classes" in shell.refuses("decisions", "piquet")
    assert issubclass(LabError, AgentError)


def test_hands_are_dealt_as_they_are_likely_or_any_way(tmp_path: Path) -> None:
    likely, anyhow = (
        Settings("super_bingo", ["riichi"], ["baseline"], probes=4, deals=8, dealt=dealt)
        for dealt in ("likely", "any")
    )
    agents, found = {"baseline": Baseline()}, []
    for number, settings in enumerate((likely, anyhow)):
        study = Study(settings, BINGO, agents, tmp_path / str(number))
        found.append(study.run(judged=["baseline"])[0])
    assert [p.position for p in found[0].probes] == [p.position for p in found[1].probes]
    values = [np.concatenate([v.ravel() for v in one.values.values]) for one in found]
    assert not np.array_equal(values[0], values[1])
    with pytest.raises(LabError, match="likely, any"):
        replace(likely, dealt="never")


def _changed(arrays: dict[str, np.ndarray]) -> Iterator[tuple[str, dict[str, np.ndarray]]]:
    """The arrays of a file, each of them gone or of another shape or kind."""
    for name, array in arrays.items():
        if name == "probes":
            continue
        yield f"{name} gone", {key: one for key, one in arrays.items() if key != name}
        for what, odd in {
            "a number": np.array(1),
            "words": np.array(["x"]),
            "none": array[:0],
            "twice": np.concatenate([array, array]),
        }.items():
            yield f"{name} {what}", arrays | {name: odd}


def test_files_of_another_shape_are_told(tmp_path: Path) -> None:
    settings = Settings("super_bingo", ["riichi"], ["baseline"], probes=3, deals=16, hands=200)
    folder = tmp_path / "study"
    study(folder, settings).run(["baseline"])
    paths = sorted(folder.rglob("*.npz"))
    assert {path.relative_to(folder).parts[0] for path in paths} == {"values", "plays", "rounds"}
    for path in paths:
        kept = path.read_bytes()
        for what, odd in _changed(read_arrays(path)):
            path.write_bytes(pack_arrays(odd))
            try:
                study(folder, settings).run(["baseline"])
            except LabError as error:
                assert "delete the folder" in str(error), (path, what)
            else:
                pytest.fail(f"{path}: {what}")
            path.write_bytes(kept)
