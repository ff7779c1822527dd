"""Many games at once: the one door for Python, arrays in and out.

Imports everything.
"""
