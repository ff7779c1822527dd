"""A state as plain Python values, and back; see ``Batch.state`` and ``Batch.set_state``."""

from shugi._fast.check.fields import FIELDS as FIELDS
from shugi._fast.check.fields import PositionError as PositionError
