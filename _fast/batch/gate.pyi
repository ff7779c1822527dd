class BusyError(RuntimeError):
    """A batch was asked for something while it was at work for another thread."""
