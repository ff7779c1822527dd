"""Super Bingo Yunyun: 3 agents.

Super Bingo with rainbow sevens and the Grand Cross: the four winds laid down like a kan.
"""

from shugi.envs.aec import env_factories
from shugi.envs.environment_page import page

__doc__ = page(__name__, __doc__)

raw_env, env, parallel_env = env_factories(__name__)
