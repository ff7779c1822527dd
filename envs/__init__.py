"""Environments over the engine, and what is around them: rules, positions, records, pictures.

* ``load_rules``, ``variants``: rule sets. ``Batch``: thousands of games stepped at once.
* ``super_bingo_v0``, ``flying_fish_v0``, ..., ``make``: PettingZoo, every seat in turn.
* ``gymnasium.make("shugi/SuperBingo-v0")``: one seat against given agents (``SeatEnv``);
  ``gymnasium.make_vec`` for many games of it (``SeatVectorEnv``); ``SeatVecEnv`` for
  stable-baselines3, imported when it is asked for.
* ``layout_of``: what the numbers of an action and of an observation stand for.
* ``format_position``, ``parse_position``, ``load_position``: any moment of a game as text.
* ``score``: what a finished hand is worth, and who pays; ``shugi.envs.scoring`` has the parts.
* ``Recorder``, ``load_record``, ``replay``: whole games on disk.
"""

from typing import TYPE_CHECKING

from shugi._fast.batch.batch import Batch, IllegalAction, set_describer, tally_columns
from shugi._fast.rules.compile import Rules, RulesError
from shugi._fast.text.position import PositionError
from shugi._fast.view.layouts import LAYOUTS, Layout, layout_of
from shugi.envs.common.imports import lazily
from shugi.envs.environments import BY_MODULE
from shugi.envs.registration import make, make_batch, register

if TYPE_CHECKING:
    from shugi.envs.endings.case import CaseError, score
    from shugi.envs.notation.position import format_position, load_position, parse_position
    from shugi.envs.records.record import Record, Recorder, RecordError, load_record, replay
    from shugi.envs.rulesets.rules import Variant, load_rules, variants
    from shugi.envs.sb3 import SeatVecEnv
    from shugi.envs.single import SeatEnv
    from shugi.envs.vector import SeatVectorEnv

__all__ = [
    "LAYOUTS",
    "Batch",
    "CaseError",
    "IllegalAction",
    "Layout",
    "PositionError",
    "Record",
    "RecordError",
    "Recorder",
    "Rules",
    "RulesError",
    "SeatEnv",
    "SeatVecEnv",
    "SeatVectorEnv",
    "Variant",
    "format_position",
    "layout_of",
    "load_position",
    "load_record",
    "load_rules",
    "make",
    "make_batch",
    "parse_position",
    "register",
    "replay",
    "score",
    "tally_columns",
    "variants",
]

_PLACES = {
    "endings.case": ("CaseError", "score"),
    "notation.position": ("format_position", "load_position", "parse_position"),
    "records.record": ("Record", "RecordError", "Recorder", "load_record", "replay"),
    "rulesets.rules": ("Variant", "load_rules", "variants"),
    "sb3": ("SeatVecEnv",),
    "single": ("SeatEnv",),
    "vector": ("SeatVectorEnv",),
}
_MODULES = {environment.module: f"{path}:" for path, environment in BY_MODULE.items()}
__getattr__ = lazily(
    __name__,
    _MODULES | {name: f"{__name__}.{path}" for path, names in _PLACES.items() for name in names},
)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_MODULES})


def _described(batch: Batch, i: int) -> str:
    """A position for an error message."""
    from shugi.envs.notation.position import format_position

    return format_position(batch, i)


register()
set_describer(_described)
