"""Plans: what a seat can do at a decision, how often an agent does it, and what it is worth.

Imports the engine, ``envs``, and modules of ``agents`` but for ``search``, which imports it.
"""
