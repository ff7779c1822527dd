"""Tools for every package above the engine: files of users read within limits and written whole,
JSON and YAML, arguments checked, imports that come late.

Imports nothing of `envs`, and knows no game.
"""
