"""Questions about what is legal, answered by playing the position in the engine."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id
from shugi._fast.core.tiles import code_name, kind_of, parse_tiles
from shugi._fast.games.riichi.score import waits_of
from shugi._fast.rules.compile import Rules
from shugi._fast.text.position import PositionError

WIN, PASS = action_id("win"), action_id("pass")
CALLS = {"ron": WIN, "pon": action_id("pon"), "kan": action_id("kan_open")}
RIVER_RIICHI = 2
ASKED, OTHER = 1, 0  # the seat in question acts after OTHER
HAND = 13

State = dict[str, Any]


def kinds_of(codes: Iterable[int]) -> set[int]:
    """The kinds among these tiles; flowers have none."""
    return {kind for kind in map(kind_of, codes) if kind is not None}


class Pool:
    """What is left of the deck when the tiles named so far are taken out."""

    def __init__(self, rules: Rules) -> None:
        self.left = Counter(rules.tiles)

    def take(self, codes: list[int]) -> list[int]:
        self.left.subtract(codes)
        short = [code_name(code) for code, n in self.left.items() if n < 0]
        if short:
            raise ValueError(f"more {', '.join(short)} than the deck has")
        return codes

    def copies(self, kind: int, n: int) -> list[int]:
        """``n`` tiles of a kind, plain ones first."""
        found = [code for code in sorted(self.left.elements()) if kind_of(code) == kind]
        if len(found) < n:
            raise ValueError(f"fewer than {n} {code_name(kind)} are left")
        return self.take(found[:n])

    def fill(self, n: int, without: set[int]) -> list[int]:
        """``n`` tiles of other kinds than ``without``, as unconnected as can be."""
        found: list[int] = []
        while len(found) < n:
            kinds = kinds_of(self.left.elements()) - without
            if not kinds:
                raise ValueError("too few tiles are left for the other hands")
            for kind in sorted(kinds, key=lambda kind: (kind < 27, kind % 3))[: n - len(found)]:
                found += self.copies(kind, 1)
        return found


def wait_kinds(rules: Rules, case: dict[str, Any]) -> set[int]:
    waits: Any = waits_of(rules, case["hand"], case.get("melds", []))["waits"]
    return kinds_of(codes(waits))


def codes(tiles: str | list[str]) -> list[int]:
    """Codes of tiles given as one text or as a list."""
    return parse_tiles("".join(tiles))


def meld_of(name: str, text: str) -> State:
    return {"type": name, "tiles": parse_tiles(text)}


def table(rules: Rules, case: dict[str, Any], riichi: str) -> tuple[State, Pool]:
    """The asked seat's hand, melds and river from the case; the others have yet to be filled."""
    pool = Pool(rules)
    seat: State = {
        "hand": pool.take(parse_tiles(case["hand"])),
        "melds": [meld_of(*meld) for meld in case.get("melds", [])],
        "river": pool.take(codes(case.get("own_discards", ""))),
        "riichi": riichi,
    }
    for meld in seat["melds"]:
        pool.take(meld["tiles"])
    seats: list[State] = [{} for _ in range(rules.seats)]
    seats[ASKED] = seat
    return {"seats": seats}, pool


def play(rules: Rules, state: State) -> Batch:
    """A batch of one game in that position; every decision is returned."""
    batch = Batch(rules, 1, forced=False, auto_reset=False)
    batch.set_state(0, state)
    return batch


def fill_others(state: State, pool: Pool, without: set[int]) -> None:
    for seat in state["seats"]:
        if "hand" not in seat:
            seat["hand"] = pool.fill(HAND, without)


def ron_legal(rules: Rules, case: dict[str, Any], tile: int) -> bool:
    """Whether the tile, discarded by the player before, may be won on.

    A closed hand is put in riichi with its last discard, so that a yaku is never what is missing.
    """
    closed = all(name == "ankan" for name, _ in case.get("melds", []))
    riichi = case.get("riichi", "none")
    state, pool = table(rules, case, "closed" if closed and riichi == "none" else riichi)
    seat = state["seats"][ASKED]
    if seat["riichi"] != "none":
        seat["river"] = seat["river"] or pool.fill(1, wait_kinds(rules, case))
        seat["river_flags"] = [0] * (len(seat["river"]) - 1) + [RIVER_RIICHI]
    discard = pool.copies(tile, 1)
    state["seats"][OTHER]["river"] = discard
    fill_others(state, pool, {tile})
    state |= {"phase": "claim", "discard": discard[0], "discarder": OTHER}
    try:
        batch = play(rules, state)
    except PositionError as error:
        if error.field == "phase":  # nobody can claim it
            return False
        raise
    return bool(batch.seat[0] == ASKED and batch.is_legal(0, WIN))


def own_turn(rules: Rules, case: dict[str, Any], drawn: int) -> Batch:
    state, pool = table(rules, case, "none")
    state["seats"][ASKED]["hand"] += pool.copies(drawn, 1)
    fill_others(state, pool, set())
    return play(rules, state)


def tsumo_legal(rules: Rules, case: dict[str, Any], tile: int) -> bool:
    return own_turn(rules, case, tile).is_legal(0, WIN)


def riichi_legal(rules: Rules, case: dict[str, Any], verb: int) -> bool:
    """Whether riichi may be declared on the hand as it is, a useless tile having been drawn."""
    useless = wait_kinds(rules, case) | kinds_of(parse_tiles(case["hand"]))
    state, pool = table(rules, case, "none")
    drawn = pool.fill(1, useless)
    state["seats"][ASKED]["hand"] += drawn
    fill_others(state, pool, set())
    batch = play(rules, state)
    if not batch.is_legal(0, verb):
        return False
    batch.step_one(0, verb)
    return batch.is_legal(0, drawn[0])


def awarded(rules: Rules, case: dict[str, Any]) -> dict[str, Any]:
    """Who gets a discard that several players claim."""
    pool = Pool(rules)
    discarder = case["discarder"]
    discard = pool.take(parse_tiles(case["tile"]))
    (kind,) = kinds_of(discard)
    seats: list[State] = [{} for _ in range(rules.seats)]
    seats[discarder]["river"] = discard
    for claim in case["claims"]:
        seats[claim["player"]]["hand"] = claiming_hand(pool, kind, claim["call"])
    state: State = {"seats": seats, "phase": "claim", "discard": discard[0], "discarder": discarder}
    fill_others(state, pool, {kind})
    for seat in seats:
        seat["hand"] += pool.fill(HAND - len(seat["hand"]), {kind})
    batch = play(rules, state)
    wanted = {claim["player"]: CALLS[claim["call"]] for claim in case["claims"]}
    while (phase := batch.state(0)["phase"]) in ("claim", "copies"):
        claim = wanted.get(int(batch.seat[0]), PASS)
        batch.step_one(0, claim if phase == "claim" else batch.legal_actions(0)[0])
    return outcome(batch.state(0), case)


def claiming_hand(pool: Pool, kind: int, call: str) -> list[int]:
    """Tiles that make the claim legal: copies of the tile, or a hand that waits for it."""
    if call != "ron":
        return pool.copies(kind, {"pon": 2, "kan": 3}[call])
    suit = 9 if not 9 <= kind < 18 else 18
    ranks = [*range(9), 0, 1, 2]  # a straight through the suit is a yaku
    return pool.copies(kind, 1) + [code for rank in ranks for code in pool.copies(suit + rank, 1)]


def outcome(state: State, case: dict[str, Any]) -> dict[str, Any]:
    """The claim that was carried out."""
    for claim in case["claims"]:
        player, call = claim["player"], claim["call"]
        won = player in state["last"]["winners"]
        melded = state["seats"][player]["melds"] and state["last"]["how"] == "none"
        if won if call == "ron" else melded:
            return {"player": player, "call": call}
    return {}


def pocchi_choices(rules: Rules, case: dict[str, Any]) -> list[str]:
    """What the joker may be declared as when the asked seat draws it in riichi."""
    state, pool = table(rules, case, case.get("riichi", "closed"))
    seat = state["seats"][ASKED]
    seat["river"] = seat["river"] or pool.fill(1, wait_kinds(rules, case))
    seat["river_flags"] = [0] * (len(seat["river"]) - 1) + [RIVER_RIICHI]
    state["seats"][OTHER]["river"] = pool.take(codes(case.get("other_discards", "")))
    state["dora"] = pool.take(parse_tiles(case.get("dora_indicators", "")))
    seat["hand"] += pool.take(parse_tiles("5zo"))
    fill_others(state, pool, set())
    batch = play(rules, state)
    if batch.is_legal(0, WIN) and batch.state(0)["phase"] == "own":
        batch.step_one(0, WIN)
    return [code_name(action) for action in batch.legal_actions(0)]
