"""What a seat may see of a game, as plain data for a page.

Everything is taken from what ``shugi.envs.drawing.render`` may show to that seat; whatever else
the state holds is not looked at. A test deals everything hidden again and finds the same view.
"""

from collections.abc import Sequence
from typing import Any

from shugi._fast.batch.batch import Batch
from shugi._fast.core.card_actions import CARD_NAMES, CARD_SUITS, card_action_name
from shugi._fast.core.tiles import CODE_NAMES
from shugi._fast.rules.compile import Rules
from shugi._fast.view.layouts import ARGUMENTS, layout_of
from shugi.envs.drawing import render, render_cards
from shugi.envs.drawing.faces import faces
from shugi.envs.endings.ending import wins_of
from shugi.envs.notation.words import EVENT_NAMES, river_marks
from shugi.table.game import Game, GameEnding
from shugi.table.keys import hand_of, keys_of

HIDDEN = -1
"""Of a tile that is there, but not to be seen."""
FACE_DOWN = next(code for code, name in CODE_NAMES.items() if name == "0u")
"""Of a tile in an event that nobody is told."""
CLAIMS = ("claim", "copies")
AS_DRAWN = 2
OTHERS = "others may claim"
NOBODY = -1
"""A viewer who sees what everybody sees."""
View = dict[str, Any]


def distinct(names: Sequence[str]) -> list[str]:
    """Names by seat, no two of them alike."""
    return [name if names.count(name) == 1 else f"{name} {k}" for k, name in enumerate(names)]


def view_of(game: Game, viewer: int | None, after: int = 0, waits: bool = False) -> View:
    """What a seat sees; None sees everything, ``NOBODY`` what everybody sees.

    Args:
        game: it stays as it is.
        viewer: the seat that looks.
        after: events from this number of the hand's history on are told.
        waits: also what the viewer's hand waits for, now and after each discard.
    """
    state, rules = game.batch.state(0), game.rules
    cards = "plays_cards" in rules.traits
    view: View = {
        "rules": rules.name,
        "cards": cards,
        "viewer": viewer,
        "decision": game.decision,
        "hand": state["hand_no"],
        "over": game.over,
        "seats": [
            _card_seat(state, rules, seat, viewer) if cards else _seat(state, rules, seat, viewer)
            for seat in range(len(state["seats"]))
        ],
        "actor": _actor(state, rules, viewer),
        "question": _question(state, rules, viewer),
        "asked": _question_data(state, rules, viewer),
        "actions": actions_of(game, viewer),
        "history": state["history_total"],
        "dealer": state["dealer"],
    }
    if rules.options["false_wins"] == "allowed":
        view["false_wins"] = True  # a win may be wrong: none is declared without asking
    view |= _card_centre(state, rules, viewer) if cards else _centre(state, rules)
    if waits and not cards and viewer is not None and viewer != NOBODY:
        view["waits"] = _waits(game, viewer)
    view["events"] = _card_events(state, rules, viewer, after) if cards else _events(state, after)
    return view


def seen_view(
    game: Game,
    names: Sequence[str],
    seat: int | None,
    opened: bool,
    after: int = 0,
    waits: bool = False,
) -> View:
    """What somebody at the table sees, with the keys for it.

    Args:
        game: it stays as it is.
        names: who sits where; those that several have get the number of the seat.
        seat: that is theirs; None: they watch.
        opened: they see all hands.
        after, waits: as ``view_of`` takes them.
    """
    view = view_of(game, None if opened else NOBODY if seat is None else seat, after, waits)
    if opened and seat not in (None, game.seat):
        view["actions"] = []
    view |= {"names": distinct(names), "self": seat}
    return view | {"keys": keys_of(view["actions"], hand_of(view))}


def waiting_view(view: View) -> View:
    """A view once the viewer has acted, or has no choice: it waits for what comes of it."""
    view = view | {"actions": [], "keys": keys_of([], hand_of(view))}
    if view["actor"] is None or view["actor"] != view["self"]:
        return view
    asked = {"for": "others", "seat": None, "tile": None}
    return view | {"actor": None, "question": OTHERS, "asked": asked}


def actions_of(game: Game, viewer: int | None) -> list[View]:
    """What the viewer may do now: id, name, and the tile or card that it is about."""
    seat = game.seat
    if seat is None or viewer not in (None, seat):
        return []
    layout = layout_of(game.rules)
    pictured = range(len(CARD_NAMES)) if "plays_cards" in game.rules.traits else CODE_NAMES
    meanings = {number: meaning for number, _, meaning in layout.action_rows}
    return [
        {
            "id": action,
            "name": layout.action_name(action),
            "meaning": meanings[action],
            "tile": action if action in pictured else None,
        }
        for action in game.legal()
    ]


def ending_view(ending: GameEnding, rules: Rules) -> View:
    """How a hand ended; all may see it. Of the hands only the winners' are shown."""
    last = ending.last
    shown = {*last["winners"], *last["tenpai"]}
    return {
        "hand": ending.hand,
        "how": last["how"],
        "wins": wins_of(last),
        "points": last["points"],
        "chips": last["chips"],
        "scores": ending.scores,
        "story": ending.story,
        "hands": [
            hand if seat in shown and "plays_cards" not in rules.traits else None
            for seat, hand in enumerate(ending.hands)
        ],
    }


# ---- tiles


def _seat(state: View, rules: Rules, number: int, viewer: int | None) -> View:
    seat = state["seats"][number]
    hand, drawn = render.split_drawn(state, number)
    closed = render.is_hidden(state, rules, number, viewer)
    unseen = closed or render.hides_drawn(state, number, viewer)
    return {
        "place": render.place_name(state, rules, number),
        "score": seat["score"],
        "chips": seat["chips"],
        "marks": render.seat_marks(state, rules, number),
        "hand": [HIDDEN] * len(hand) if closed else sorted(hand, key=render.tile_order),
        "drawn": drawn if drawn is None or not unseen else HIDDEN,
        "melds": [_meld(state, rules, number, viewer, meld) for meld in seat["melds"]],
        "aside": list(seat["aside"]),
        "river": [
            {"tile": code, "marks": river_marks(flag)}
            for code, flag in zip(seat["river"], seat["river_flags"], strict=True)
        ],
        "furiten": bool(seat["furiten"]) if viewer in (None, number) else None,
    }


def _meld(state: View, rules: Rules, number: int, viewer: int | None, meld: View) -> View:
    covered = render.is_covered(state, rules, number, viewer, meld)
    tiles = [HIDDEN] * len(meld["tiles"]) if covered else list(meld["tiles"])
    return {
        "type": meld["type"],
        "tiles": tiles,
        "called": meld["called"],
        "from": meld["from_seat"],
    }


def _centre(state: View, rules: Rules) -> View:
    ura = list(state["ura"]) if render.ura_is_open(state) else []
    return {
        "round": render.moment_name(state, rules),
        "counters": [[name, number] for name, number in render.counters(state, rules)],
        "wall": render.live_tiles(state),
        "indicators": list(state["dora"]),
        "ura": ura,
        "faces": {str(code): face for code, face in faces(state, rules).items()},
        "discard": state["discard"],
        "discarder": state["discarder"],
    }


def _events(state: View, after: int) -> list[View]:
    """Events of the hand from the number ``after`` on; all have seen them."""
    told = state["history"]
    first = state["history_total"] - len(told)
    events = []
    for number, token in enumerate(told, start=first):
        seat, event, code = token >> 14, token >> 8 & 0x3F, token & 0xFF
        if number < after:
            continue
        tile = HIDDEN if code == FACE_DOWN or code not in CODE_NAMES else code
        events.append(
            {"seat": seat, "event": EVENT_NAMES[event], "tile": tile, "drawn": event == AS_DRAWN}
        )
    return events


def _waits(game: Game, viewer: int) -> View:
    """What the hand waits for as it stands, and after each of the tiles that may be discarded."""
    batch = game.batch
    waits: View = {"now": batch.waits(0, viewer), "after": {}}
    if game.seat != viewer or batch.state(0)["phase"] not in ("own", "riichi"):
        return waits
    for action in game.legal():
        if action >= ARGUMENTS:
            continue
        trial = Batch(game.rules, 1, auto_reset=False, forced=False)
        trial.copy_from(batch, [0], [0])
        trial.step_one(0, action)
        if not trial.hand_done[0] and (kinds := trial.waits(0, viewer)):
            furiten = bool(trial.state(0)["seats"][viewer]["furiten"])
            waits["after"][str(action)] = {"kinds": kinds, "furiten": furiten}
    return waits


# ---- cards


def _card_seat(state: View, rules: Rules, number: int, viewer: int | None) -> View:
    seat = state["seats"][number]

    def cards(place: str) -> list[int]:
        known = render_cards.open_cards(state, rules, number, viewer, place)
        return sorted(known) + [HIDDEN] * (len(seat[place]) - len(known))

    return {
        "place": render_cards.role(state, number),
        "score": seat["score"],
        "chips": seat["chips"],
        "marks": [f"{seat['tricks']} tricks", *render_cards.said(state, rules, number, viewer)],
        "hand": cards("hand"),
        "drawn": None,
        "melds": [],
        "aside": cards("aside"),
        "river": [
            {"tile": card, "marks": ""} for card in _played_cards(state, rules, number, viewer)
        ],
        "trick": seat["trick"],
        "furiten": None,
    }


def _played_cards(state: View, rules: Rules, number: int, viewer: int | None) -> list[int]:
    known = set(render_cards.open_cards(state, rules, number, viewer, "played"))
    return [card for card in state["seats"][number]["played"] if card in known]


def _card_centre(state: View, rules: Rules, viewer: int | None) -> View:
    talon = state["wall"][state["head"] :]
    seen = talon if viewer is None else []
    if viewer is not None and viewer != NOBODY:
        seen = state["seats"][viewer]["seen"]
    return {
        "round": f"hand {state['hand_no']}",
        "counters": [],
        "wall": len(talon),
        "indicators": [],
        "ura": [],
        "faces": {},
        "discard": None,
        "discarder": None,
        "trump": state["trump"],
        "bids": rules.reads("offer_mode"),
        "talon": [card for card in talon if card in seen],
    }


CATEGORIES = ("point", "sequence", "sets")
CARD_EVENTS: dict[int, tuple[str, str]] = {  # by CardEvent: its name, and what its code is
    1: ("played", "tile"),
    2: ("blank", ""),
    3: ("count", "n"),
    4: ("laid_out", "n"),
    5: ("looked", "yes"),
    6: ("opened", "suit"),
    7: ("point", "n"),
    8: ("pips", "n"),
    9: ("declared", "action"),
    10: ("length", "length"),
    11: ("nothing", "category"),
    12: ("good", "category"),
    13: ("not_good", "category"),
    14: ("equal", "category"),
    15: ("counted", "action"),
    16: ("counted_point", "n"),
    17: ("offered", "action"),
    18: ("shown", "tile"),
}


def _card_events(state: View, rules: Rules, viewer: int | None, after: int) -> list[View]:
    """What was played and said in the hand, from the number ``after`` on; all have heard it."""
    told = state["history"]
    first = state["history_total"] - len(told)
    face_up = (
        None if render_cards.sees_all_tricks(rules, viewer) else render_cards.last_tricks(state)
    )
    return [
        {"seat": token >> 14, **_card_event(token >> 8 & 0x3F, token & 0xFF)}
        for number, token in enumerate(told, start=first)
        if number >= after and (face_up is None or not _turned_down(token, face_up))
    ]


def _turned_down(token: int, face_up: set[int]) -> bool:
    """Whether it tells of a card in a trick that may not be looked at again."""
    return token >> 8 & 0x3F == render_cards.PLAYED and token & 0xFF not in face_up


def _card_event(event: int, code: int) -> View:
    name, what = CARD_EVENTS[event]
    match what:
        case "action":
            return {"event": name, "action": card_action_name(code)}
        case "category":
            return {"event": name, "category": CATEGORIES[code]}
        case "length":
            return {"event": name, "category": CATEGORIES[code >> 4], "n": code & 15}
        case "suit":
            opened = code < len(CARD_SUITS)
            return {"event": name, "suit": CARD_SUITS[code]} if opened else {"event": "closed"}
        case "yes":
            return {"event": name if code else f"not_{name}"}
        case _:
            return {"event": name, what: code} if what else {"event": name}


# ---- whose turn it is


def _actor(state: View, rules: Rules, viewer: int | None) -> int | None:
    """The seat whose decision it is; of claims only the one who is asked is told."""
    if state["phase"] == "over":
        return None
    actor: int = state["actor"]
    private = "plays_cards" not in rules.traits and state["phase"] in CLAIMS
    return None if private and viewer not in (None, actor) else actor


def _question_data(state: View, rules: Rules, viewer: int | None) -> View:
    """What is asked of whom, for a page to say in its language."""
    actor = _actor(state, rules, viewer)
    cards = "plays_cards" in rules.traits
    if state["phase"] == "over":
        return {"for": "over", "seat": None, "tile": None}
    if actor is None:
        return {"for": "others", "seat": None, "tile": None}
    hidden = viewer not in (None, actor)
    if cards:
        quiet = hidden and state["stage"] in render_cards.PRIVATE
        stage = "premium" if state["stage"] == "offer" else state["stage"]
        return {"for": "speak" if quiet else stage, "seat": actor, "tile": None}
    quiet = hidden and render.is_untold(state)
    claims = state["phase"] in CLAIMS and not quiet
    return {
        "for": "own" if quiet else render.topic(state, rules)[0],
        "seat": actor,
        "tile": state["discard"] if claims else None,
    }


def _question(state: View, rules: Rules, viewer: int | None) -> str:
    if "plays_cards" in rules.traits:
        return render_cards.question(state, viewer)
    if _actor(state, rules, viewer) is None and state["phase"] != "over":
        return OTHERS
    return render.question(state, rules, viewer)
