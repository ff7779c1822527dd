"""The table of docs/standing.md, from the files that come with the package."""

from shugi.agents.standing import StandingFit, fit_of
from shugi.envs.rules import load_rules, variants

HEADS = ("rules", "1,000 points", "the deal", "a marker, or a game won", "explained", "slope")


def row(fit: StandingFit) -> str:
    """One rule set."""
    prices = {price.name: f"{price.value:+.2f} ± {price.error:.2f}" for price in fit.prices}
    cells = [
        f"`{fit.rules}`, in {fit.unit}",
        prices.get("1,000 points", ""),
        prices.get("the deal", ""),
        prices.get("a marker", prices.get("a game won", "")),
        f"{fit.explained:.1%}" if fit.slope else "nothing",
        f"{fit.slope:.2f} ± {fit.slope_error:.2f}" if fit.slope else "",
    ]
    return f"| {' | '.join(cells)} |"


def table() -> str:
    fits = {}
    for variant in variants():
        fit = fit_of(load_rules(variant.name))
        if fit is not None:
            fits[fit.rules] = fit
    rules = f"| --- |{' ---: |' * (len(HEADS) - 1)}"
    return "\n".join([f"| {' | '.join(HEADS)} |", rules, *map(row, fits.values())])


if __name__ == "__main__":
    print(table())
