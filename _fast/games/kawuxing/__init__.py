"""Kawuxing: its turns, disclosed hands, and what a win is worth.

Imports core, shape, flow and games/chinese.
"""
