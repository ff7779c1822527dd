"""Play beside the scorer: every hand that ends is scored again from what lay on the table."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.core.tiles import format_tiles, kind_of
from shugi._fast.games.kawuxing.score import draw_payments
from shugi._fast.games.riichi.score import after_hand, nagashi_payments, noten_payments, waits_of
from shugi._fast.rules.compile import Rules
from shugi._fast.text.last_decision import CALLED, LastDecision
from shugi.envs import score
from shugi.envs.endings.ending import Ending, ending_of, last_decision
from shugi.envs.notation.position import format_state
from tests.support.near_deals import deal_near

Answer = dict[str, Any]
WINDS = "ESWN"
NORTH = 30


@dataclass
class Found:
    """What a comparison has met."""

    ends: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def add(self, one: "Found") -> None:
        self.ends += one.ends
        self.reasons += one.reasons
        self.wrong += one.wrong


def lines_of(answers: list[Answer]) -> dict[tuple[Any, ...], tuple[int, int]]:
    """Points and chips by reason, payer and payee; what several winners move adds up."""
    found: dict[tuple[Any, ...], tuple[int, int]] = {}
    for answer in answers:
        for line in answer["ledger"]:
            key = line["reason"], line["payer"], line["payee"]
            points, chips = found.get(key, (0, 0))
            found[key] = points + line["points"], chips + line.get("chips", 0)
    return {key: amounts for key, amounts in found.items() if any(amounts)}


def differing(play: Any, scorer: Any, what: str) -> Iterator[str]:
    if play != scorer:
        yield f"{what}: played {play}, scored {scorer}"


def compare(rules: Rules, before: Mapping[str, Any], action: int, after: Answer) -> Found:
    """The end of one hand, played and scored."""
    moment = last_decision(rules, before, action, after)
    end = ending_of(rules, before, action, after)
    answers = [score(case, rules) for case in end.cases]
    found = Found(Counter([end.how]), Counter(line["reason"] for line in end.ledger))
    check = check_cards if "plays_cards" in rules.traits else check_win if end.cases else check_draw
    found.wrong += check(moment, end, answers)
    if rules.game == "riichi":
        found.wrong += check_next(moment, end)
    if found.wrong:
        where = format_state(dict(before), rules)
        found.wrong = [f"{' ; '.join(found.wrong)}\nby {moment.verb} at {where}"]
    return found


# ---- mahjong

# where a win may be the last before an empty wall: what is paid at it by those who are left
AT_AN_EMPTY_WALL = {"sichuan": ("noten", "flower_pig")}


def check_win(moment: LastDecision, end: Ending, answers: list[Answer]) -> Iterator[str]:
    for answer in answers:
        yield from differing(True, answer["allowed"], "allowed")
    later = AT_AN_EMPTY_WALL.get(moment.rules.game, ())
    paid = [line for line in end.ledger if line["reason"] not in later]
    yield from differing(lines_of([{"ledger": paid}]), lines_of(answers), "ledger")
    if moment.rules.options["tulip"]:
        for winner, answer in zip(moment.winners(), answers, strict=True):
            won = answer["shugi"]["total"] - answer["shugi"]["start"]
            yield from differing(moment.last["tulip"][winner], won, "tulip")
    if moment.rules.options["home_run_markers"]:
        markers = ["BH"[seat["marker"]] for seat in moment.after["seats"]]
        yield from differing(markers, turned(moment, answers), "markers")


def turned(moment: LastDecision, answers: list[Answer]) -> list[str]:
    """Markers after the hand: of several winners each came home; who paid any of them goes back."""
    found = ["BH"[seat["marker"]] for seat in moment.seats]
    for answer in answers:
        found = [
            "B" if points < 0 else marker
            for points, marker in zip(answer["points_delta"], found, strict=True)
        ]
    return ["H" if p in moment.winners() else marker for p, marker in enumerate(found)]


def check_draw(moment: LastDecision, end: Ending, answers: list[Answer]) -> Iterator[str]:
    rules = moment.rules
    moved = [0] * rules.seats
    if rules.game == "riichi" and end.how == "draw":
        moved = drawn_points(moment)
    elif rules.game == "kawuxing" and end.how == "draw":
        moved = draw_payments(rules, disclosers(moment), resting=moment.before["resting"])
    elif rules.game == "sichuan":  # the scorer has no empty wall; tests/games/sichuan has
        yield from differing(sum(end.points), 0, "sum of the points")
        moved = end.points
    yield from differing(end.points, moved, f"points of the {end.how}")
    yield from differing(end.chips, [0] * rules.seats, f"chips of the {end.how}")


def disclosers(moment: LastDecision) -> list[int]:
    """Who disclosed first, with the last discard perhaps."""
    first = moment.before["first_discloser"]
    if first is None and moment.before["phase"] == "riichi":
        first = moment.before["actor"]
    return [] if first is None else [first]


def drawn_points(moment: LastDecision) -> list[int]:
    rules, dealer = moment.rules, moment.before["dealer"]
    rivers = [kinds_lying(moment, seat) for seat in range(rules.seats)]
    if rules.options["nagashi_mangan"] and any(rivers):
        won = [nagashi_payments(rules, p, dealer) for p, lies in enumerate(rivers) if lies]
        return [sum(column) for column in zip(*won, strict=True)]
    return noten_payments(rules, [ready(moment, seat) for seat in range(rules.seats)])


def kinds_lying(moment: LastDecision, seat: int) -> bool:
    """Whether the seat has discarded terminals and honours alone, and none was called."""
    river = list(moment.seats[seat]["river"])
    if any(flag & CALLED for flag in moment.seats[seat]["river_flags"]):
        return False
    if moment.discarding and moment.before["actor"] == seat:
        river.append(moment.action)
    kinds = [kind_of(code) for code in river]
    return bool(kinds) and all(k is not None and (k >= 27 or k % 9 in (0, 8)) for k in kinds)


def ready(moment: LastDecision, seat: int) -> bool:
    hand = moment.held(seat)
    if seat == moment.before["actor"] and moment.verb == "nuki":  # and nothing replaces it
        hand.remove(next(code for code in hand[::-1] if kind_of(code) in (None, NORTH)))
    found = waits_of(moment.rules, format_tiles(hand), moment.melds(seat))
    opened = moment.seats[seat]["riichi"] == "open" or (
        moment.before["phase"] == "riichi"
        and moment.before["actor"] == seat
        and moment.before["declaring"] == "open"
    )
    return bool(found["tenpai" if opened else "tenpai_without_open_riichi"])


def check_next(moment: LastDecision, end: Ending) -> Iterator[str]:
    """The hand that follows, or the end of the game."""
    before, after, rules = moment.before, moment.after, moment.rules
    scores = [seat["score"] for seat in after["seats"]]
    over = after["phase"] == "over"
    for line in after["ledger"]:  # the places are settled later
        if line["reason"] == "leftover":
            scores[line["payee"]] -= line["points"]
    winners = moment.winners() if end.how == "win" else []
    n = rules.seats
    found = after_hand(
        rules,
        f"{WINDS[before['round'] // n % 4]}{before['round'] % n + 1}",
        scores,
        end=end.how,
        winners=winners,
        tenpai=moment.last["tenpai"],
        dealer=before["dealer"],
        honba=before["honba"],
        hands=before["hand_no"],
        first_dealer=before["first_dealer"],
        last_winner=before["last_winner"],
    )
    played: Answer = {"game_over": over}
    if not over:
        name = f"{WINDS[after['round'] // n % 4]}{after['round'] % n + 1}"
        played |= {"round": name, "dealer": after["dealer"], "honba": after["honba"]}
    yield from differing(played, found, "next hand")


# ---- cards


def check_cards(moment: LastDecision, end: Ending, answers: list[Answer]) -> Iterator[str]:
    (answer,) = answers
    if moment.rules.game == "piquet":
        yield from check_piquet(moment, end, answer)
        return
    points = [line for line in end.ledger if line["points"]]
    yield from differing(lines_of([{"ledger": points}]), lines_of(answers), "ledger")
    seats = moment.after["seats"]
    over = moment.after["phase"] == "over"
    yield from differing(over, answer["over"], "over")
    trump = moment.after["trump"]
    if not over:
        yield from differing(
            None if trump is None else "CHSD"[trump], answer["next_trump"], "trump"
        )
    if moment.rules.options["mode"] != "race":
        yield from differing([seat["score"] for seat in seats], answer["totals"], "totals")
        delta = answer["points_delta"]
        due = [len(delta) * own - sum(delta) for own in delta]
    else:
        winner = answer["game_winner"]
        due = [0 if winner is None else 3 * (p == winner) - 1 for p in range(3)]
        if winner is None or over:
            yield from differing([seat["score"] for seat in seats], answer["totals"], "totals")
    yield from differing(end.chips, due, "chips")


def check_piquet(moment: LastDecision, end: Ending, answer: Answer) -> Iterator[str]:
    order = (moment.before["piquet"]["elder"], 1 - moment.before["piquet"]["elder"])
    game = answer.get("game")
    points = [line for line in end.ledger if line["points"]]
    if "play" in answer:
        seated = [line | {"payee": order[line["payee"]]} for line in answer["ledger"]]
        yield from differing(
            lines_of([{"ledger": points}]), lines_of([{"ledger": seated}]), "ledger"
        )
    else:
        (case,) = end.cases
        made = [end.points[seat] for seat in order]
        totals = [a + b for a, b in zip(case["before"], made, strict=True)]
        yield from differing(totals, game["totals"], "totals")
        yield from differing(True, game["winner"] is not None, "decided by the declarations")
    if game:
        won = moment.after["piquet"]["wins"]
        earlier = moment.before["piquet"]["wins"]
        winner = next((NAMES[k] for k, p in enumerate(order) if won[p] > earlier[p]), None)
        yield from differing(winner, game["winner"], "winner")


NAMES = ("elder", "younger")


# ---- play


class Table:
    """Games of one rule set, some played by the baseline, some at random, most by both in turn."""

    shares = (0.0, 0.05, 0.3, 0.3, 1.0)  # of random moves, game by game

    def __init__(self, rules: Rules, n: int, seed: int) -> None:
        self.batch = Batch(rules, n, seed=seed, forced=False, auto_reset=False)
        self.before = Batch(rules, n, forced=False, auto_reset=False)
        self.rng, self.deals = np.random.default_rng(seed), Random(seed)
        self.key = 1000 * seed
        shares = (0.9, 1.0, 1.0) if rules.game == "piquet" else self.shares  # its baseline is slow
        self.share = np.resize(np.array(shares), n)
        for i in range(n):
            self.begin(i)

    def begin(self, i: int) -> None:
        """Half of the hands of mahjong are dealt near wins."""
        if "plays_cards" not in self.batch.rules.traits and self.deals.random() < 0.5:
            deal_near(self.batch, i, self.deals)

    def ended(self) -> Iterator[tuple[dict[str, Any], int, dict[str, Any]]]:
        """One decision of each game: of a hand that it ends, the state before, it, and after."""
        batch, rows = self.batch, np.arange(self.batch.n)
        self.key += 1
        self.before.copy_from(batch, rows, rows)
        actions, wild = np.zeros(batch.n, np.uint8), self.rng.random(batch.n) < self.share
        batch.sample(actions, self.key)
        batch.baseline(actions, seats=~wild)
        batch.step(actions)
        assert not batch.status.any()
        for i in np.flatnonzero(batch.hand_done):
            yield self.before.state(i), int(actions[i]), batch.state(i)
            self.after(int(i))

    def after(self, i: int) -> None:
        """Another game where one is over, or another deal."""
        if self.batch.seat[i] < 0:
            one = Batch(self.batch.rules, 1, seed=self.key + i, forced=False, auto_reset=False)
            self.batch.copy_from(one, [0], [i])
        self.begin(i)

    def hands(self, least: int) -> Found:
        """Play until as many hands have ended."""
        found = Found()
        while found.ends.total() < least:
            for before, action, after in self.ended():
                found.add(compare(self.batch.rules, before, action, after))
        return found
