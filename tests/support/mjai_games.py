"""Games told as mjai: played here, read by riichienv, which works out every payment by itself."""

from __future__ import annotations

from collections import Counter
from typing import Any

from riichienv import GameRule, RiichiEnv

# those of its Python part miss a kan where there are two
from riichienv._riichienv import Conditions, HandEvaluator, HandEvaluator3P, Wind

from shugi.envs import mjai

RULES = {
    "riichi_tenhou": GameRule.default_tenhou,
    "riichi_mjsoul": GameRule.default_mjsoul,
    "sanma_tenhou": GameRule.default_tenhou,
    "sanma_base": GameRule.default_mjsoul,
}
KANS = ("ankan", "kakan", "daiminkan", "kita")
WINDS = (Wind.East, Wind.South, Wind.West, Wind.North)
CALLS = ("pon", "chi")
LIVE = {3: 55, 4: 70}  # draws of a hand that is played out, by players
UNREADY = {3: 2000, 4: 3000}  # what a draw moves, by players
EVALUATORS = {3: HandEvaluator3P, 4: HandEvaluator}


def hands_of(events: list[mjai.Event]) -> list[list[mjai.Event]]:
    hands: list[list[mjai.Event]] = []
    for event in events:
        if event["type"] == "start_kyoku":
            hands.append([])
        if hands:
            hands[-1].append(event)
    return hands


def scores_by_riichienv(name: str, events: list[mjai.Event]) -> tuple[list[int], Counter[str]]:
    """Scores at the end of a game, and how its hands ended; every hand begins as the log says."""
    scores, seen = list(events[1]["scores"]), Counter[str]()
    for hand in hands_of(events):
        assert hand[0]["scores"] == scores, "riichienv paid the hand before otherwise"
        reader = Reader(name, hand)
        seen.update(event["type"] for event in hand)
        scores = reader.scores()
    return scores, seen


class Reader:
    """A hand as riichienv reads it, up to its end."""

    def __init__(self, name: str, hand: list[mjai.Event]) -> None:
        self.players, self.hand = len(hand[0]["scores"]), hand
        mode = f"{self.players}p-red-half"
        self.env = RiichiEnv(game_mode=mode, rule=RULES[name](), skip_mjai_logging=True, seed=1)
        self.env.reset()
        self.env.apply_event({"type": "start_game"})
        ends = [k for k, one in enumerate(hand) if one["type"] in ("hora", "ryukyoku")]
        self.course, self.ends = hand[1 : ends[0]], [hand[k] for k in ends]
        for event in hand[: ends[0]]:
            self.env.apply_event(dict(event))

    def scores(self) -> list[int]:
        scores = list(self.env.scores())
        if self.ends[0]["type"] == "ryukyoku":
            return self._drawn(scores)
        for k, win in enumerate(self.ends):
            self._pay(scores, win, first=k == 0)
        return scores

    # ---- wins

    def _pay(self, scores: list[int], win: mjai.Event, first: bool) -> None:
        start, winner, others = self.hand[0], win["actor"], self.players - 1
        value, honba = self._value(win), 100 * start["honba"] * first
        riichi = sum(one["type"] == "reach_accepted" for one in self.course)
        scores[winner] += 1000 * (start["kyotaku"] + riichi) * first
        for seat in range(self.players):
            if winner == win["target"] and seat != winner:
                dealer = start["oya"] in (seat, winner) and start["oya"] != winner
                share = value.tsumo_agari_oya if dealer else value.tsumo_agari_ko
                paid = share + honba
            elif seat == win["target"] and seat != winner:
                paid = value.ron_agari + others * honba
            else:
                continue
            scores[seat] -= paid
            scores[winner] += paid

    def _value(self, win: mjai.Event) -> Any:
        """By riichienv's reckoning of the hand that it has read; the log says how it came."""
        env, seat, start = self.env, win["actor"], self.hand[0]
        tile, hand = tile_id(win["pai"]), list(env.hands[seat])
        if win["target"] != seat:
            hand.append(tile)
        conditions = Conditions(
            **self._circumstances(win),
            player_wind=WINDS[(seat - start["oya"]) % self.players],
            round_wind=WINDS["ESWN".index(start["bakaze"])],
            kita_count=sum(one["type"] == "kita" and one["actor"] == seat for one in self.course),
            is_sanma=self.players == 3,
            num_players=self.players,
        )
        return EVALUATORS[self.players](sorted(hand), env.melds[seat]).calc(
            tile,
            list(env.dora_indicators),
            [tile_id(one) for one in win.get("ura_markers", [])],
            conditions,
        )

    def _circumstances(self, win: mjai.Event) -> dict[str, bool]:
        seat, course = win["actor"], [one for one in self.course if one["type"] != "dora"]
        tsumo, calls = seat == win["target"], (*CALLS, *KANS)
        draws = sum(one["type"] == "tsumo" for one in course)
        replaced = len(course) > 1 and tsumo and course[-2]["type"] in KANS
        own = [k for k, one in enumerate(course) if one.get("actor") == seat]
        turns = [k for k in own if course[k]["type"] == "tsumo"]
        reach = next((k for k in own if course[k]["type"] == "reach"), None)
        since = course[reach:] if reach is not None else []
        called = any(one["type"] in calls for one in course)
        early = any(one["type"] in calls for one in course[: reach or 0])
        return {
            "tsumo": tsumo,
            "riichi": reach is not None,
            "double_riichi": reach is not None
            and not early
            and not any(course[k]["type"] == "dahai" for k in own if k < reach),
            "ippatsu": since_only(since, seat, calls),
            "haitei": tsumo and draws == LIVE[self.players] and not replaced,
            "houtei": not tsumo and draws == LIVE[self.players],
            "rinshan": replaced,
            "chankan": not tsumo and course[-1]["type"] in ("kakan", "ankan"),
            "tsumo_first_turn": tsumo and not called and len(turns) == 1,
        }

    # ---- draws

    def _drawn(self, scores: list[int]) -> list[int]:
        end, env = self.ends[0], self.env
        if end["reason"] != "fanpai":
            return scores
        evaluator = EVALUATORS[self.players]
        ready = [
            evaluator(list(env.hands[seat]), env.melds[seat]).is_tenpai()
            for seat in range(self.players)
        ]
        assert ready == end["tenpais"]
        if 0 < sum(ready) < self.players:
            for seat, one in enumerate(ready):
                share = UNREADY[self.players] // (sum(ready) if one else self.players - sum(ready))
                scores[seat] += share if one else -share
        return scores


def since_only(since: list[mjai.Event], seat: int, calls: tuple[str, ...]) -> bool:
    """Nobody called since a riichi, and its seat has discarded nothing but the riichi tile."""
    mine = [one for one in since if one["type"] == "dahai" and one["actor"] == seat]
    return len(mine) == 1 and not any(one["type"] in calls for one in since)


def tile_id(tile: str) -> int:
    """A tile as riichienv numbers it."""
    code = mjai.CODES[tile]
    return {34: 16, 35: 52, 36: 88}.get(code, 4 * code + 1)
