"""How much of a run's length is spent."""

Point = tuple[int, float]  # decisions and seconds


def spent(minutes: float | None, decisions: int | None, now: Point, since: Point) -> float:
    """The share of a budget that is spent, by the limit that is nearer; 1 or more: all."""
    shares = [0.0]
    if minutes is not None:
        shares.append((now[1] - since[1]) / max(60 * minutes - since[1], 1e-9))
    if decisions is not None:
        shares.append((now[0] - since[0]) / max(decisions - since[0], 1))
    return max(shares)
