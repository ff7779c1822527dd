"""The engine: C structs and ``nogil`` functions, in packages that import one way only.

In this order: core, shape, flow, riichi, regional, cards, rules, view, check, text, score, bots,
batch.  Python objects appear at the edges: in rules, text, score and batch.
"""
