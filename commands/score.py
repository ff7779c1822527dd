"""Score finished hands: what they are worth and why, each payment with its reason, what follows.

A case is a JSON object that tells the situation; --schema lists its keys, which are others in
another game (--schema --rules hangzhou, --schema --rules piquet). A file holds one case, a list of
them, or an object with a list "cases" or "examples" (as in tests/golden).
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from rich.console import Console

from shugi._fast.rules.options import RulesError
from shugi._fast.tables.option_types import nearest
from shugi.envs.common.documents import parse_json, visible_lines
from shugi.envs.common.files import read_given
from shugi.envs.endings.case import AROUND, CaseError, form_of, schema, score
from shugi.envs.rulesets.rules import load_rules
from shugi.training.terminal.console import console, print_json, show_rows
from shugi.training.terminal.errors import UserError

MAX_BYTES = 20_000_000
WINDS = ("East", "South", "West", "North")
LIST_KEYS = ("cases", "examples")
# of a case and its answer, outside riichi mahjong: what has a place of its own when it is shown
TOLD = {"winner", "win_by", "loser", "hand", "win_tile", "melds", *(row.name for row in AROUND)}
PAID = {"rules", "allowed", "ledger", "points_delta"}


class Scored(NamedTuple):
    """A case, and its answer or what is wrong with it."""

    name: str
    case: dict[str, Any]
    answer: dict[str, Any]
    error: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", metavar="CASE.json", help="the case; - reads stdin")
    parser.add_argument(
        "--rules", metavar="NAME[+ADDON]", help="rule set or file, in place of the case's own"
    )
    parser.add_argument("--id", metavar="ID", help="only the case of that id")
    parser.add_argument("--json", action="store_true", help="the answer as JSON")
    parser.add_argument("--schema", action="store_true", help="print the keys of a case and stop")


def run(arguments: argparse.Namespace) -> int:
    if arguments.schema:
        game = load_rules(arguments.rules).game if arguments.rules else "riichi"
        if arguments.json:
            print_json(_schema_rows(game))
        else:
            print(schema(game))
        return 0
    if arguments.file is None:
        raise UserError("say which file, or - for stdin; --schema tells what it holds")
    cases, single = _cases(arguments.file, arguments.id)
    scored = [_score(name, case, arguments.rules) for name, case in cases]
    if single and scored[0].error:
        raise UserError(scored[0].error)
    if arguments.json:
        answers = [_as_json(one) for one in scored]
        print_json(answers[0] if single else answers)
    else:
        _show_all(scored, console())
    for one in scored:
        if one.error:
            print(visible_lines(f"shugi score: {one.error}"), file=sys.stderr)
    return 2 if any(one.error for one in scored) else 0


def _schema_rows(game: str) -> dict[str, list[dict[str, str]]]:
    return {title: [row._asdict() for row in rows] for title, rows in form_of(game).parts}


def _score(name: str, case: Any, rules: str | None) -> Scored:
    try:
        return Scored(name, case, score(case, rules), "")
    except (CaseError, RulesError) as error:
        return Scored(name, case, {}, f"{name}: {error}")


def _as_json(one: Scored) -> dict[str, Any]:
    known = {"id": one.case["id"]} if isinstance(one.case, dict) and "id" in one.case else {}
    return known | ({"error": one.error} if one.error else one.answer)


# ---------------------------------------------------------------------------------- reading files


def _cases(file: str, wanted: str | None) -> tuple[list[tuple[str, Any]], bool]:
    """Name and value of each case, and whether the file is asked for a single one."""
    where = "stdin" if file == "-" else file
    data = parse_json(read_given(file, MAX_BYTES), where)
    if isinstance(data, dict):
        cases = next((data[key] for key in LIST_KEYS if key in data), None)
    else:
        cases = data
    if isinstance(data, dict) and cases is None:
        if wanted is not None and str(data.get("id")) != wanted:
            raise UserError(f"{where}: its only case has not the id {wanted!r}")
        return [(where, data)], True
    if not isinstance(cases, list):
        raise UserError(f"{where}: needs a case, a list of cases, or an object with a list 'cases'")
    if wanted is not None:
        return [(f"{where}: {wanted}", _with_id(cases, wanted, where))], True
    named = [
        (f"{where}: {_label(case, i)}", case) for i, case in enumerate(cases, 1) if _wins(case)
    ]
    if not named:
        raise UserError(f"{where}: holds no case of a win")
    return named, False


def _wins(case: Any) -> bool:
    return not isinstance(case, dict) or case.get("kind", "win") == "win"


def _label(case: Any, number: int) -> str:
    return str(case["id"]) if isinstance(case, dict) and "id" in case else f"case {number}"


def _with_id(cases: list[Any], wanted: str, where: str) -> Any:
    ids = [str(case["id"]) for case in cases if isinstance(case, dict) and "id" in case]
    for case in cases:
        if isinstance(case, dict) and str(case.get("id")) == wanted:
            return case
    told = nearest(wanted, ids) or (f"; there are {', '.join(ids[:8])}" if ids else "")
    raise UserError(f"{where}: no case has the id {wanted!r}{told}")


# ------------------------------------------------------------------------------------- for people


def _show_all(scored: list[Scored], console: Console) -> None:
    shown = [one for one in scored if not one.error]
    for i, one in enumerate(shown):
        if i:
            print()
        _show(one, console)


def _show(one: Scored, console: Console) -> None:
    case, answer = one.case.get("input", one.case), one.answer
    title = one.case.get("title")
    print(f"{one.name}{f' ({title})' if title else ''}")
    if "yaku" not in answer:
        _show_plain(case, answer, console)
        return
    print(_situation(case, answer))
    for name, tiles in case.get("melds", []):
        print(f"  {name} {tiles}")
    print()
    entries = [(name, f"{han} han") for name, han in answer["yaku"]]
    entries += [(name, f"yakuman x{n}" if n > 1 else "yakuman") for name, n in answer["yakuman"]]
    _table(("yaku", "worth"), entries, console)
    print(f"  {_total(answer)}")
    if not answer["allowed"]:
        print("  (what it would be worth: the rules do not let this hand be won)")
    _show_points(answer, console)
    _show_tulip(answer["shugi"], console)
    _show_chips(answer, console)
    print(_next(answer["next"]))


def _show_plain(case: dict[str, Any], answer: dict[str, Any], console: Console) -> None:
    """A hand of another game: what was told around it, what counts in that game, who pays."""
    won = "winner" in case  # hands of cards are played out
    told = TOLD if won else {row.name for row in AROUND}
    if won:
        _show_win(case, answer)
    else:
        print(answer["rules"])
    for key in [key for key in case if key not in told]:
        print(f"  {key}: {_plain(case[key])}")
    print()
    for key, value in _lines({key: answer[key] for key in answer if key not in PAID}):
        print(f"  {key.replace('_', ' '):20}{value:>12}")
    if not answer["allowed"]:
        print("  the rules do not let this hand be won")
    _show_paid(answer, "units" if won else "points", console)


def _show_win(case: dict[str, Any], answer: dict[str, Any]) -> None:
    print(f"{answer['rules']}, player {case['winner']} wins by {_way(case)}")
    if "hand" in case:
        tile = f" + {case['win_tile']}" if case.get("win_tile") else ""
        print(f"  {case['hand']}{tile}")
    for name, tiles in case.get("melds", []):
        print(f"  {name} {tiles}")


def _show_paid(answer: dict[str, Any], unit: str, console: Console) -> None:
    """The lines of the ledger, without their payers where nobody pays."""
    paid = [line for line in answer.get("ledger", []) if line["points"]]
    if paid:
        ends = ("payer", "payee") if any(line["payer"] is not None for line in paid) else ("payee",)
        heads = [{"payer": "from", "payee": "to"}[end] for end in ends]
        rows = [(line["reason"], *_who(line, ends), f"{line['points']}") for line in paid]
        print(f"\n{unit}")
        _table(("reason", *heads, unit), rows, console)
    if answer["points_delta"] is not None:
        moved = enumerate(answer["points_delta"])
        print(f"  {', '.join(f'player {seat}: {amount:+d}' for seat, amount in moved)}")


def _way(case: dict[str, Any]) -> str:
    way = str(case.get("win_by", "tsumo"))
    return f"{way} off player {case['loser']}" if case.get("loser") is not None else way


def _lines(values: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """What stands in each line: a map of maps has a line for each of them."""
    for key, value in values.items():
        if isinstance(value, dict) and value and all(isinstance(v, dict) for v in value.values()):
            yield f"{key}:", ""
            yield from ((f"  {name}", _plain(inner)) for name, inner in value.items())
        else:
            yield key, _plain(value)


def _plain(value: Any) -> str:
    """A value of a case or answer in words: [["seven_pairs", 2]] is "seven_pairs 2"."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {_plain(item)}" for key, item in value.items()) or "none"
    if isinstance(value, list):
        parts = [" ".join(map(str, one)) if isinstance(one, list) else _plain(one) for one in value]
        between = "; " if any(isinstance(one, dict) for one in value) else ", "
        return between.join(parts) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def _situation(case: dict[str, Any], answer: dict[str, Any]) -> str:
    winner, seats = case["winner"], len(answer["scores_after"])
    seat = WINDS[(winner - case["dealer"]) % seats]
    wind = WINDS[int(case.get("round_wind", "1z")[0]) - 1]
    said = {"ron": f"ron off player {case.get('loser')}", "tsumo": "tsumo", "bingo": "bingo"}
    words = [f"{answer['rules']}, {wind} round", f"honba {case.get('honba', 0)}"]
    words.append(f"player {winner} ({seat}) wins by {said[case['win_by']]}")
    if case.get("riichi", "none") != "none":
        words.append("open riichi" if case["riichi"] == "open" else "riichi")
    words += [name for name, on in case.get("flags", {}).items() if on]
    tile = f" + {case['win_tile']}" if case.get("win_tile") else ""
    return f"{', '.join(words)}\n  {case['hand']}{tile}"


def _total(answer: dict[str, Any]) -> str:
    words = [] if answer["han"] is None else [f"{answer['han']} han"]
    if answer["fu"]:
        words.append(f"{answer['fu']} fu")
    if answer["limit_yaku"]:
        words[:1] = [f"{answer['han_before_limit']} han, at least {answer['limit_yaku']}"]
    text = " ".join(words)
    plain = answer["limit"][:1].isdigit()
    if answer["almighty_as"]:
        text += f" (the almighty as {answer['almighty_as']})"
    return text if plain else f"{text}: {answer['limit']}" if text else answer["limit"]


def _show_points(answer: dict[str, Any], console: Console) -> None:
    paid = [line for line in answer["ledger"] if line["points"]]
    print("\npoints" if paid else "\npoints: none are paid")
    if not paid:
        return
    rows = [(line["reason"], *_who(line), f"{line['points']}") for line in paid]
    _table(("reason", "from", "to", "points"), rows, console)
    moved = zip(answer["points_delta"], answer["scores_after"], strict=True)
    after = [f"player {seat}: {d:+d} = {score}" for seat, (d, score) in enumerate(moved)]
    print(f"  {', '.join(after)}")


def _show_tulip(shugi: dict[str, Any], console: Console) -> None:
    if "reveals" not in shugi:
        return
    print(f"\ntulip: tier {shugi['start_tier']}, lives {shugi['lives']}, start {shugi['start']}")
    rows, total = [], shugi["start"]
    for tile, chips, *mark in shugi["reveals"]:
        if tile == "life":
            rows.append((tile, "spent", f"{total}"))
            continue
        total += chips
        rows.append((tile, " ".join([f"{chips:+d}", *mark]), f"{total}"))
    _table(("tile", "chips", "in all"), rows, console)
    raised = f", tier {shugi['end_tier']} makes {shugi['total']}" if shugi["end_tier"] == 3 else ""
    ends = {"miss": "a miss", "wall": "the end of the wall", "death": "a death tile"}
    print(
        f"  ended by {ends.get(shugi['ended'], shugi['ended'])}: {shugi['before_double']}{raised}"
    )


def _show_chips(answer: dict[str, Any], console: Console) -> None:
    lines = [line for line in answer["ledger"] if line["chips"]]
    bills = answer["shugi"]["per_payer"]
    if not lines and not answer["shugi"]["birds"]:
        return
    print("\nchips")
    rows = [(line["reason"], *_who(line), f"{line['chips']}") for line in lines]
    _table(("reason", "from", "to", "chips"), rows, console)
    for payer, bill in bills.items():
        if bill["guns"] and answer["shugi"]["birds"]:
            print(f"  player {payer}: birds paid {bill['birds_paid']}, guns {bill['guns']}")
        if bill["multiplier"] * bill["honba_multiplier"] > 1:
            print(f"  player {payer}: x{bill['multiplier']}, honba x{bill['honba_multiplier']}")
    moved = [f"player {seat}: {chips:+d}" for seat, chips in enumerate(answer["shugi_delta"])]
    print(f"  {', '.join(moved)}")


def _next(coming: dict[str, Any]) -> str:
    if coming["game_over"]:
        return "\nnext: the game is over"
    words = f"\nnext: player {coming['dealer']} deals, honba {coming['honba']}"
    return words + (f", markers {' '.join(coming['markers'])}" if "markers" in coming else "")


def _who(line: dict[str, Any], ends: Sequence[str] = ("payer", "payee")) -> Iterator[str]:
    for end in ends:
        yield "table" if line[end] is None else str(line[end])


def _table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]], console: Console) -> None:
    show_rows(console, "  {:20}" + "{:>12}" * (len(heads) - 1), [heads, *rows])
