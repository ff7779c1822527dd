"""The action layout of the card games: 36 cards, then the verbs of both.  Ids are never reused."""

CARD_SUITS = "CHSD"
CARD_RANKS = "6789TJQKA"
CARD_NAMES = [suit + rank for suit in CARD_SUITS for rank in CARD_RANKS]
_SUIT_WORDS = ("clubs", "hearts", "spades", "diamonds")


def _run_rows():
    return [
        (SEQUENCE + run_index(length, top), f"seq_{length}_{CARD_RANKS[top]}",
         f"declare or compare a run of {length} up to the {CARD_RANKS[top]}")
        for length in range(3, 10) for top in range(length - 1, 9)
    ]


def _set_rows():
    return [
        (SET + set_index(count, rank), f"set_{CARD_RANKS[rank]}_{count}",
         f"declare or compare {count} of the rank {CARD_RANKS[rank]}")
        for rank in range(4, 9) for count in (3, 4)
    ]


# id, name, what it does
CARD_ACTION_ROWS = [
    (STOP, "stop", "lay out no more cards"),
    (NONE, "none", "declare nothing"),
    (DECLARE, "declare", "offer to show the bid"),
    (REVEAL, "reveal", "offer to show the bid and the hand"),
    (CB_YES, "cb_yes", "claim the carte blanche"),
    (CB_NO, "cb_no", "keep the carte blanche to oneself"),
    *((CB_COUNT + n - 1, f"cb_count_{n}", f"announce an exchange of {n}")
      for n in range(1, COUNTS + 1)),
    (LOOK, "look", "turn up what is left of the talon, for both"),
    (DONT, "dont", "leave it face down"),
    (OPEN_NO, "no", "do not open the talon"),
    *((OPEN + i, f"open_{suit}", f"open the talon and lead {_SUIT_WORDS[i]} first")
      for i, suit in enumerate(CARD_SUITS)),
    *((POINT + i, f"point_{suit}", f"declare or compare {_SUIT_WORDS[i]} as the point")
      for i, suit in enumerate(CARD_SUITS)),
    (GOOD, "good", "let the declaration stand"),
    *_run_rows(),
    *_set_rows(),
    (EXTRA_YES, "extra_yes", "count the further combination too"),
    (EXTRA_NO, "extra_no", "keep it to oneself"),
    (CHOOSE_ELDER, "choose_elder", "take the elder's seat: the other deals"),
    (CHOOSE_YOUNGER, "choose_younger", "take the younger's seat: deal"),
]
CARD_VERB_NAMES = {row[0]: row[1] for row in CARD_ACTION_ROWS}
_ID_OF = {name: action for action, name in (*enumerate(CARD_NAMES), *CARD_VERB_NAMES.items())}


def card_action_name(action):
    action = int(action)
    if 0 <= action < len(CARD_NAMES):
        return CARD_NAMES[action]
    return CARD_VERB_NAMES.get(action) or f"unused {action}"


def card_action_id(name):
    try:
        return _ID_OF[name]
    except KeyError:
        raise ValueError(
            f"there is no action {name!r}; verbs are {', '.join(CARD_VERB_NAMES.values())}, "
            "all others are cards such as ST"
        ) from None
