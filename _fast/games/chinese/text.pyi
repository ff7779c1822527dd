from collections.abc import Mapping
from typing import Any

from shugi._fast.rules.compile import Rules

def usual_counts(rules: Rules, seat: Mapping[str, Any], wild_kind: int | None) -> dict[str, Any]:
    """What the table tells of a seat's fields that count; they need not be said then.

    Args:
        rules: of the table.
        seat: the seat as a dict.
        wild_kind: kind printed on the wildcards, or None.
    """
