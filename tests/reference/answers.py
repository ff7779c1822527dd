"""An example's answer, held against the one that is expected."""

from collections.abc import Collection
from typing import Any

Answer = dict[str, Any]


def unlike(expected: Answer, answer: Answer, unordered: Collection[str]) -> list[str]:
    """Each key of ``expected`` that the answer has not, or otherwise.

    Args:
        unordered: keys whose lists may be in any order.
    """

    def comparable(key: str, value: Any) -> Any:
        return sorted(value) if key in unordered and isinstance(value, list) else value

    return [
        f"{key}: expected {value!r}, came {answer.get(key)!r}"
        for key, value in expected.items()
        if key not in answer or comparable(key, value) != comparable(key, answer[key])
    ]
