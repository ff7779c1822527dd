"""How a hand of a game ended, as the cases that ``shugi.score`` takes: the door of `endings`."""

from shugi.envs.endings.ending import Ending, ending, endings

__all__ = ["Ending", "ending", "endings"]
