"""Chip events worked out a second time: from a case of `shugi score` and its answer, in Python."""

import re
from typing import Any

from shugi._fast.core.tiles import kind_of, parse_tiles
from shugi._fast.rules.compile import Rules

LIMITS = ("none", "mangan", "haneman", "baiman", "sanbaiman", "yakuman")
WINDS = ("east", "south", "west", "north")
RED, GOLD, RAINBOW = ("0m", "0p", "0s"), ("5mg", "5pg", "5sg", "4zg"), ("7pw", "7sw")
FLOWER = 48
Case = dict[str, Any]


class Told:
    """The facts of a won hand, as far as its case and answer tell them."""

    def __init__(self, rules: Rules, case: Case, answer: Case) -> None:
        self.rules, self.case, self.answer = rules, case, answer
        self.entries = dict(answer["yaku"] + answer["yakuman"])
        self.melds = [(name, parse_tiles(tiles)) for name, tiles in case.get("melds", [])]

    def tiles(self) -> list[int]:
        case = self.case
        found = parse_tiles(case["hand"]) + [code for _, tiles in self.melds for code in tiles]
        joins = case["win_by"] != "bingo" or self.rules.options["bingo_adds_tile"]
        if case.get("win_tile") and joins:
            found += parse_tiles(case.get("pocchi_as") or case["win_tile"])
        return found

    def aside(self) -> list[int]:
        removed = self.case.get("removed_tiles", 0)
        if isinstance(removed, str):
            return parse_tiles(removed)
        flower = self.rules.options["nuki_tile"] == "flower"
        return parse_tiles("1f" if flower else "4z") * removed

    def holds(self, tile: str) -> int:
        (code,) = parse_tiles(tile)
        if kind_of(code) is None:
            return self.aside().count(code)
        whole = code < 34
        return sum((kind_of(own) if whole else own) == code for own in self.tiles())

    def any_of(self, names: tuple[str, ...]) -> int:
        codes = [code for name in names for code in parse_tiles(name)]
        return sum(own in codes for own in self.tiles())

    def dora(self, indicators: str) -> int:
        """Tiles that indicators show; in what is set aside too, where those double."""
        following, aside = self.rules.fields()["dora_next"], self.aside()
        kinds = [kind_of(code) for code in self.tiles()]
        if self.rules.options["nuki_indicator_doubles"]:
            kinds += [kind_of(code) for code in aside if kind_of(code) is not None]
        found = 0
        for code in parse_tiles(indicators):
            kind = kind_of(code)
            if kind is not None:
                found += kinds.count(following[kind])
            elif code == FLOWER and self.rules.options["nuki_indicator_doubles"]:
                found += aside.count(FLOWER)
        return found

    def limit(self) -> int:
        name = self.answer["limit"].split()[0]
        return LIMITS.index(name) if name in LIMITS else 0

    def units(self) -> int:
        if not self.answer["yakuman"]:
            return 0
        words = self.answer["limit"].split(" x")
        return int(words[1]) if len(words) > 1 else 1

    def facts(self, payer: int) -> dict[str, Any]:
        """What a condition may name; yaku that the answer does not list are not held."""
        case, units = self.case, self.units()
        riichi = case.get("riichi", "none")
        flags = {name for name, on in case.get("flags", {}).items() if on}
        found = {word: i for words in (LIMITS, WINDS) for i, word in enumerate(words)}
        return found | {
            "tsumo": case["win_by"] == "tsumo",
            "ron": case["win_by"] == "ron",
            "bingo": case["win_by"] == "bingo",
            "closed": all(name in ("ankan", "gc") for name, _ in self.melds),
            "riichi": riichi != "none",
            "open_riichi": riichi == "open",
            "double_riichi": riichi != "none" and "double_riichi" in flags,
            "ippatsu": riichi != "none" and "ippatsu" in flags,
            "open_riichi_deal_in": "open_dealin" in flags,
            "dealer": case["winner"] == case["dealer"],
            "payer_dealer": payer == case["dealer"],
            "han": 13 * units if units else self.answer["han"],
            "fu": self.answer["fu"] or 0,
            "yakuman_units": units,
            "limit": self.limit(),
            "dora": self.dora(case.get("dora_indicators", "")),
            "ura": self.dora(case.get("ura_indicators", "")) if riichi != "none" else 0,
            "red": self.any_of(RED),
            "gold": self.any_of(GOLD),
            "rainbow": self.any_of(RAINBOW),
            "flowers": self.aside().count(FLOWER),
            "aside": len(self.aside()),
            "calls": sum(name not in ("ankan", "gc") for name, _ in self.melds),
            "kans": sum("kan" in name for name, _ in self.melds),
            "honba": case.get("honba", 0),
            "round": int(case.get("round_wind", "1z")[0]) - 1,
            "seat": (case["winner"] - case["dealer"]) % self.rules.seats,
            "holds": self.holds,
        }

    def value(self, text: str, payer: int) -> Any:
        """A condition or a number, by Python's own grammar."""
        facts = self.facts(payer)
        text = re.sub(r"holds ([0-9][a-z]+)", r"holds('\1')", text)
        names = set(re.findall(r"[a-z_][a-z_0-9]*", re.sub(r"'[^']*'", "", text)))
        yaku = {name: name in self.entries for name in names - {"and", "or", "not"} - facts.keys()}
        return eval(text, {"__builtins__": {}}, facts | yaku)

    def events(self) -> dict[str, dict[str, int]]:
        """As ``answer["shugi"]["events"]``."""
        case, found = self.case, dict[str, dict[str, int]]()
        for event in self.rules.options["chip_events"]:
            for payer in range(self.rules.seats):
                pays = payer == case["loser"] if case["win_by"] == "ron" else True
                if payer == case["winner"] or not (pays or event.get("from") == "all"):
                    continue
                if all(self.value(text, payer) for text in event["when"]):
                    chips = event["chips"] * int(self.value(event.get("per", "1"), payer))
                    if chips:
                        found.setdefault(event["name"], {})[str(payer)] = chips
        return found
