"""What people see and press: plain text, tables, a progress bar, Ctrl-C, what is not installed.

Imports nothing of ``training``.
"""
