"""The option tables of the rule texts, as far as scoring and settlement go (``options.yaml``)."""

from pathlib import Path

import yaml

from tests.reference.option_tables import Options

TABLES = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))
BASE: Options = TABLES["sanma_base"]
BINGO: Options = BASE | TABLES["super_bingo"]
FISH: Options = BASE | TABLES["flying_fish"]
PRESETS = {"sanma_base": BASE, "super_bingo": BINGO}
ADD_ONS: dict[str, dict[str, Options]] = TABLES["add_ons"]
FAMILIES: dict[str, Options] = {
    "sanma_base": BASE,
    "super_bingo": BINGO | TABLES["add_ons_off"],
    "flying_fish": FISH,
    "fierce_flying_fish": FISH | ADD_ONS["flying_fish"]["fierce"],
    "far_flying_fish": FISH | ADD_ONS["flying_fish"]["far"],
    "shouhai_mighty": BASE | TABLES["shouhai_mighty"],
    "toriuchi": BASE | TABLES["toriuchi"],
}
REJECTED = ({"cherry", "home_run"}, {"cherry", "atama"})  # Super Bingo section 6.5
# names of the rule texts, and one name for several of them that an option table may use instead
OTHER_NAMES: dict[str, str] = TABLES["other_names"]


def options_of(
    family: str, addons: list[str] | None = None, changes: Options | None = None
) -> Options:
    """The options of a family with its add-ons, named as in the worked examples."""
    chosen = set(addons or [])
    if any(pair <= chosen for pair in REJECTED):
        raise ValueError(f"{family}: {sorted(chosen)} do not go together")
    options = dict(FAMILIES[family])
    for addon in addons or []:
        options |= ADD_ONS[family][addon]
    changes = changes or {}
    renamed = {
        ours: changes[theirs]
        for ours, theirs in OTHER_NAMES.items()
        if ours in options and theirs in changes
    }
    return options | renamed | changes


def rule_names(options: Options) -> Options:
    """The options under the names of the rule texts."""
    added = {
        ours: options[theirs]
        for ours, theirs in OTHER_NAMES.items()
        if ours not in options and theirs in options
    }
    return options | added
