"""A policy network of one rule set, evaluated in C.

Imports core, rules and view.
"""
