"""A table in the browser: play, watch and review games, whatever their rules.

It stands above everything else: it imports the engine, the environments, the agents and the
training packages, and nothing imports it. No rule of a game is written here or in the page: what
may be done, what it is called and what was paid comes from the engine.
"""
