"""Ctrl-C that waits until somebody looks."""

import os
import signal
import threading
from collections.abc import Iterator

import pytest

from shugi.training.terminal.interrupt import Postponed


@pytest.fixture(autouse=True)
def as_in_a_terminal() -> Iterator[None]:
    """Where tests run in the background, Ctrl-C is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def press() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def test_it_comes_when_somebody_looks() -> None:
    with Postponed() as ctrl_c:
        ctrl_c.look()
        press()
        with pytest.raises(KeyboardInterrupt):
            ctrl_c.look()
        ctrl_c.look()  # once
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_it_comes_at_the_end_where_nobody_looked() -> None:
    ended = False
    with pytest.raises(KeyboardInterrupt):
        with Postponed():
            press()
            ended = True
    assert ended and signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_error_is_not_hidden_by_it() -> None:
    with pytest.raises(ValueError, match="of another kind"):
        with Postponed():
            press()
            raise ValueError("of another kind")


def test_the_second_one_comes_at_once() -> None:
    with pytest.raises(KeyboardInterrupt):
        with Postponed():
            press()
            press()
            raise AssertionError("it did not come")


def test_whoever_handles_it_goes_on_doing_so() -> None:
    came = []
    before = signal.signal(signal.SIGINT, lambda *_: came.append(1))
    try:
        with Postponed() as ctrl_c:
            press()
            ctrl_c.look()
    finally:
        signal.signal(signal.SIGINT, before)
    assert came == [1]


def test_in_another_thread_it_does_nothing() -> None:
    found: list[bool] = []

    def inside() -> None:
        with Postponed() as ctrl_c:
            found.append(ctrl_c.own)

    thread = threading.Thread(target=inside)
    thread.start()
    thread.join()
    assert found == [False]
