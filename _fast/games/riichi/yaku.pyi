PATTERN_NAMES: dict[int, str]
"""Name of every pattern by its id (``Line.detail``, ``Entry.pattern``); ids are never reused."""
