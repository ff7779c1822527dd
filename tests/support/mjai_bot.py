"""A bot that speaks mjai: it discards what it drew, or asks riichienv what is allowed and chooses.

    python mjai_bot.py quiet|legal|PATTERN

``legal`` keeps the game by riichienv, from the events alone, and chooses by what it was told; any
other word is what it answers to everything, and ``die``, ``sleep`` are what they say.
"""

import json
import sys
import time


def quiet(event: dict, seat: int) -> dict:
    """Discards what it drew, and claims nothing."""
    mine = event.get("actor") == seat
    if mine and event["type"] == "tsumo":
        return {"type": "dahai", "actor": seat, "pai": event["pai"], "tsumogiri": True}
    return {"type": "none"}


class Legal:
    """Chooses among what riichienv allows: wins, then what a hash of the hand says."""

    def __init__(self) -> None:
        self.env = None

    def __call__(self, event: dict, seat: int) -> dict:
        from riichienv import GameRule, RiichiEnv

        if event["type"] == "start_kyoku":
            players = len(event["scores"])
            mode = f"{players}p-red-half"
            self.env = RiichiEnv(game_mode=mode, rule=GameRule.default_tenhou(), seed=1)
            self.env.reset()
            self.env.apply_event({"type": "start_game"})
        if self.env is None or event["type"] in ("start_game", "end_game", "end_kyoku"):
            return {"type": "none"}
        seen = self.env.observe_event(event, seat)
        if seen is None:
            return {"type": "none"}
        moves = [json.loads(one.to_mjai()) for one in seen.legal_actions()]
        for word in ("hora", "reach", "kita", "ankan", "pon"):
            for move in moves:
                if move["type"] == word:
                    return move
        quiet = [move for move in moves if move["type"] == "none"]
        return (quiet or moves or [{"type": "none"}])[0]


def main() -> None:
    how, seat = sys.argv[1], 0
    answer = Legal() if how == "legal" else quiet
    for line in sys.stdin:
        event = json.loads(line)
        if event["type"] == "start_game":
            seat = event["id"]
        if how == "die" and event["type"] == "tsumo":
            sys.exit("the bot is tired")
        if how == "sleep":
            time.sleep(60)
        said = json.dumps(answer(event, seat)) if how in ("quiet", "legal", "die") else how
        print(said, flush=True)


if __name__ == "__main__":
    main()
