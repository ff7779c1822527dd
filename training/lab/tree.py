"""A decision tree of few leaves that stands for an agent."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from shugi.envs.common.arrays import F64, Bools

LEAVES = 8
FOLDS = 5
CLOSE = 0.005  # of agreement, for which no leaf more is worth while
LEAST_SHARE, LEAST = 0.02, 4  # of the positions fitted to, in a leaf


@dataclass(frozen=True)
class TreeNode:
    """A leaf, which acts or not, or a question with a branch for each side of a cut."""

    acts: bool
    name: str = ""
    """Of the number that is asked for; empty in a leaf."""
    cut: float = 0.0
    low: "TreeNode | None" = None
    """For numbers below the cut,"""
    high: "TreeNode | None" = None
    """and above it."""

    def branches(self) -> "tuple[TreeNode, TreeNode] | None":
        return None if self.low is None or self.high is None else (self.low, self.high)

    def leaves(self) -> "Iterator[TreeNode]":
        branches = self.branches()
        if branches is None:
            yield self
        else:
            for branch in branches:
                yield from branch.leaves()

    def act(self, numbers: Mapping[str, F64]) -> Bools:
        """(n,) what it does, where ``numbers`` (n,) are counted."""
        branches = self.branches()
        if branches is None:
            size = len(next(iter(numbers.values()))) if numbers else 0
            return np.full(size, self.acts)
        low, high = (branch.act(numbers) for branch in branches)
        return np.where(numbers[self.name] <= self.cut, low, high)

    def below(self, numbers: Mapping[str, F64]) -> Bools:
        """(n,) which side of its cut."""
        return np.asarray(numbers[self.name] <= self.cut)


def fit(numbers: Mapping[str, F64], acts: Bools, leaves: int = LEAVES, seed: int = 1) -> TreeNode:
    """The smallest tree that agrees about as often as the best one of at most ``leaves`` leaves.

    How often is found by cross-validation within the positions given.

    Args:
        numbers: (n,) of each count, by name.
        acts: (n,) what the agent does.
        leaves: at most so many.
        seed: of ties and folds.
    """
    names = [name for name, own in numbers.items() if len(own) and np.ptp(own) > 0]
    usual = bool(acts.mean() >= 0.5) if len(acts) else False
    if not names or acts.all() or not acts.any():
        return TreeNode(usual)
    table = np.stack([numbers[name] for name in names], axis=1)
    tried = {count: _agreement(table, acts, count, seed) for count in range(1, leaves + 1)}
    enough = max(tried.values()) - CLOSE
    count = min(count for count, agreed in tried.items() if agreed >= enough)
    if count == 1:
        return TreeNode(usual)
    fitted = _grow(table, acts, count, seed).tree_
    return merge_equal(_node(fitted, 0, names, usual))


def merge_equal(node: TreeNode) -> TreeNode:
    """Without questions both of whose answers lead to the same."""
    branches = node.branches()
    if branches is None:
        return node
    low, high = map(merge_equal, branches)
    if low.branches() is None and high.branches() is None and low.acts == high.acts:
        return low
    return replace(node, low=low, high=high)


def _grow(table: F64, acts: Bools, leaves: int, seed: int) -> Any:
    from sklearn.tree import DecisionTreeClassifier  # a second to import

    least = max(LEAST, round(LEAST_SHARE * len(acts)))
    tree = DecisionTreeClassifier(
        max_leaf_nodes=leaves, min_samples_leaf=min(least, len(acts) // 2), random_state=seed
    )
    return tree.fit(table, acts)


def _agreement(table: F64, acts: Bools, leaves: int, seed: int) -> float:
    """How often trees of so many leaves agree, each at positions that it was not fitted to."""
    folds = np.random.default_rng(seed).permutation(len(acts)) % FOLDS
    agreed = 0
    for fold in range(FOLDS):
        own, other = folds == fold, folds != fold
        known = acts[other]
        if leaves == 1 or known.all() or not known.any():
            said = np.full(own.sum(), known.mean() >= 0.5)
        else:
            said = _grow(table[other], known, leaves, seed).predict(table[own])
        agreed += int((said == acts[own]).sum())
    return agreed / len(acts)


def _node(tree: Any, at: int, names: list[str], usual: bool) -> TreeNode:
    if tree.children_left[at] < 0:
        passes, does = _shares(tree, at)
        return TreeNode(does > passes if does != passes else usual)
    low, high = (
        _node(tree, int(side[at]), names, usual)
        for side in (tree.children_left, tree.children_right)
    )
    return TreeNode(usual, names[tree.feature[at]], float(tree.threshold[at]), low, high)


def _shares(tree: Any, at: int) -> tuple[float, float]:
    """The positions in a node at which the agent does not act, and does."""
    passes, does = tree.value[at][0]
    return float(passes), float(does)
