"""Pages of the public modules for the site: names, signatures and docstrings, read by griffe."""

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import griffe

MODULES = ("envs", "agents", "training")
LINK = Path(__file__).resolve().parent.parent / "build" / "link"
DOUBLED = re.compile(r"(?<!`)``(?!`)")  # of code within a line; fences have three
PARTS = griffe.DocstringSectionKind
LISTED = {  # sections of a docstring that are lists of names
    PARTS.parameters: "Arguments",
    PARTS.attributes: "Attributes",
    PARTS.raises: "Raises",
    PARTS.returns: "Returns",
    PARTS.yields: "Yields",
}


@cache
def package() -> Any:
    """All of shugi as griffe reads it."""
    return griffe.load("shugi", search_paths=[str(LINK)], resolve_aliases=True)


def page(module: str) -> str:
    """The reference of ``shugi.MODULE`` in Markdown."""
    public = package()[module]
    lines = [f"# shugi.{module}", "", text_of(public)]
    for name in import_module(f"shugi.{module}").__all__:
        if name in public.members:
            lines += entry(name, final(public[name]), 2)
    return "\n".join(lines) + "\n"


def final(thing: Any) -> Any:
    """What an imported name stands for."""
    return thing.final_target if thing.is_alias else thing


def entry(name: str, thing: Any, level: int) -> Iterator[str]:
    """A heading, the signature, the docstring, and what is public in a class."""
    if thing.is_module:
        return
    yield from ("", f"{'#' * level} {name}", "")
    if thing.is_class or thing.is_function:
        yield from ("```python", signature(name, thing), "```", "")
    yield text_of(thing)
    if not thing.is_class:
        return
    for inner, member in thing.members.items():
        member = final(member)
        if not inner.startswith("_") and member.docstring and not member.is_attribute:
            yield from entry(f"{name}.{inner}", member, level + 1)
        elif not inner.startswith("_") and member.docstring:
            yield f"\n* `{inner}`: {member.docstring.value}"


def signature(name: str, thing: Any) -> str:
    called = thing.members.get("__init__", thing) if thing.is_class else thing
    parameters = [one for one in getattr(called, "parameters", ()) if one.name != "self"]
    told = ", ".join(parameter_text(one) for one in parameters)
    returns = f" -> {thing.returns}" if thing.is_function and thing.returns else ""
    return f"{name}({told}){returns}"


def parameter_text(one: Any) -> str:
    stars = {"variadic positional": "*", "variadic keyword": "**"}
    text = stars.get(one.kind.value if one.kind else "", "") + one.name
    text += f": {one.annotation}" if one.annotation else ""
    return text + (f" = {one.default}" if one.default and not text.startswith("*") else "")


def text_of(thing: Any) -> str:
    """A docstring in Markdown."""
    if not thing.docstring:
        return ""
    lines = []
    for section in thing.docstring.parse("google", warnings=False):
        if section.kind is PARTS.text:
            lines += [DOUBLED.sub("`", section.value), ""]
        elif section.kind in LISTED:
            lines += [f"**{section.title or LISTED[section.kind]}**", ""]
            lines += [item(one) for one in section.value] + [""]
        elif section.kind is PARTS.examples:
            lines += [value for _, value in section.value]
        elif section.kind is PARTS.admonition:
            lines += [f"**{section.title}** {section.value.description}", ""]
    return "\n".join(lines)


def item(one: Any) -> str:
    named = getattr(one, "name", "") or str(one.annotation or "")
    text = " ".join(DOUBLED.sub("`", one.description).split())
    return f"* `{named}`: {text}" if named else f"* {text}"
