"""Sichuan: tiles exchanged, a void suit, and play that goes on after a win.

Imports core, shape, flow and games/chinese.
"""
