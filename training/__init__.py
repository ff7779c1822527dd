"""Learning, judging, and the command line: each in packages that import one way.

Imports ``agents``, ``envs`` and the engine.
"""
