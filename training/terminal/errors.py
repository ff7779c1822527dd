"""What ends a command without a traceback, and the status after Ctrl-C."""

INTERRUPTED = 130  # exit status, as shells have it


class UserError(Exception):
    """What a person can put right: printed without a traceback, exit status 2."""


class WorkStopped(Exception):
    """A command was stopped whose work is kept: the same command goes on."""
