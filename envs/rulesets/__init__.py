"""Rule sets: a rule file read and checked, inheritance and add-ons worked out, the list of all.

Imports `common`.
"""
