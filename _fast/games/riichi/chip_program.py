"""From the option chip_events to what the engine runs: names become facts, text becomes steps."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from shugi._fast.core.tiles import code_name, kind_of, parse_tiles
from shugi._fast.flow.ledger import REASON_NAMES
from shugi._fast.games.riichi.chip_event_list import MOST_EVENTS, MOST_LETTERS, Event, place
from shugi._fast.games.riichi.chip_events import FACTS, OP_CODES, ROOM, SCALES, Fact
from shugi._fast.games.riichi.condition import COMPARISONS, ConditionError, Node, parse
from shugi._fast.tables.option_types import nearest

OPTION = "chip_events"
YES_OR_NO, NUMBER = "yes or no", "number"
WORDS = {word: (scale, i) for scale, words in SCALES.items() for i, word in enumerate(words)}
NOTHING = {"op": OP_CODES["number"], "fact": 0, "arg": 1}

Op = dict[str, int]
assert (ROOM["events"], ROOM["letters"]) == (MOST_EVENTS, MOST_LETTERS)


class Value(NamedTuple):
    """What a part of a condition gives, and the steps that work it out."""

    kind: str  # YES_OR_NO, NUMBER or a scale
    ops: list[Op]
    facts: list[Fact]


def program(events: list[Event], counts: Mapping[int, int]) -> dict[str, Any]:
    """The struct's fields for the events; ``counts`` are the deck's tiles by code.

    Raises:
        ValueError: names the event, and the column of its condition.
    """
    rows, ops = [], list[Op]()
    luck = False
    for i, event in enumerate(events):
        if event["name"] in REASON_NAMES:
            raise ValueError(
                f"{place(i, event)}: the ledger has payments of that name; choose another"
            )
        met, per = _compile(event, place(i, event), counts)
        luck = luck or any(fact.luck for fact in met.facts + per.facts)
        rows.append(_row(event, len(ops), len(met.ops), per.ops[0]))
        ops += met.ops
    if len(ops) > ROOM["steps"]:
        raise ValueError(f"all conditions together have {len(ops)} steps; at most {ROOM['steps']}")
    none = _row({"name": "", "chips": 0}, 0, 0, NOTHING)
    return {
        "n_chip_event": len(rows),
        "chip_luck": int(luck),
        "chip_event": rows + [none] * (MOST_EVENTS - len(rows)),
        "chip_op": ops + [NOTHING] * (ROOM["steps"] - len(ops)),
    }


def _row(event: Mapping[str, Any], first: int, n: int, per: Op) -> dict[str, Any]:
    name = event["name"].encode()
    return {
        "name": [*name, *[0] * (MOST_LETTERS - len(name))],
        "chips": event["chips"],
        "from_all": int(event.get("from") == "all"),
        "first": first,
        "n_op": n,
        "per": per,
    }


def _compile(event: Event, where: str, counts: Mapping[int, int]) -> tuple[Value, Value]:
    """All conditions of an event as one, and what its chips are multiplied by."""
    parts = [
        _part(text, f"{where}, when {i + 1}", YES_OR_NO, counts)
        for i, text in enumerate(event["when"])
    ]
    ops = [op for part in parts for op in part.ops]
    for _ in parts[1:]:
        ops.append(_op("and"))
    if parts and (deep := _depth(ops)) > ROOM["values"]:
        raise ValueError(f"{where}: asks for {deep} values at once; at most {ROOM['values']}")
    met = Value(YES_OR_NO, ops, [fact for part in parts for fact in part.facts])
    if "per" not in event:
        return met, Value(NUMBER, [NOTHING], [])
    return met, _part(event["per"], f"{where}, per", NUMBER, counts)


def _part(text: str, where: str, kind: str, counts: Mapping[int, int]) -> Value:
    try:
        node = parse(text)
        found = _value(node, counts)
        _expect(node, found, kind)
    except ConditionError as error:
        raise ValueError(f"{where}: {text!r}, {error}") from None
    return found


def _depth(ops: list[Op]) -> int:
    """Values on the stack at most, while the steps run."""
    most = now = 0
    for op in ops:
        if op["op"] in (OP_CODES["fact"], OP_CODES["number"]):
            now += 1
        elif op["op"] != OP_CODES["not"]:
            now -= 1
        most = max(most, now)
    return most


def _op(word: str, fact: int = 0, arg: int = 0) -> Op:
    return {"op": OP_CODES[word], "fact": fact, "arg": arg}


# ----------------------------------------------------------------------------- parts of a condition


def _value(node: Node, counts: Mapping[int, int]) -> Value:
    if node.word in COMPARISONS:
        return _comparison(node, counts)
    if node.parts:
        parts = [_value(part, counts) for part in node.parts]
        for part, value in zip(node.parts, parts, strict=True):
            _expect(part, value, YES_OR_NO)
        return _join(node.word, parts)
    if node.holds:
        return _fact(FACTS["holds"], _tile(node, counts))
    if node.word.isdigit():
        return Value(NUMBER, [_op("number", arg=int(node.word))], [])
    if node.word in FACTS:
        return _fact(FACTS[node.word], FACTS[node.word].arg)
    if node.word in WORDS:
        scale, number = WORDS[node.word]
        return Value(scale, [_op("number", arg=number)], [])
    near = nearest(node.word, [*FACTS, *WORDS])
    raise ConditionError(
        node.column,
        f"nothing is known as `{node.word}`{near}; docs/chip_events.md lists what a condition asks",
    )


def _comparison(node: Node, counts: Mapping[int, int]) -> Value:
    left, right = (_value(part, counts) for part in node.parts)
    if YES_OR_NO in (left.kind, right.kind):
        part = node.parts[left.kind != YES_OR_NO]
        raise ConditionError(part.column, f"`{part.word}` is yes or no, and cannot be compared")
    if left.kind != right.kind:
        raise ConditionError(
            node.column, f"a {_noun(left.kind)} cannot be compared with a {_noun(right.kind)}"
        )
    return _join(node.word, [left, right])


def _noun(kind: str) -> str:
    return kind if kind == NUMBER else f"{kind} ({', '.join(SCALES[kind])})"


def _join(word: str, parts: list[Value]) -> Value:
    ops = [op for part in parts for op in part.ops]
    return Value(YES_OR_NO, [*ops, _op(word)], [fact for part in parts for fact in part.facts])


def _fact(fact: Fact, arg: int) -> Value:
    return Value(fact.kind, [_op("fact", fact.row, arg)], [fact])


def _tile(node: Node, counts: Mapping[int, int]) -> int:
    try:
        codes = parse_tiles(node.word)
    except ValueError as error:
        raise ConditionError(node.column, str(error)) from None
    (code,) = codes if len(codes) == 1 else (None,)
    if code is None:
        raise ConditionError(node.column, f"`holds` takes one tile, not {node.word!r}")
    same = [other for other in counts if other == code or (code < 34 and kind_of(other) == code)]
    if not any(counts[other] for other in same):
        raise ConditionError(node.column, f"the deck has no tile {code_name(code)}")
    return code


def _expect(node: Node, value: Value, kind: str) -> None:
    """Raises: ConditionError where a part is of another kind."""
    if value.kind == kind:
        return
    if kind == NUMBER:
        raise ConditionError(node.column, f"`{node.word}` is no number")
    if node.word in WORDS:
        scale = WORDS[node.word][0]
        fact = next(fact.name for fact in FACTS.values() if fact.kind == scale)
        hint = f"compare {fact} with it, such as `{fact} == {node.word}`"
    else:
        hint = f"compare it, such as `{'holds ' * node.holds}{node.word} >= 1`"
    raise ConditionError(node.column, f"`{node.word}` is not yes or no; {hint}")
