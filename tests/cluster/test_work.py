"""Work in pieces: each brings what it brings alone, and what it needs travels with it."""

import os
import pickle
import random
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from shugi.agents.grammar import files_of, remap_files
from shugi.agents.spec import make_agent
from shugi.envs import load_rules
from shugi.training.cluster.address import Address, ClusterError, cores, parse_address
from shugi.training.cluster.parcels import content_mark, files_of_all, unpack_file
from shugi.training.cluster.versions import agents_mark, differences, play_mark, versions
from shugi.training.cluster.work import LocalWorkers, WorkerContext
from shugi.training.judge.match import MatchJob, Piece
from tests.support.small_network import small_network

BINGO = load_rules("super_bingo")
AGENTS = {"a": "random", "b": "baseline:rusher"}


# ---- a match in pieces


def test_pieces_in_any_order_bring_the_same() -> None:
    job = MatchJob(BINGO, AGENTS, seed=5)
    match = job.match({spec: make_agent(spec, BINGO) for spec in job.specs}, 1)
    match.sets_at_once = 4
    pieces = list(match.pieces(10))
    assert pieces == [Piece(0, 4), Piece(4, 4), Piece(8, 2)]
    whole = list(LocalWorkers().run(job, pieces))
    order = random.Random(1).sample(range(3), 3)
    again = dict(zip(order, LocalWorkers(2).run(job, [pieces[k] for k in order]), strict=True))
    for k, portion in enumerate(whole):
        assert (again[k].played.result == portion.played.result).all()
        assert (again[k].played.tally == portion.played.tally).all()
    results = [portion.played.result for portion in whole]
    assert not np.array_equal(results[0], results[1])  # each has walls and chance of its own


def test_a_job_survives_a_pickle() -> None:
    job = MatchJob(load_rules("far_flying_fish", open_riichi_extra_han=3), AGENTS, seed=5)
    again = pickle.loads(pickle.dumps(job))
    assert again == job
    found = [
        next(iter(LocalWorkers().run(one, [Piece(0, 2)]))).played.result for one in (job, again)
    ]
    assert (found[0] == found[1]).all()


def test_agents_made_already_are_used() -> None:
    made = {"random": make_agent("baseline", BINGO)}
    place = WorkerContext(BINGO, "auto", 1, made)
    assert place.agent("random") is made["random"]
    assert place.agent("baseline") is place.agent("baseline")


def test_what_is_not_asked_for_is_not_worked_on() -> None:
    asked: list[int] = []

    class Job:
        rules, precision, specs = BINGO, "auto", ()

        def open(self, place: WorkerContext) -> Any:
            return lambda piece: asked.append(piece) or piece

    found = LocalWorkers().run(Job(), iter(range(10**9)))
    assert [next(found), next(found)] == [0, 1] == asked
    found.close()


# ---- addresses


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("local", Address("local", cores())),
        ("local:3", Address("local", 3)),
        ("auto", Address("auto")),
        ("head.example:6379", Address("head.example:6379")),
    ],
)
def test_addresses(text: str, meant: Address) -> None:
    assert parse_address(text) == meant
    assert meant.local == text.startswith("local")


@pytest.mark.parametrize("text", ["", "local:", "local:0", "local:-1", "local:two", "here"])
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(ClusterError, match="--cluster"):
        parse_address(text)


# ---- files on their way


def test_agents_are_found_where_their_files_came_to(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("a", "b")]
    for folder in folders:
        folder.mkdir()
    first, second = map(small_network, folders)
    spec = f"rollout[deals=4,continuation=[{second}:sample],at=verbs]:without[riichi]:{first}"
    places = {first: tmp_path / "x", second: tmp_path / "y"}
    assert remap_files(spec, places) == (
        f"rollout[deals=4,continuation=[{tmp_path / 'y'}:sample],at=verbs]:"
        f"without[riichi]:{tmp_path / 'x'}"
    )


@pytest.mark.parametrize(
    "spec", ["random", "baseline:rusher,defence=2", "rollout:baseline", "without[riichi]:random"]
)
def test_agents_without_files_stay_what_they_are(spec: str) -> None:
    assert remap_files(spec, {}) == spec


def test_forms_of_names_survive_the_move(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("")
    small_network(tmp_path)
    own, sampled = f"python:{tmp_path / 'mine.py'}:Mine", f"{tmp_path}:sample"
    to = Path("/there/file")
    for spec, then in ((own, f"python:{to}:Mine"), (sampled, f"{to}:sample")):
        assert remap_files(spec, dict.fromkeys(files_of(spec), to)) == then


def test_a_moved_network_plays_the_same(tmp_path: Path) -> None:
    path = small_network(tmp_path)
    content = path.read_bytes()
    place = unpack_file(path, content_mark(content), content)
    specs = [f"{path.parent}:sample", remap_files(f"{path.parent}:sample", {path: place})]
    assert files_of(specs[1]) == [place] and specs[0] != specs[1]
    jobs = [MatchJob(BINGO, {"a": spec, "b": "random"}, seed=2) for spec in specs]
    found = [next(iter(LocalWorkers().run(job, [Piece(0, 2)]))).played.result for job in jobs]
    assert (found[0] == found[1]).all()


def test_a_file_that_was_changed_there_is_written_again(tmp_path: Path) -> None:
    mark = content_mark(b"content")
    place = unpack_file(tmp_path / "name", mark, b"content")
    place.write_bytes(b"other")
    assert unpack_file(tmp_path / "name", mark, b"content").read_bytes() == b"content"


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no owners of files")
def test_nobody_else_may_write_where_files_come_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder's name can be guessed, and a file in it can be a program."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    mark = content_mark(b"content")
    own = unpack_file(tmp_path / "name", mark, b"content").parent.parent
    assert own.parent == tmp_path and own.stat().st_mode & 0o077 == 0
    own.chmod(0o777)
    with pytest.raises(OSError, match="somebody else could write there"):
        unpack_file(tmp_path / "name", mark, b"content")
    own.rename(tmp_path / "theirs")
    own.symlink_to(tmp_path / "theirs")
    with pytest.raises(OSError, match="somebody else could write there"):
        unpack_file(tmp_path / "name", mark, b"content")


def test_every_file_travels_once(tmp_path: Path) -> None:
    path = small_network(tmp_path)
    assert files_of_all([str(path), f"rollout:{path}", "baseline", str(path.parent)]) == [path]


# ---- versions


@pytest.mark.parametrize("name", ["super_bingo", "hangzhou", "riichi_tenhou", "piquet"])
def test_engines_are_told_by_what_they_play(name: str) -> None:
    rules = load_rules(name)
    assert play_mark(rules) == play_mark(rules)


def test_another_rule_set_is_another_mark() -> None:
    names = ("super_bingo", "far_flying_fish", "sanma_base", "wuhan", "ninety_nine")
    assert len({play_mark(load_rules(name)) for name in names}) == len(names)


def test_agents_are_told_apart_by_their_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shugi.agents.named.FOLDER", tmp_path)
    marks = []
    for name, content in (("a", b"1"), ("a", b"2"), ("b", b"2"), ("b", b"2")):
        for old in tmp_path.iterdir():
            old.unlink()
        (tmp_path / f"{name}.safetensors").write_bytes(content)
        agents_mark.cache_clear()
        marks.append(agents_mark())
    agents_mark.cache_clear()
    assert len(set(marks)) == 3 and marks[2] == marks[3]


def test_what_differs_is_told() -> None:
    here = versions(BINGO)
    assert {"shugi", "Python", "numpy", "torch"} < set(here)
    assert differences(here, here) == []
    there = here | {"numpy": "1.0"}
    del there["torch"]
    told = differences(here, there)
    assert told == [
        f"numpy: 1.0 there, {here['numpy']} here",
        f"torch: none there, {here['torch']} here",
    ]
