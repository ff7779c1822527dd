"""The command line: ``cli``, and one module for each command of ``shugi``.

Imports every other folder; nothing imports it.
"""
