"""Super Bingo Atama: 3 agents.

Super Bingo where pairs may be called, and only a yakuman or an open riichi may win.
"""

from shugi.envs.aec import env_factories
from shugi.envs.environment_page import page

__doc__ = page(__name__, __doc__)

raw_env, env, parallel_env = env_factories(__name__)
