from collections.abc import Iterable, Sequence
from typing import Literal, Self

_Form = Literal["standard", "pairs", "orphans"]
_Block = tuple[Literal["run", "triplet", "pair"], int, int]

FORMS: dict[str, int]
ALL_FORMS: tuple[_Form, ...]
FIFTH_COPY: dict[str, int]

class Shapes:
    def __new__(
        cls,
        copies: Iterable[int],
        *,
        seven_limit: int = -1,
        chiitoi_duplicates: bool = False,
        orphan_hand: Literal["kokushi", "nanashi"] = "kokushi",
        keishiki_fifth_copy: Literal["no_wait", "wait", "wait_if_melded"] = "wait",
        hand_size: int = 13,
    ) -> Self: ...
    def shanten(
        self,
        hand: Iterable[int],
        melded: Iterable[int] | None = None,
        *,
        wild: int = 0,
        forms: _Form | Sequence[str] = ...,
    ) -> int | None: ...
    def is_ready(
        self,
        hand: Iterable[int],
        melded: Iterable[int] | None = None,
        *,
        wild: int = 0,
        forms: _Form | Sequence[str] = ...,
    ) -> bool: ...
    def is_complete(
        self,
        hand: Iterable[int],
        melded: Iterable[int] | None = None,
        *,
        wild: int = 0,
        forms: _Form | Sequence[str] = ...,
    ) -> bool: ...
    def waits(
        self,
        hand: Iterable[int],
        melded: Iterable[int] | None = None,
        *,
        wild: int = 0,
        forms: _Form | Sequence[str] = ...,
    ) -> list[int]: ...
    def ukeire(
        self,
        hand: Iterable[int],
        melded: Iterable[int] | None = None,
        *,
        wild: int = 0,
        forms: _Form | Sequence[str] = ...,
    ) -> list[int]: ...
    def ready_discards(
        self,
        hand: Iterable[int],
        melded: Iterable[int] | None = None,
        *,
        wild: int = 0,
        forms: _Form | Sequence[str] = ...,
    ) -> list[int]: ...
    def good_discards(
        self,
        hand: Iterable[int],
        melded: Iterable[int] | None = None,
        *,
        wild: int = 0,
        forms: _Form | Sequence[str] = ...,
    ) -> list[int]: ...
    def readings(
        self,
        hand: Iterable[int],
        melded: Iterable[int] | None = None,
        *,
        wild: int = 0,
        forms: _Form | Sequence[str] = ...,
    ) -> list[tuple[_Form, list[_Block]]]: ...
