"""A state as plain Python values, and back; used through ``Batch.state`` and ``Batch.set_state``."""

from shugi._fast.fields import FIELDS as FIELDS
from shugi._fast.fields import PositionError as PositionError
