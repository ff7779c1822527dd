"""Environments over the engine, and what is around them: rules, positions, records, pictures.

* ``load_rules``, ``variants``: rule sets. ``Batch``: thousands of games stepped at once.
* ``super_bingo_v0``, ``flying_fish_v0``, ..., ``make``: PettingZoo, every seat in turn.
* ``gymnasium.make("shugi/SuperBingo-v0")``: one seat against given agents (``SeatEnv``);
  ``gymnasium.make_vec`` for many games of it (``SeatVectorEnv``); ``shugi.envs.sb3`` for
  stable-baselines3.
* ``format_position``, ``parse_position``, ``load_position``: any moment of a game as text.
* ``score``: what a finished hand is worth, and who pays.
* ``Recorder``, ``load_record``, ``replay``: whole games on disk.
"""

from shugi._fast.batch.batch import Batch, IllegalAction, set_describer
from shugi._fast.rules.compile import Rules, RulesError
from shugi._fast.text.position import PositionError
from shugi.envs.case import CaseError, score
from shugi.envs.notation import format_position, load_position, parse_position
from shugi.envs.record import Record, Recorder, RecordError, load_record, replay
from shugi.envs.registration import make, make_batch, register
from shugi.envs.rules import Variant, load_rules, variants
from shugi.envs.single import SeatEnv
from shugi.envs.vector import SeatVectorEnv

__all__ = [
    "Batch",
    "CaseError",
    "IllegalAction",
    "PositionError",
    "Record",
    "RecordError",
    "Recorder",
    "Rules",
    "RulesError",
    "SeatEnv",
    "SeatVectorEnv",
    "Variant",
    "format_position",
    "load_position",
    "load_record",
    "load_rules",
    "make",
    "make_batch",
    "parse_position",
    "register",
    "replay",
    "score",
    "variants",
]

register()
set_describer(format_position)
