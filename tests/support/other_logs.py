"""Games of ours as other sites write them, made from their events of mjai."""

from __future__ import annotations

import json
import random
import re
from functools import cache
from typing import Any
from urllib.parse import quote

from shugi.envs import load_rules, logs, mjai
from shugi.envs.records.record import Record
from tests.support.recorded import odd_game

HONOURS = "ESWNPFC"
REDS = {"5mr": 16, "5pr": 52, "5sr": 88}


def game(name: str, seed: int, **options: Any) -> Record:
    """A whole game of named players (``odd_game``)."""
    seats = [f"player {seat}" for seat in range(load_rules(name).seats)]
    return odd_game(name, seed, seats, **options)[1]


def hands_of(record: Record) -> list[list[mjai.Event]]:
    hands: list[list[mjai.Event]] = []
    for event in mjai.events(record):
        if event["type"] == "start_kyoku":
            hands.append([])
        if hands and event["type"] not in ("end_kyoku", "end_game"):
            hands[-1].append(event)
    return hands


def final_of(record: Record) -> tuple[list[int], list[float]]:
    batch = record.start()
    for hand in record.hands:
        for action in hand.actions:
            batch.step_one(0, action)
    results = [round(float(one), 1) for one in batch.final_result[0]]
    return batch.final_score[0].tolist(), results


# ---- Tenhou's mjlog


class Ids:
    """Which of the four tiles of a kind each one is."""

    def __init__(self, red: bool) -> None:
        self.red = red
        self.free: dict[str, list[int]] = {}
        self.held: list[dict[str, list[int]]] = [{} for _ in range(4)]

    def draw(self, seat: int, tile: str) -> int:
        number = self.new(tile)
        self.held[seat].setdefault(tile, []).append(number)
        return number

    def new(self, tile: str) -> int:
        return self.free.setdefault(tile, ids_of(tile, self.red)).pop()

    def put(self, seat: int, tile: str) -> int:
        return self.held[seat][tile].pop()


def ids_of(tile: str, red: bool) -> list[int]:
    if tile in REDS:
        return [REDS[tile]]
    if tile in HONOURS:
        first = 108 + 4 * HONOURS.index(tile)
    else:
        first = 36 * "mps".index(tile[1]) + 4 * (int(tile[0]) - 1)
    return [number for number in range(first, first + 4) if not red or number not in REDS.values()]


DRAWN = ("fanpai", "nagashimangan")
# Tenhou's words for what mjai's say
TYPES = {
    "nagashimangan": "nm",
    "kyushukyuhai": "yao9",
    "sufonrenta": "kaze4",
    "suchareach": "reach4",
    "sukaikan": "kan4",
    "sanchaho": "ron3",
}


def mjlog(record: Record) -> str:
    """The game as Tenhou's mjlog."""
    rules, seats = record.rules, record.rules.seats
    kind = 1 | (8 if rules.options["game_length"] != "east" else 0) | (16 if seats == 3 else 0)
    kind |= (0 if rules.options["red_fives"] else 2) | (0 if rules.options["open_tanyao"] else 4)
    names = "".join(f' n{seat}="{quote(name)}"' for seat, name in enumerate(record.agents))
    found = [f'<mjloggm ver="2.3"><GO type="{kind}"/><UN{names}/><TAIKYOKU oya="0"/>']
    hands = hands_of(record)
    for hand in hands:
        found.append(Mjlog(hand, seats, bool(rules.options["red_fives"])).text())
    if record.over:
        scores, results = final_of(record)
        pairs = zip(scores, results, strict=True)
        owari = [f"{score // 100},{result}" for score, result in pairs] + ["0,0"] * (4 - seats)
        found[-1] = found[-1].removesuffix("/>") + f' owari="{",".join(owari)}"/>'
    return "".join([*found, "</mjloggm>"])


class Mjlog:
    """A hand in tags."""

    def __init__(self, hand: list[mjai.Event], seats: int, red: bool) -> None:
        self.start, self.hand, self.seats = hand[0], hand[1:], seats
        self.ids, self.pons = Ids(red), dict[tuple[int, str], tuple[int, int]]()
        self.scores = [score // 100 for score in self.start["scores"]]
        self.riichi, self.last, self.markers = False, -1, []  # type: ignore[var-annotated]

    def text(self) -> str:
        start = self.start
        number = 4 * "ESWN".index(start["bakaze"]) + start["kyoku"] - 1
        self.markers.append(self.ids.new(start["dora_marker"]))
        seed = f"{number},{start['honba']},{start['kyotaku']},0,0,{self.markers[0]}"
        ten = ",".join(map(str, [*self.scores, 0][:4]))
        dealt = ""
        for seat in range(4):
            tiles = start["tehais"][seat] if seat < self.seats else []
            held = ",".join(str(self.ids.draw(seat, tile)) for tile in tiles)
            dealt += f' hai{seat}="{held}"'
        tags = [f'<INIT seed="{seed}" ten="{ten}" oya="{start["oya"]}"{dealt}/>']
        return "".join([*tags, *(self.tag(event) for event in self.hand)])

    def tag(self, event: mjai.Event) -> str:
        word, seat = event["type"], event.get("actor", 0)
        if word == "tsumo":
            self.last = self.ids.draw(seat, event["pai"])
            return f"<{'TUVW'[seat]}{self.last}/>"
        if word == "dahai":
            tile = self.ids.put(seat, event["pai"])
            if event["tsumogiri"] and tile != self.last:
                self.ids.held[seat][event["pai"]].remove(self.last)
                self.ids.held[seat][event["pai"]].append(tile)
                tile = self.last
            self.last = tile
            return f"<{'DEFG'[seat]}{tile}/>"
        if word == "reach":
            return f'<REACH who="{seat}" step="1"/>'
        if word == "reach_accepted":
            self.scores[seat] -= 10
            ten = ",".join(map(str, [*self.scores, 0][:4]))
            return f'<REACH who="{seat}" ten="{ten}" step="2"/>'
        if word == "dora":
            self.markers.append(self.ids.new(event["dora_marker"]))
            return f'<DORA hai="{self.markers[-1]}"/>'
        if word in ("hora", "ryukyoku"):
            return self.end(event)
        return f'<N who="{seat}" m="{self.meld(event)}"/>'

    def meld(self, event: mjai.Event) -> int:
        word, seat = event["type"], event["actor"]
        if word == "kita":
            self.last = self.ids.put(seat, "N")
            return self.last << 8 | 32
        if word == "kakan":
            added = self.ids.put(seat, event["pai"])
            base, bits = self.pons[seat, event["pai"][:2]]
            self.last = added
            return (bits & ~(24 | 3 << 5)) | 16 | (added - base) << 5
        used = [self.ids.put(seat, tile) for tile in event["consumed"]]
        if word == "ankan":
            self.last = used[-1]
            return used[0] << 8
        away = (event["target"] - seat) % 4
        tiles = sorted([*used, self.last])
        called = tiles.index(self.last)
        if word == "daiminkan":
            return self.last << 8 | away
        base = tiles[0] // 4 * 4
        if word == "chi":
            bits = sum((tile % 4) << 3 + 2 * k for k, tile in enumerate(tiles))
            kind = tiles[0] // 36 * 7 + tiles[0] % 36 // 4
            return (3 * kind + called) << 10 | bits | 4 | away
        spare = next(k for k in range(4) if base + k not in tiles)
        m = (3 * (base // 4) + called) << 9 | spare << 5 | 8 | away
        self.pons[seat, event["pai"][:2]] = base, m
        return m

    def end(self, event: mjai.Event) -> str:
        deltas = [delta // 100 for delta in event["deltas"]]
        sc = ",".join(f"{a},{b}" for a, b in zip(self.scores, deltas, strict=True))
        sc += ",0,0" * (4 - self.seats)
        self.scores = [a + b for a, b in zip(self.scores, deltas, strict=True)]
        if event["type"] == "hora":
            ura = [ids_of(tile, self.ids.red)[0] for tile in event.get("ura_markers", [])]
            below = f' doraHaiUra="{",".join(map(str, ura))}"' if ura else ""
            above = ",".join(map(str, self.markers))
            tile = ids_of(event["pai"], self.ids.red)[-1]
            return (
                f'<AGARI ba="0,0" machi="{tile}" doraHai="{above}"{below} '
                f'who="{event["actor"]}" fromWho="{event["target"]}" sc="{sc}"/>'
            )
        kind = f' type="{TYPES[event["reason"]]}"' if event["reason"] in TYPES else ""
        return f'<RYUUKYOKU{kind} ba="0,0" sc="{sc}"/>'


# ---- Mahjong Soul


def tile_of(tile: str) -> str:
    if tile in HONOURS:
        return f"{HONOURS.index(tile) + 1}z"
    return f"0{tile[1]}" if tile.endswith("r") else tile


def mjsoul(record: Record) -> str:
    """The game as a record of Mahjong Soul, as replay tools save it."""
    rules = record.rules
    mode = (10 if rules.seats == 3 else 0) + (1 if rules.options["game_length"] == "east" else 2)
    accounts = [{"seat": seat, "nickname": name} for seat, name in enumerate(record.agents)]
    head: dict[str, Any] = {"config": {"mode": {"mode": mode}}, "accounts": accounts}
    if record.over:
        scores, results = final_of(record)
        head["result"] = {
            "players": [
                {"seat": seat, "part_point_1": score, "total_point": round(1000 * result)}
                for seat, (score, result) in enumerate(zip(scores, results, strict=True))
            ]
        }
    actions = []
    for hand in hands_of(record):
        for name, data in messages(hand):
            actions.append({"type": 1, "result": {"name": f".lq.{name}", "data": data}})
    return json.dumps({"head": head, "data": {"name": ".lq.GameDetailRecords",
                                              "data": {"actions": actions}}})  # fmt: skip


def messages(hand: list[mjai.Event]) -> list[tuple[str, dict[str, Any]]]:
    """The messages of a hand."""
    start, events = hand[0], hand[1:]
    dealt = [[tile_of(tile) for tile in one] for one in start["tehais"]]
    dealt[start["oya"]].append(tile_of(events[0]["pai"]))
    doras = [tile_of(start["dora_marker"])]
    found: list[tuple[str, dict[str, Any]]] = [
        (
            "RecordNewRound",
            {
                "chang": "ESWN".index(start["bakaze"]),
                "ju": start["kyoku"] - 1,
                "ben": start["honba"],
                "liqibang": start["kyotaku"],
                "scores": start["scores"],
                "doras": list(doras),
                **{f"tiles{seat}": tiles for seat, tiles in enumerate(dealt)},
            },
        )
    ]
    riichi = False
    wins: list[mjai.Event] = []
    for event in events[1:]:
        word, seat = event["type"], event.get("actor", 0)
        if word == "tsumo":
            found.append(("RecordDealTile", {"seat": seat, "tile": tile_of(event["pai"])}))
        elif word == "dahai":
            data = {"seat": seat, "tile": tile_of(event["pai"]), "moqie": event["tsumogiri"]}
            found.append(("RecordDiscardTile", data | {"is_liqi": riichi}))
            riichi = False
        elif word == "reach":
            riichi = True
        elif word == "dora":
            doras.append(tile_of(event["dora_marker"]))
            found[-1][1]["doras"] = list(doras)
        elif word in ("chi", "pon", "daiminkan"):
            tiles = [*map(tile_of, event["consumed"]), tile_of(event["pai"])]
            froms = [seat] * len(event["consumed"]) + [event["target"]]
            kind = ("chi", "pon", "daiminkan").index(word)
            data = {"seat": seat, "type": kind, "tiles": tiles, "froms": froms}
            found.append(("RecordChiPengGang", data))
        elif word in ("kakan", "ankan"):
            tile = tile_of(event["pai"] if word == "kakan" else event["consumed"][0])
            kind = 2 if word == "kakan" else 3
            found.append(("RecordAnGangAddGang", {"seat": seat, "type": kind, "tiles": tile}))
        elif word == "kita":
            found.append(("RecordBaBei", {"seat": seat}))
        elif word == "hora":
            wins.append(event)
        elif word == "ryukyoku" and event["reason"] in DRAWN:
            found.append(("RecordNoTile", {"scores": [{"delta_scores": event["deltas"]}]}))
        elif word == "ryukyoku":
            found.append(("RecordLiuJu", {"type": 0}))
    if wins:
        deltas = [sum(one) for one in zip(*(win["deltas"] for win in wins), strict=True)]
        hules = [
            {
                "seat": win["actor"],
                "zimo": win["actor"] == win["target"],
                "hu_tile": tile_of(win["pai"]),
                "li_doras": list(map(tile_of, win.get("ura_markers", []))),
            }
            for win in wins
        ]
        found.append(("RecordHule", {"hules": hules, "delta_scores": deltas}))
    return found


FORMATS = {
    "mjlog": mjlog,
    "tenhou6": logs.dumps,
    "mjsoul": mjsoul,
    "mjai": mjai.dumps,
    "shugi": Record.dumps,
}


# ---- changed

NUMBERS = tuple(b"0 1 -1 3 4 7 60 99 136 255 256 25000 2147483648 99999999999999999999".split())
NUMBERS += (b"1.5", b"1e9", b"null", b'"x"', b"[]")


@cache
def text_as(form: str, rules: str) -> bytes:
    """A game to East as a format writes it."""
    site = rules.replace("mjsoul", "tenhou") if form == "mjlog" else rules
    return FORMATS[form](game(site, 5, game_length="east")).encode()


def mutated(data: bytes, rng: random.Random) -> bytes:
    """A log with a few bytes, numbers or events changed, or cut."""
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        if not data:
            return data
        how = rng.randrange(7)
        at = rng.randrange(len(data))
        if how == 0:
            data = data[:at]
        elif how == 1:
            data = data[:at] + bytes((rng.randrange(256),)) + data[at + 1 :]
        elif how == 2:
            data = data[:at] + data[at + rng.randrange(1, 40) :]
        elif how == 3:
            other = rng.randrange(len(data))
            data = data[:at] + data[other : other + rng.randrange(1, 200)] + data[at:]
        else:
            places = list(re.finditer(rb"-?\d+|<[^>]*>|\{[^{}]*\}|\"\w+\"", data))
            if not places:
                continue
            one, two = rng.choice(places), rng.choice(places)
            put = rng.choice(NUMBERS) if how == 4 else two[0] if how == 5 else b""
            data = data[: one.start()] + put + data[one.end() :]
    return data
