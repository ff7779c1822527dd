"""Commands as processes of their own."""

import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any


def started(words: list[str]) -> "subprocess.Popen[bytes]":
    # where the tests themselves run in the background, Ctrl-C would be ignored
    script = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from shugi.training.commands.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-P", "-c", script, *words]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def wait_until(true: Callable[[], Any], process: "subprocess.Popen[bytes]") -> None:
    while not true():
        assert process.poll() is None, process.communicate()[1].decode()
        time.sleep(0.05)
