"""Commands as processes of their own."""

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

LONGEST = 300.0  # seconds that a test waits for what has to come


def training(config: str, folder: Path) -> list[str]:
    """The words that train in a folder; the config is written beside it."""
    path = folder.with_suffix(".yaml")
    path.write_text(config)
    return ["train", str(path), "--run-dir", str(folder)]


def started(words: list[str]) -> "subprocess.Popen[bytes]":
    # where the tests themselves run in the background, Ctrl-C would be ignored
    script = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from shugi.commands.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-P", "-c", script, *words]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def python(code: str, *flags: str) -> str:
    """What a program prints that is run by itself and ends well."""
    command = [sys.executable, "-P", *flags, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST)
    assert done.returncode == 0, done.stderr
    return done.stdout


def ended(words: list[str]) -> "subprocess.CompletedProcess[str]":
    """A command in a process of its own.

    Ray Train and Ray Tune leave threads behind. Where a later cluster of the same process is
    begun, these may end the process.
    """
    command = [sys.executable, "-P", "-m", "shugi.commands.cli", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=LONGEST)


def wait_until(true: Callable[[], Any], process: "subprocess.Popen[bytes]") -> None:
    """It ends the process, and fails, where that does not come."""
    end = time.monotonic() + LONGEST
    while not true():
        if time.monotonic() > end:
            process.kill()
            raise AssertionError(f"it did not come: {process.communicate()[1].decode()}")
        assert process.poll() is None, process.communicate()[1].decode()
        time.sleep(0.05)
