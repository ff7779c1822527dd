"""Plans: what a seat can do at a decision, how likely an agent does it, and what it is worth.

Search, distilling and the decision lab value plans by it. Imports ``envs`` and, of ``agents``, the
modules beside it that search nothing.
"""
