"""The error that commands show without a traceback, and the status after Ctrl-C."""

INTERRUPTED = 130  # exit status, as shells have it


class UserError(Exception):
    """What a person can put right: printed without a traceback, exit status 2."""
