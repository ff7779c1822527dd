"""Any rule set: 2 to 4 agents.

``table_v0.env(rules="super_bingo+home_run")``, or a rule file of one's own:
``table_v0.env(rules="my.yaml", options={"honba_ron": 1000})``.
"""

from shugi.envs.aec import env_factories
from shugi.envs.environment_page import page

__doc__ = page(__name__, __doc__)

raw_env, env, parallel_env = env_factories(__name__)
