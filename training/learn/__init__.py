"""Learning from play: rollouts, returns, PPO, the warm start, and who sits at the tables.

Imports ``terminal``, ``decisions``, ``run`` and ``distil``.
"""
