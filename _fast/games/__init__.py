"""A folder for each game, and what several share: `chinese`, `tricks`. No game knows another.

The name of a module says what it may import: `view` and `redeal` what the package view may, `bot`
what bots may (tests/repo/test_layers.py).
"""
