"""The engine: C structs and ``nogil`` functions; Python objects appear only in ``batch``."""
