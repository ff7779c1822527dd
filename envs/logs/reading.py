"""Any log of a game, recognised by what is in the file and not by its name."""

import gzip
import io
import zipfile
import zlib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from shugi.envs.common.documents import DocumentError, parse_json
from shugi.envs.common.files import FileError, check_regular, error_text, read_bytes
from shugi.envs.logs import mjai_log, mjlog, mjsoul, tenhou6
from shugi.envs.logs.log import Log, Room, date_in
from shugi.envs.records.record import MOST_BYTES, RecordError, parse_record
from shugi.envs.told.hand import LogError

GZIP, ZIP = b"\x1f\x8b", b"PK\x03\x04"
# files of a folder, or of an archive, that should be logs
SUFFIXES = {".xml", ".mjlog", ".json", ".jsonl", ".mjson", ".gz", ".zip", ".log"}
LINK = "#json="
UNKNOWN = "no game log that shugi knows"
Part = tuple[int, int]  # only every n-th file of an archive, from the k-th on: (k, n)


def read_logs(path: str | Path, part: Part = (0, 1)) -> Iterator[Log]:
    """The games of a file, or of ``FILE#3`` its third one.

    What cannot be read is a problem of a log, too.

    Raises: OSError: the file cannot be read. LogError: it has no game of that number.
    """
    file, number = split_number(path)
    found = _numbered(_logs_of(read_bytes(file, MOST_BYTES), str(file), part), str(file))
    if number is None:
        yield from found
        return
    count = 0
    for count, log in enumerate(found, start=1):
        if count == number:
            log.name = f"{file}#{number}"
            yield log
            return
    raise LogError(f"{file}: has {count} games; there is no #{number}")


def read_log(path: str | Path) -> Log:
    """The one game of a file. Raises: as ``read_logs``; LogError: it has several."""
    logs = read_logs(path)
    log = next(logs)
    if next(logs, None) is not None:
        raise LogError(f"{path}: has several games; say which one: {path}#1")
    return log


def split_number(path: str | Path) -> tuple[Path, int | None]:
    """A path, and the number of a game behind ``#``."""
    text = str(path)
    front, sign, back = text.rpartition("#")
    if sign and back.isdecimal() and len(back) < 10 and not Path(text).exists():
        return Path(front), int(back)
    return Path(path), None


def files_in(path: str | Path) -> list[Path]:
    """A file, or those of a folder and below whose names are those of logs.

    Raises: OSError: there is no such file or folder.
    """
    folder = Path(path)
    if not folder.is_dir():
        check_regular(split_number(path)[0])
        return [folder]
    return sorted(file for file in folder.rglob("*") if _names_log(file) and file.is_file())


def _names_log(path: Path) -> bool:
    """Whether a file's name is that of a log; Tenhou names some by their game alone."""
    return path.suffix.lower() in SUFFIXES or bool(date_in(path.name))


def _numbered(logs: Iterator[Log], file: str) -> Iterator[Log]:
    """Give the games of a file with several of them their numbers."""
    first = next(logs, None)
    if first is None:
        yield _unread(file, "has no game")
        return
    second = next(logs, None)
    if second is None:
        yield first
        return
    for number, log in enumerate(chain((first, second), logs), start=1):
        log.name = f"{log.name}#{number}" if log.name == file else log.name
        yield log


def _unread(name: str, problem: str) -> Log:
    return Log(name, "unknown", Room(4), problems=[(0, problem)])


# ---- what is packed


def _logs_of(data: bytes, name: str, part: Part, depth: int = 0) -> Iterator[Log]:
    try:
        if data[:2] == GZIP and depth < 2:
            yield from _logs_of(_unzipped(data), name, part, depth + 1)
        elif data[:4] == ZIP and depth < 2:
            yield from _archived(data, name, part, depth)
        else:
            yield from parse_logs(data.decode("utf-8-sig"), name)
    except UnicodeDecodeError as error:
        yield _unread(name, f"{UNKNOWN}: it is no text (byte {error.start})")
    except (LogError, RecordError, DocumentError) as error:
        yield _unread(name, str(error).removeprefix(f"{name}: "))
    except OSError as error:
        yield _unread(name, error_text(error).removeprefix(f"{name}: "))


def _unzipped(data: bytes) -> bytes:
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            return _bounded(file.read(MOST_BYTES + 1))
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise LogError(f"what is packed in it cannot be unpacked: {error}") from None


def _bounded(data: bytes) -> bytes:
    if len(data) > MOST_BYTES:
        raise LogError(f"too large (more than {MOST_BYTES // 10**6} MB unpacked)")
    return data


def _archived(data: bytes, name: str, part: Part, depth: int) -> Iterator[Log]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            inside = [info for info in archive.infolist() if _names_log(Path(info.filename))]
            for info in inside[part[0] :: part[1]]:
                with archive.open(info) as file:
                    packed = _bounded(file.read(MOST_BYTES + 1))
                yield from _logs_of(packed, f"{name}/{info.filename}", (0, 1), depth + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError) as error:
        raise LogError(f"what is packed in it cannot be unpacked: {error}") from None


# ---- text


def parse_logs(text: str, name: str = "log") -> Iterator[Log]:
    """The games of a text. Raises: LogError, RecordError, DocumentError: it is none of a log."""
    start = text[:4096].lstrip()
    if start.startswith("<"):
        if not mjlog.is_mjlog(text):
            raise LogError(f"{UNKNOWN}: XML without <mjloggm>")
        yield from mjlog.read(text, name)
    elif start.startswith("http") and LINK in start:
        yield from _of_value(parse_json(unquote(text.partition(LINK)[2].strip()), name), name)
    elif start.startswith(("{", "[")):
        yield from _of_json(text, name)
    else:
        raise LogError(f"{UNKNOWN}: neither XML nor JSON" if start else "is empty")


def _of_json(text: str, name: str) -> Iterator[Log]:
    line = text.lstrip().partition("\n")[0]
    try:
        first: Any = parse_json(line, name, False)
    except DocumentError:
        first = None
    if isinstance(first, dict) and "shugi_record" in first:
        record = parse_record(text, name)
        log = Log(name, "shugi", Room(record.rules.seats), names=record.agents, record=record)
        log.over = record.over
        yield log
    elif mjai_log.is_event(first):
        yield from mjai_log.read(text.splitlines(), name)
    elif isinstance(first, dict) and len(text.strip()) > len(line):
        for row in filter(str.strip, text.splitlines()):  # a game on each line
            yield from _of_value(parse_json(row, name), name)
    else:
        yield from _of_value(parse_json(text, name, False) if first is None else first, name)


def _of_value(value: Any, name: str) -> Iterator[Log]:
    if tenhou6.is_tenhou6(value):
        yield tenhou6.read(value, name)
    elif mjsoul.is_mjsoul(value):
        yield mjsoul.read(value, name)
    elif mjai_log.is_event(value):
        yield from mjai_log.read([value], name)
    elif isinstance(value, list) and value and all(map(mjai_log.is_event, value)):
        yield from mjai_log.read(value, name)
    elif isinstance(value, list) and value and all(map(tenhou6.is_tenhou6, value)):
        for one in value:
            yield tenhou6.read(one, name)
    else:
        raise LogError(f"{UNKNOWN}: JSON without the keys of one")


__all__ = ["FileError", "files_in", "parse_logs", "read_log", "read_logs", "split_number"]
