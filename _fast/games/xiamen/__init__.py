"""Xiamen and Quanzhou: their deal and turns, and what a win is worth.

Imports core, shape, flow and games/chinese.
"""
