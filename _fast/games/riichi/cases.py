"""How a hand of riichi ended, as cases for the scorer."""

from typing import Any

from shugi._fast.core.tiles import CODE_NAMES, code_name, format_tiles, kind_of, parse_tiles
from shugi._fast.games.riichi.score import dice_rolled, score_win, waits_of
from shugi._fast.text.last_decision import CALLED, Case, LastDecision

WINDS = ("1z", "2z", "3z", "4z")
PAO = ("daisangen", "daisuushii", "mu")
CHERRIES, DEATH = parse_tiles("1pc2pc3pc"), parse_tiles("7pd")[0]
FURITEN_FLAGS = 6  # missed a wait: until the next draw, or in riichi


def cases(moment: LastDecision) -> list[Case]:
    """A case of each winner; those before the last need to know what comes after them."""
    wins = [_win(moment, winner) for winner in moment.winners()]
    if len(wins) > 1:
        _share(moment, wins)
    return wins


def _share(moment: LastDecision, cases: list[Case]) -> None:
    """Several winners on one tile: whose points come first, and who takes honba and sticks."""
    scores = [seat["score"] for seat in moment.seats]
    won = []
    for number, case in enumerate(cases):
        if number:
            case["earlier_winners"] = number
            case.pop("sticks", None)
        won.append(score_win(moment.rules, case)["points_delta"])
    for number, case in enumerate(cases):
        case["scores"] = [a + sum(p) for a, *p in zip(scores, *won[:number], strict=True)]
        if number + 1 < len(cases):
            case["other_points"] = [sum(p) for p in zip(*won[number + 1 :], strict=True)]


def _win(moment: LastDecision, winner: int) -> Case:
    """One winner, as if alone."""
    before, seat = moment.before, moment.seats[winner]
    case = moment.usual(winner) | {"win_by": moment.by, "dealer": before["dealer"]}
    case["round_wind"] = WINDS[before["round"] // moment.rules.seats % 4]
    case["riichi"] = seat["riichi"]
    case["scores"] = [one["score"] for one in moment.seats]
    case["flags"] = _flags(moment, winner, case)
    for name in ("honba", "sticks"):
        case[name] = before[name]
    case["dora_indicators"] = format_tiles(before["dora"])
    case["ura_indicators"] = format_tiles(before["ura"]) if seat["riichi"] != "none" else ""
    case |= _tile(moment, winner) | _aside(seat) | _house(moment, winner, case)
    liable = zip(PAO, seat["pao"], strict=True)
    case["pao"] = {name: payer for name, payer in liable if payer is not None}
    return {key: value for key, value in case.items() if value not in ("", {}, [])}


def _tile(moment: LastDecision, winner: int) -> Case:
    """The winning tile, and what a joker stands for."""
    before, options = moment.before, moment.rules.options
    naming = before["phase"] == "pocchi"
    case: Case = {}
    code = moment.tile
    if moment.by == "bingo":
        code = moment.action if moment.discarding else before["discard"]
    if code is not None and (moment.by != "bingo" or options["bingo_adds_tile"]):
        case["win_tile"] = code_name(code)
    named = moment.action if naming and not before["paying"] else before["pocchi"]
    if named is not None:
        case["pocchi_as"] = code_name(named)
    shown = before["reveal_as"][winner]
    if naming and before["paying"] and before["actor"] == winner:
        shown = moment.action
    return case if shown is None else case | {"reveal_as": code_name(shown)}


def _flags(moment: LastDecision, winner: int, case: Case) -> dict[str, bool]:
    before, seat = moment.before, moment.seats[winner]
    drawn, claimed = moment.by == "tsumo", moment.by == "ron"
    last = moment.live == 0 and before["robbing"] is None
    first = seat["first_turn"]
    deals = winner == before["dealer"]
    flags = {
        "ippatsu": seat["ippatsu"] and moment.by != "bingo",
        "double_riichi": seat["double_riichi"] and seat["riichi"] != "none",
        "haitei": drawn and last and not before["drawn_rinshan"],
        "houtei": claimed and last,
        "rinshan": drawn and before["drawn_rinshan"] and before["rinshan_yaku"],
        "chankan": claimed and before["robbing"] in ("kakan", "ankan"),
        "tenhou": drawn and first and deals,
        "chiihou": drawn and first and not deals,
        "renhou": claimed and first and not deals,
        "open_dealin": claimed
        and seat["riichi"] == "open"
        and moment.seats[before["discarder"]]["riichi"] == "none",
        "furiten_open": seat["riichi"] == "open" and seat["furiten_riichi"],
        "furiten": drawn and _furiten(moment, winner, case),
    }
    return {name: True for name, on in flags.items() if on}


def _furiten(moment: LastDecision, winner: int, case: Case) -> bool:
    """Whether a wait was missed, or lies in the own river; told where it matters."""
    seat = moment.seats[winner]
    if not moment.rules.options["local_otafuku"]:
        return False
    if seat["furiten"] & FURITEN_FLAGS:
        return True
    waits = waits_of(moment.rules, case["hand"], case.get("melds", ()))["waits"]
    assert isinstance(waits, list)
    return not {kind_of(code) for code in seat["river"]}.isdisjoint(
        kind_of(parse_tiles(name)[0]) for name in waits
    )


def _aside(seat: Any) -> Case:
    tiles = format_tiles(seat["aside"])
    return {"removed_tiles": tiles} if tiles else {}


def _house(moment: LastDecision, winner: int, case: Case) -> Case:
    """What only some houses ask for."""
    options, before = moment.rules.options, moment.before
    extras: Case = {}
    if options["tulip"]:
        extras["wall_from_end"] = _stacks(moment)
    if options["home_run_markers"]:
        extras["markers"] = ["BH"[seat["marker"]] for seat in moment.seats]
    closed = all(name in ("ankan", "gc") for name, _ in case.get("melds", ()))
    if options["demekin"] and options["shugi"] and (closed or case["riichi"] != "none"):
        rolled = dice_rolled(moment.rules, before["hand_no"], before["seed"], winner)
        extras["dice"] = rolled
    if options["gun_tile"] is not None:
        others = [seat for seat in range(moment.rules.seats) if seat != winner]
        extras["payer_hands"] = {str(seat): _guns(moment, seat) for seat in others}
    if options["cherry"]:
        extras["cherry"] = _cherries(moment)
    return extras


def _stacks(moment: LastDecision) -> str:
    """Full stacks of the live wall from its end."""
    before = moment.before
    wall = before["wall"][before["head"] : before["tail"]][::-1]
    stacks = zip(wall[1::2], wall[::2], strict=False)
    return ";".join(f"{code_name(top)},{code_name(bottom)}" for top, bottom in stacks)


def _guns(moment: LastDecision, seat: int) -> str:
    codes = moment.held(seat)
    if moment.rules.options["guns_in_melds"]:
        codes += [code for meld in moment.seats[seat]["melds"] for code in meld["tiles"]]
    return format_tiles(codes)


def _cherries(moment: LastDecision) -> Case:
    """What lies in the discard piles, without a tile that was won on."""
    lying = []
    for number, seat in enumerate(moment.seats):
        pile = list(zip(seat["river"], seat["river_flags"], strict=True))
        won = moment.by == "ron" and moment.before["robbing"] is None
        if won and number == moment.before["discarder"]:
            pile.pop()
        lying += [code for code, flag in pile if not flag & CALLED]
    if moment.discarding:
        lying.append(moment.action)
    cherries: Case = {"discards": [CODE_NAMES[code] for code in lying if code in CHERRIES]}
    return cherries | ({"death_discard": True} if DEATH in lying else {})
