"""What the Chinese games share.

Imports core, shape and flow.
"""
