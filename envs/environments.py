"""The rule sets that have environments of their own, and the names of these."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Environment:
    """A rule set with names of its own."""

    rules: str | None  # None: whoever makes one names them
    gymnasium_id: str
    module: str

    @property
    def import_name(self) -> str:
        return f"shugi.envs.{self.module}"

    @property
    def pettingzoo_id(self) -> str:
        return f"shugi/{self.module.replace('_v', '-v')}"


ENVIRONMENTS = (
    Environment("super_bingo", "shugi/SuperBingo-v0", "super_bingo_v0"),
    Environment("sanma_base", "shugi/Sanma-v0", "sanma_v0"),
    *(
        Environment(name, f"shugi/{name.title().replace('_', '')}-v0", f"{name}_v0")
        for name in (
            "flying_fish",
            "fierce_flying_fish",
            "far_flying_fish",
            "shouhai_mighty",
            "toriuchi",
            "riichi_tenhou",
            "riichi_mjsoul",
            "riichi_parlour",
            "super_bingo_yunyun",
            "seven_rush",
            "seven_rush_deluxe",
            "super_bingo_home_run",
            "crazy_cherry",
            "super_bingo_atama",
            "hangzhou",
            "xiamen",
            "quanzhou",
            "wuhan",
            "kawuxing",
            "sichuan",
            "piquet",
            "ninety_nine",
        )
    ),
)

TABLE = Environment(None, "shugi/Table-v0", "table_v0")
"""Any rule set, or a rule file of one's own."""


def environment_of(import_name: str) -> Environment:
    """The row of a module of ``shugi.envs``."""
    return next(one for one in (*ENVIRONMENTS, TABLE) if one.import_name == import_name)
