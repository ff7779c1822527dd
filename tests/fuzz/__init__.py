"""Inputs made at random or by changing good ones: each is refused in words, or plays on.

``targets`` says what is given inputs, ``worker`` runs cases in one process, ``watch`` watches the
workers and tells of what broke.  ``python tests/fuzz --help``; docs/testing.md has the commands.
"""
