"""A recorded game for ``shugi show``: what was done, and what each hand paid."""

import argparse
from collections.abc import Iterator
from typing import Any

from rich.console import Console

from shugi._fast.batch.batch import Batch
from shugi._fast.rules.compile import Rules
from shugi._fast.rules.games import GAMES
from shugi.commands.given_game import load_game
from shugi.envs import logs, mjai
from shugi.envs.drawing import display, render
from shugi.envs.endings.ending import endings, wins_of
from shugi.envs.notation.position import format_position
from shugi.envs.records.record import Record, check, replay
from shugi.training.terminal.console import console, print_json, show_rows
from shugi.training.terminal.errors import UserError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("a record")
    group.add_argument("--hand", type=int, metavar="N", help="show only the N-th hand")
    group.add_argument("--step", action="store_true", help="show the table before every decision")
    group.add_argument(
        "--rules",
        metavar="RULES",
        help="by which a log of another site is played (default: what it says of its room)",
    )
    form = group.add_mutually_exclusive_group()
    form.add_argument(
        "--json", action="store_true", help="one object with every hand and its ledger"
    )
    form.add_argument(
        "--cases", action="store_true", help="how the hands ended, as cases for `shugi score -`"
    )
    form.add_argument(
        "--mjai", action="store_true", help="the game as mjai events, one a line (plain riichi)"
    )
    form.add_argument(
        "--tenhou6", action="store_true", help="the game as JSON of tenhou.net/6 (plain riichi)"
    )
    form.add_argument(
        "--check", action="store_true", help="replay silently; say whether it is sound"
    )


def run(arguments: argparse.Namespace) -> int:
    record = load_game(arguments.given, arguments.rules)
    wanted = arguments.hand
    if wanted is not None and not 1 <= wanted <= len(record.hands):
        raise UserError(f"--hand {wanted}: the record has hands 1 to {len(record.hands)}")
    if arguments.mjai or arguments.tenhou6:
        _print_log(arguments, record)
        return 0
    if arguments.cases:
        print_json({"cases": _cases(record, wanted)})
        return 0
    hands = list(_hands(record, wanted, arguments.step))
    if arguments.check:
        state = "whole" if record.over else "unfinished"
        print(f"{arguments.given}: sound, {state}, {len(record.hands)} hands")
    elif arguments.json:
        print_json({**_header(record), "hands": hands})
    else:
        _show(record, hands, console())
    return 0


def _print_log(arguments: argparse.Namespace, record: Record) -> None:
    if arguments.hand or arguments.step:
        name = "--mjai" if arguments.mjai else "--tenhou6"
        raise UserError(f"{name} tells a whole game; it takes no --hand or --step")
    check(record)
    print(mjai.dumps(record) if arguments.mjai else logs.dumps(record), end="")


def _cases(record: Record, wanted: int | None) -> list[dict[str, Any]]:
    """What `shugi score` takes, of every winner and every hand of cards; each has the hand's id."""
    return [
        case | {"id": f"hand {number}"}
        for number, ending in enumerate(endings(record), start=1)
        for case in ending.cases
        if wanted in (None, number)
    ]


def _header(record: Record) -> dict[str, Any]:
    return {
        "rules": record.rules.name,
        "seed": record.seed,
        "agents": record.agents,
        "over": record.over,
    }


def _hands(record: Record, wanted: int | None, tables: bool) -> Iterator[dict[str, Any]]:
    """Every hand as plain values; all is replayed and checked."""
    decisions: list[dict[str, Any]] = []
    opening: dict[str, Any] = {}
    for moment in replay(record):
        batch = moment.batch
        if moment.action is not None:
            if not decisions:
                opening = _opening(batch)
            decisions.append(_decision(batch, moment.action, tables))
            continue
        if wanted in (None, moment.hand):
            before = opening or _opening(batch)
            yield {"hand": moment.hand, **before, "decisions": decisions, **_closing(batch)}
        decisions, opening = [], {}


def _opening(batch: Batch) -> dict[str, Any]:
    state = batch.state(0)
    return {
        "round": render.moment_name(state, batch.rules),
        **{key: state[key] for key in ("honba", "sticks") if key in state},
        "dealer": state["dealer"],
        "position": format_position(batch, 0),
    }


def _decision(batch: Batch, action: int, tables: bool) -> dict[str, Any]:
    said = {"seat": int(batch.seat[0]), "action": action, "name": batch.layout.action_name(action)}
    if tables:
        said["table"] = display.picture(batch, 0, "ansi")
    return said


def _closing(batch: Batch) -> dict[str, Any]:
    state = batch.state(0)
    last = state["last"]
    ended = bool(batch.hand_done[0] or batch.seat[0] < 0)
    cards = "plays_cards" in batch.rules.traits
    return {
        "ended": ended,
        "how": last["how"] if ended else "unfinished",
        "winners": last["winners"] if ended else [],
        "wins": wins_of(last) if ended and not cards else [],
        "tenpai": last["tenpai"] if ended and not cards else [],
        "noten": last["noten"] if ended and not cards else [],
        "ledger": batch.ledger(0),
        "scores": [seat["score"] for seat in state["seats"]],
        "chips": [seat["chips"] for seat in state["seats"]],
    }


# ------------------------------------------------------------------------------------- for people


def _show(record: Record, hands: list[dict[str, Any]], shown: Console) -> None:
    agents = ", ".join(f"{seat}: {name}" for seat, name in enumerate(record.agents))
    print(f"{record.rules.name}, seed {record.seed}" + (f"; {agents}" if agents else ""))
    regional = render.is_regional(record.rules)
    for hand in hands:
        print(f"\nhand {hand['hand']}: {_counters(hand, record.rules)}")
        _show_decisions(hand["decisions"])
        print(f"-- {_ending(hand, record.rules)}")
        if hand["ledger"]:
            _show_ledger(hand["ledger"], shown)
        purses = enumerate(zip(hand["scores"], hand["chips"], strict=True))
        held = [f"{seat}: {s}" + ("" if regional else f" {c:+d}") for seat, (s, c) in purses]
        print("now " + "  ".join(held))


def _counters(hand: dict[str, Any], rules: Rules) -> str:
    if "plays_cards" in rules.traits:
        return f"dealer {hand['dealer']}"
    if render.is_regional(rules):
        return f"banker {hand['dealer']}, stays {hand['honba']}"
    return f"{hand['round']}, honba {hand['honba']}, sticks {hand['sticks']}"


def _show_decisions(decisions: list[dict[str, Any]]) -> None:
    line: list[str] = []
    for decision in decisions:
        words = f"{decision['seat']} {decision['name']}"
        if "table" in decision:
            print(f"\n{decision['table']}\n-> {words}")
            continue
        line.append(words)
        if len(line) == 8:
            print("  " + " | ".join(line))
            line = []
    if line:
        print("  " + " | ".join(line))


ENDS = {
    "draw": "exhaustive draw",
    "abort": "abortive draw",
    "chombo": "chombo",
    "unfinished": "unfinished",
}


def _ending(hand: dict[str, Any], rules: Rules) -> str:
    if (ends := GAMES[rules.game].ends) and hand["how"] in ("win", "draw"):
        return f"{ends[0]} {_all_of(hand['winners'])}" if hand["how"] == "win" else ends[1]
    told = [_win(one) for one in hand["wins"]]
    if hand["how"] != "win":
        told.append(ENDS.get(hand["how"], str(hand["how"])))
    elif hand["tenpai"] or hand["noten"]:
        told.append(ENDS["draw"])  # others played on until the wall was empty
    return "; ".join(told)


def _win(one: dict[str, Any]) -> str:
    off = "" if one["loser"] is None else f" off seat {one['loser']}"
    return f"seat {_all_of(one['winners'])}: {one['by']}{off}"


def _all_of(seats: list[int]) -> str:
    return " and ".join(map(str, seats))


def _show_ledger(ledger: list[dict[str, Any]], shown: Console) -> None:
    rows = [
        (line["reason"], _seat(line["payer"]), _seat(line["payee"]), line["points"], line["chips"])
        for line in ledger
    ]
    heads = ("reason", "from", "to", "points", "chips")
    show_rows(shown, "  {:14}{:>8}{:>8}{:>8}{:>7}", [heads, *rows])


def _seat(seat: int | None) -> str:
    return "table" if seat is None else str(seat)
