"""Worked examples of Wuhan: what the engine answers to each kind."""

from tests.golden.regional import Kind

KINDS: dict[str, Kind] = {}
