"""Processes that learn together agree, share gradients, and keep one run."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")

import torch  # noqa: E402

from shugi.training.cluster.group import Group, SingleProcess, means, parts_of  # noqa: E402
from shugi.training.learn.mixture import load_sets  # noqa: E402
from shugi.training.learn.trainer import Trainer  # noqa: E402
from shugi.training.run.config import ConfigError, parse_config  # noqa: E402
from shugi.training.run.state import load_state  # noqa: E402
from tests.support.runs import quiet  # noqa: E402
from tests.support.together import together  # noqa: E402
from tests.training.test_actors import ENGINE, TINY, stopped_after  # noqa: E402

RUN = TINY | ENGINE | {"actors": 4, "learners": 2, "decisions": 8000, "checkpoint_seconds": 0}


def said(group: Group) -> dict[str, Any]:
    rank = group.rank
    return {
        "agreed": group.agreed(f"by {rank}"),
        "gathered": group.apart().gathered(rank),
        "means": means(group, {"both": float(rank), f"of {rank}": 3.0}),
        "parts": parts_of(group, 10 + 7 * rank, 5),
        "few": parts_of(group, 2 + 20 * rank, 5),
    }


def test_what_they_agree_on() -> None:
    first, second = together(said)
    assert first["agreed"] == second["agreed"] == "by 0"
    assert first["gathered"] == second["gathered"] == [0, 1]
    assert first["means"] == second["means"] == {"both": 0.5, "of 0": 3.0, "of 1": 3.0}
    # 17 decisions make four minibatches of at most 5, so 10 do as well
    assert (first["parts"], second["parts"]) == ([3, 3, 2, 2], [5, 4, 4, 4])
    assert (first["few"], second["few"]) == ([1, 1], [11, 11])


def test_one_process_cuts_as_it_always_did() -> None:
    assert parts_of(SingleProcess(), 12, 5) == [5, 5, 2]
    assert means(SingleProcess(), {"one": 2.0}) == {"one": 2.0}


def gradients(group: Group) -> list[torch.Tensor]:
    """Of a line whose loss differs: the mean of all, and one's own."""
    torch.manual_seed(1)
    line, given = torch.nn.Linear(3, 1), torch.full((2, 3), 1.0 + group.rank)
    found = []
    for module in (group.through(line), line):
        line.zero_grad()
        module(given).sum().backward()
        assert line.weight.grad is not None
        found.append(line.weight.grad.clone())
    return found


def test_gradients_are_the_mean_of_all() -> None:
    first, second = together(gradients)
    assert not torch.equal(first[1], second[1])
    assert torch.equal(first[0], second[0])
    assert torch.allclose(first[0], (first[1] + second[1]) / 2)


# ---- a run


def learnt(group: Group, folder: Path, updates: int | None = None) -> dict[str, Any]:
    """What a process has learnt, and from what; it goes on with what is in the folder."""
    own = folder / str(group.rank) if group.rank else folder
    own.mkdir(parents=True, exist_ok=True)
    if group.rank and (folder / "state.pt").exists():
        (own / "state.pt").write_bytes((folder / "state.pt").read_bytes())
    config = parse_config(RUN)
    run = Trainer(config, load_sets(config), own, quiet(), group=group)
    if (own / "state.pt").exists():
        run.resume()
    run.run() if updates is None else run.run(stop=stopped_after(updates))
    return {
        "weights": [weight.numpy() for weight in run.policy.state_dict().values()],
        "critic": [weight.numpy() for weight in run.critic.state_dict().values()],
        "seen": run.learner.decisions.buffer.action.copy(),
        "count": run.count,
        "update": run.update,
        "share": [one.share for one in run.pool.snapshots],
    }


def assert_same(one: dict[str, Any], other: dict[str, Any]) -> None:
    for name in ("weights", "critic"):
        assert all(map(np.array_equal, one[name], other[name])), name
    for name in ("count", "update", "share"):
        assert one[name] == other[name], name


def test_they_learn_one_policy_from_other_decisions(tmp_path: Path) -> None:
    first, second = together(learnt, tmp_path / "whole")
    assert not np.array_equal(first["seen"], second["seen"])
    assert_same(first, second)
    assert first["count"] >= 8000 and first["seen"].shape[1] == TINY["games"] // 2
    state = load_state(tmp_path / "whole")
    assert len(state["actors"]) == 4
    # the same from a stop in the middle
    together(learnt, tmp_path / "stopped", 5)
    assert load_state(tmp_path / "stopped")["counters"].startswith('["ppo", 5')
    assert_same(together(learnt, tmp_path / "stopped")[0], first)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"actors": 3, "games": 15}, "cannot be shared evenly by 2 learners"),
        ({"overlap": True}, "overlap"),
    ],
)
def test_settings_that_do_not_go_together(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        parse_config(RUN | changes)
