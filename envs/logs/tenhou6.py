"""tenhou.net/6: JSON with, for each seat, what it took and what it discarded."""

import re
from typing import Any

from shugi.envs.logs.log import RED, Log, Room, date_in
from shugi.envs.logs.orders import Orders, code_of
from shugi.envs.told import hand as told
from shugi.envs.told.hand import Ending, LogError, ToldHand, Word, row

WON = "和了"
WINS = (WON, "Agari")
ENDS = {
    "流局": (Word.EXHAUSTED, told.NONE),
    "全員聴牌": (Word.EXHAUSTED, told.NONE),
    "全員不聴": (Word.EXHAUSTED, told.NONE),
    "流し満貫": (Word.EXHAUSTED, told.NONE),
    "九種九牌": (Word.ABORTED, told.NINE_KINDS),
    "四風連打": (Word.ABORTED, told.FOUR_WINDS),
    "四家立直": (Word.ABORTED, told.FOUR_RIICHI),
    "四槓散了": (Word.ABORTED, told.FOUR_KANS),
    "三家和了": (Word.ABORTED, told.TRIPLE_RON),
    "三家和": (Word.ABORTED, told.TRIPLE_RON),
    "四開槓": (Word.ABORTED, told.FOUR_KANS),
}
# as exporters of Mahjong Soul write them
ENDS |= {
    "ryuukyoku": ENDS["流局"],
    "nagashi mangan": ENDS["流し満貫"],
    "kyuushu kyuuhai": ENDS["九種九牌"],
    "suufon renda": ENDS["四風連打"],
    "suucha riichi": ENDS["四家立直"],
    "suukaikan": ENDS["四槓散了"],
    "sanchahou": ENDS["三家和了"],
}
OWN = "雀魂"  # as our own writer calls rooms of Mahjong Soul, with Tenhou's other signs
OPEN = "不明"  # the hand was not played to its end
UNSAID = (Word.ABORTED, told.UNKNOWN)  # a draw of whatever kind
TENHOU_ROOM = re.compile(r"[三四]?[般上特鳳若銀琥孔技]")


def is_tenhou6(value: object) -> bool:
    return isinstance(value, dict) and isinstance(value.get("log"), list)


def read(value: dict[str, Any], name: str) -> Log:
    """A game out of its JSON."""
    log = Log(name, "tenhou6", Room(4))
    log.room = _room(value)
    seats = log.room.players
    names = value.get("name")
    if isinstance(names, list):
        log.names = [str(one) for one in names[:seats]]
    log.date = date_in(str(value.get("ref", "")))
    for given in value["log"]:
        try:
            log.hands.append(_hand(given, seats))
        except (LogError, *WRONG) as error:
            log.hands.append(ToldHand(0, 0, 0, 0, None, problem=_why(error)))
    final = value.get("sc")
    if isinstance(final, list) and len(final) >= 2 * seats and all(map(_is_number, final)):
        log.over = True
        log.ending = Ending(
            [int(one) for one in final[: 2 * seats : 2]],
            [float(one) for one in final[1 : 2 * seats : 2]],
        )
    return log.finish()


WRONG = (KeyError, TypeError, IndexError, ValueError, AttributeError, OverflowError)


def _why(error: Exception) -> str:
    if isinstance(error, LogError):
        return str(error)
    return f"the hand is not told as tenhou.net/6 tells it: {error!r}"


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _room(value: dict[str, Any]) -> Room:
    given = value.get("rule")
    rule: dict[str, Any] = given if isinstance(given, dict) else {}
    disp = str(rule.get("disp", ""))
    three = "三" in disp or "sanma" in disp.lower() or "3p" in disp.lower() or _is_three(value)
    room = Room(3 if three else 4)
    if TENHOU_ROOM.match(disp):
        room.site = "tenhou"
    elif disp:
        room.site = "mjsoul"
    else:
        room.untold.append("the room")
    if "祝" in disp:
        room.with_chips()
    if "東" in disp or "East" in disp:
        room.options["game_length"] = "east"
    elif "南" not in disp and "South" not in disp:
        room.untold.append("the length")
    if "喰" not in disp and (room.site == "tenhou" or OWN in disp):
        room.options["open_tanyao"] = False
    if any(key in rule for key in ("aka51", "aka52", "aka53")):
        room.reds(
            {
                suit: _reds(rule, key)
                for suit, key in (("5m", "aka51"), ("5p", "aka52"), ("5s", "aka53"))
            }
        )
    elif "aka" in rule:
        room.reds(RED if rule["aka"] else {})
    elif room.site == "tenhou" and "赤" not in disp:
        room.reds({})
    return room


def _reds(rule: dict[str, Any], key: str) -> int:
    number = rule.get(key, 0)
    return number if isinstance(number, int) and 0 <= number <= 4 else 0


def _is_three(value: dict[str, Any]) -> bool:
    first = value["log"][0] if value["log"] else None
    if not isinstance(first, list) or len(first) < 14:
        return False
    return len(first) == 14 or first[13] == []


# ---- a hand


def _hand(given: list[Any], seats: int) -> ToldHand:
    start, scores, dora, ura = given[:4]
    number, honba, sticks = start[:3]
    columns = given[4:-1]
    if len(columns) % 3 or len(columns) // 3 < seats:
        raise LogError(f"tells {len(columns) // 3} hands; {seats} play")
    if not all(type(one) is int for one in (number, honba, sticks, *scores)):
        raise LogError("round, honba, sticks and scores are whole numbers")
    dealer = number % 4
    hand = ToldHand(dealer, number // 4 * seats + dealer, honba, sticks, list(scores[:seats]))
    hand.indicators += bytes(map(code_of, dora))
    hand.ura = bytes(map(code_of, ura))
    dealt = columns[: 3 * seats : 3]
    if any(len(one) != told.HAND for one in dealt):
        raise LogError("a hand that is dealt has not 13 tiles")
    hand.hands = bytes(code_of(tile) for one in dealt for tile in one)
    try:
        orders = Orders(columns[1 : 3 * seats : 3], columns[2 : 3 * seats : 3], dealer).found()
    except LogError as error:
        hand.problem = str(error)
        return hand
    try:
        end = _end(hand, given[-1], seats)
    except (LogError, *WRONG) as error:
        hand.problem, end = _why(error), bytearray()
    hand.events, *hand.orders = [order + end for order in orders]
    return hand


def _end(hand: ToldHand, given: list[Any], seats: int) -> bytearray:
    """The events of the end; the indicators that kans have turned stand before it."""
    end = bytearray()
    for code in hand.indicators[1:]:
        end += row(Word.INDICATOR, told.NONE, code)
    kind = given[0]
    if kind in WINS:
        for deltas, about in zip(given[1::2], given[2::2], strict=True):
            hand.pay(_points(deltas, seats))
            end += row(Word.WIN, int(about[0]), told.NONE, int(about[1]))
        return end
    if kind == OPEN:
        return end
    word, why = ENDS.get(kind) or ENDS.get(str(kind).lower(), UNSAID)
    end += row(word, told.NONE, why)
    hand.pay(_points(given[1] if len(given) > 1 else [0] * seats, seats))
    return end


def _points(deltas: list[Any], seats: int) -> list[int]:
    if len(deltas) < seats or not all(type(one) is int for one in deltas):
        raise LogError(f"{deltas!r} should be the points of {seats} seats")
    return deltas[:seats]
