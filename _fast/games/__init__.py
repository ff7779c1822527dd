"""A folder for each game, and what several share: `chinese`, `tricks`. No game knows another.

The name of a module says what it may import (tests/repo/test_layers.py): `fields` and `rows` no code of
the engine, `view` and `redeal` the package view, `bot` the package bots.
"""
