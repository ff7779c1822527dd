"""The header of a compiled rule set: a field for each option, and the names of what it may hold."""

import re
from collections.abc import Iterator

from shugi._fast.rules.games import GAMES
from shugi._fast.rules.options import OPTIONS
from shugi._fast.tables.game import TRAITS
from shugi._fast.tables.option import Option

HEADER = "shugi/_fast/core/rules.pxd"


def constant(*words: str) -> str:
    """The name that the engine uses: nuki_tile, 4z: NUKI_TILE_4Z."""
    return "_".join(re.sub(r"\W", "_", word).upper() for word in words)


def enum(option: Option) -> Iterator[str]:
    """What an option may hold, by name; of a list the places, and its length."""
    yield f"cdef enum:  # Rules.{option.name}"
    for name, number in option.type.numbered.items():
        yield f"    {constant(option.name, name)} = {number}"
    if option.type.length is not None:
        yield f"    {constant(option.name)} = {option.type.length}"
    yield ""


def struct_field(option: Option) -> str:
    length = "" if option.type.length is None else f"[{option.type.length}]"
    unit = f" ({option.type.unit})" if option.type.unit else ""
    return f"    int32_t {option.name}{length}  # {option.meaning}{unit}"


def header(template: str) -> str:
    """The template with ``@enums@``, ``@fields@``, ``@traits@`` and ``@games@`` put in."""
    options = [option for option in OPTIONS.values() if option.engine]
    enums = [line for option in options if option.type.numbered for line in enum(option)]
    fields = [struct_field(option) for option in options]
    traits = [f"    int32_t {name}  # {meaning}" for name, meaning in TRAITS.items()]
    filled = template.replace("@enums@\n", "\n".join(enums) + "\n")
    filled = filled.replace("    @traits@", "\n".join(traits))
    return filled.replace("    @fields@", "\n".join(fields)).replace("@games@", str(len(GAMES)))
