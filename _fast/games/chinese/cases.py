"""What the cases of the Chinese games have alike."""

from shugi._fast.text.last_decision import Case, LastDecision


def win_tile(moment: LastDecision) -> Case:
    """The tile that was won on, where there is one."""
    return {} if moment.tile is None else {"win_tile": moment.face(moment.tile)}


def source(moment: LastDecision) -> str:
    """Where the tile came from: "tsumo", "ron" or "robbing"."""
    if moment.by == "tsumo":
        return "tsumo"
    return "ron" if moment.before["robbing"] is None else "robbing"
