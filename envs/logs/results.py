"""Final results of a game as sites tell them: exact, or of scores in whole thousands."""

from collections.abc import Sequence

from shugi._fast.batch.batch import Batch
from shugi.envs.logs.log import Log

EXACT, ROUNDED, AUTO = "exact", "rounded", "auto"
ROUNDED_UNTIL = "20201231"  # Tenhou counted in whole thousands at least as long


def rounding_of(log: Log, wanted: str) -> str:
    """Whether a log's results are of rounded scores: as asked, by its date, or what it tells."""
    told = log.ending.results if log.ending else None
    if wanted != AUTO or told is None:
        return EXACT if wanted == AUTO else wanted
    if log.room.site != "tenhou" or any(one != int(one) for one in told):
        return EXACT
    return ROUNDED if not log.date or log.date <= ROUNDED_UNTIL else EXACT


def results_of(batch: Batch, rounding: str) -> list[float]:
    """Final results of a game that is over, in thousands of points."""
    exact = [round(float(one), 3) for one in batch.final_result[0]]
    if rounding == EXACT:
        return exact
    scores, ranks = batch.final_score[0].tolist(), batch.final_rank[0].tolist()
    found = [
        round(result + (_thousands(score) * 1000 - score) / 1000, 3)
        for result, score in zip(exact, scores, strict=True)
    ]
    first = ranks.index(0)
    found[first] = -sum(found) + found[first]  # who is first takes the rest
    return found


def _thousands(score: int) -> int:
    """Whole thousands, halves away from zero."""
    whole = (abs(score) + 500) // 1000
    return whole if score >= 0 else -whole


def same(told: Sequence[float], here: Sequence[float]) -> bool:
    return all(abs(a - b) < 0.051 for a, b in zip(told, here, strict=True))
