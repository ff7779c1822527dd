"""Rule sets: the options and their conflicts, and how they become the struct that games read.

Imports core, shape and riichi.
"""
