from collections.abc import Iterable, Sequence

from shugi._fast.shape.shapes import Shapes, _Form

class Trials(Shapes):
    """What a trial answers while tiles come and go; arguments as for ``Shapes``."""

    def asked(
        self,
        hand: Iterable[int],
        puts: Iterable[tuple[int, int]],
        melded: Iterable[int] | None = None,
        *,
        wild: int = 0,
        forms: _Form | Sequence[str] = ...,
    ) -> list[tuple[int | None, list[int], list[int]]]:
        """What ``Shapes`` would answer after each of the puts (kind, number of tiles).

        Args:
            hand: as for ``Shapes.shanten``.
            puts: negative numbers take tiles away; the hand has 3n + 1 or 3n + 2 after each.

        Returns:
            (shanten, waits, ukeire) of 3n + 1 tiles, (shanten, ready discards, good discards) of
            3n + 2.
        """
