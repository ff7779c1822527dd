"""The commands of ``shugi``, one module each (listed in ``training/cli.py``)."""


class UserError(Exception):
    """What a person can put right: printed without a traceback, exit status 2."""
