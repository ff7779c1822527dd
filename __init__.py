"""Reinforcement-learning environments for the house rules of mahjong."""

__version__ = "0.1.0"
