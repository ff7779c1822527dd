"""The engine: C structs and ``nogil`` functions, in packages that import one way only.

In this order: core, shape, flow, riichi, regional, cards, rules, view, check, text, score, bots,
batch.  A game is played without Python objects; names, rule files, positions and cases have them.
"""
