"""Sanma: 3 agents.

Plain three-player riichi mahjong: no 2m to 8m, North set aside as a dora, tsumo loss. The rules
are Mahjong Soul's ranked ones; `sanma_v0.env(rules="sanma_tenhou")` takes another preset.

Rewards are thousands of points; uma and oka come with the last step.
"""

from shugi.envs.aec import env_factories
from shugi.envs.environment_page import page

__doc__ = page(__name__, __doc__)

raw_env, env, parallel_env = env_factories(__name__)
