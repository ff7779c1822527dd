"""How a hand ended, as a case, and what a case is worth.

Imports `rulesets`, `records`, and `drawing` for what is printed on a tile. The public door is
`shugi.envs.ending`.
"""
