# cython: language_level=3
"""Hands of Piquet as plain Python values: what counts, in which order, who has won (piquet 3-5)."""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from shugi._fast.games.piquet.points cimport (
    PIQUET_HAND, PIQUET_WHOLES, PiquetDeclared, piquet_action, piquet_cards, piquet_decided,
    piquet_declared, piquet_further, piquet_last, piquet_least, piquet_left, piquet_offer,
    piquet_pips, piquet_reached, piquet_scores, piquet_settlement, piquet_strength, piquet_talon,
    piquet_thirty, piquet_tricks, piquet_verdict, piquet_worth,
)
from shugi._fast.core.bits cimport bit, has, has_in_words
from shugi._fast.core.card_actions cimport GOOD, NONE
from shugi._fast.core.cards cimport CARD_TRICKS, NO_SUIT, rank_of, suit_cards, suit_of
from shugi._fast.core.rules cimport EXTRAS_AUTO
from shugi._fast.core.sizes cimport NOBODY
from shugi._fast.core.state cimport Line
from shugi._fast.flow.ledger cimport REASON_CARDS, REASON_PIC, REASON_PLAY, line_dict
from shugi._fast.games.piquet.table cimport (
    CATEGORIES, CAT_POINT, VERDICT_EQUAL, VERDICT_GOOD, VERDICT_NONE, VERDICT_NOT_GOOD,
)
from shugi._fast.rules.compile cimport Rules
from shugi._fast.text.case cimport check_game, check_keys, number_of, rules_of

from shugi._fast.core.card_actions import CARD_NAMES, CARD_RANKS, CARD_SUITS, card_action_name

NEEDED = "needed"
# rows of the schema: name, form, default, meaning
CASE = (
    ("elder", "cards", NEEDED, "his twelve after the exchange, such as S:AKQJT H:A7 D:A98 C:K7"),
    ("younger", "cards", NEEDED, "his twelve after the exchange"),
    ("carte_blanche", "[elder, younger]", "[false, false]", "who has claimed one"),
    ("elder_choice", "{category: choice}", "{}",
     "what he declares, where it is not his best; the choices below"),
    ("younger_choice", "{category: choice}", "{}",
     "his answers, and what he declares where the elder has none"),
    ("play", "cards", "none", "all twenty-four in the order of playing, such as SA S8 SK S9"),
    ("before", "[elder, younger]", "none", "totals of the game before, to see who wins it"),
    ("options", "{option: value}", "{}", "rule options that differ"),
)
CHOICE = (
    ("point", "a suit, such as S; good", "the best", "the younger's good lets the elder's stand"),
    ("sequence", "4 to the K; none, good", "the best", "none declares nothing"),
    ("sets", "3 Q; none, good", "the best", "how many, then the rank"),
    ("extras", "{category: [true, ...]}", "all",
     "whether each further combination is counted, the strongest first"),
)
NAMES = ("elder", "younger")
PIC = 30
CATEGORY_NAMES = ("point", "sequence", "sets")
VERDICTS = {
    VERDICT_NONE: "none", VERDICT_GOOD: "good", VERDICT_NOT_GOOD: "not good",
    VERDICT_EQUAL: "equal",
}


# ---- reading

cdef list words_of(text, what):
    """Cards as ids: "S:AK H:T" or "SA SK HT"."""
    if not isinstance(text, str):
        raise ValueError(f"{what} must be cards such as S:AKQ H:T, not {text!r}")
    out = []
    for word in text.split():
        suit, colon, ranks = word.partition(":")
        if not colon:
            suit, ranks = word[:1], word[1:]
        if suit not in CARD_SUITS or not suit or not ranks or (not colon and len(ranks) != 1):
            raise ValueError(f"{what}: {word!r} is no card; write S:AKQ or SA SK SQ, suits S H D C")
        for rank in ranks:
            if rank not in CARD_RANKS:
                raise ValueError(f"{what}: there is no rank {rank!r}; ranks are {CARD_RANKS}")
            out.append(CARD_NAMES.index(suit + rank))
    return out


cdef list cards_of(Rules rules, text, what, number):
    cards = words_of(text, what)
    for card in cards:
        if card not in rules.tiles:
            raise ValueError(
                f"{what}: {CARD_NAMES[card]} is not in a pack of {rules.c.cards}; set cards: 36")
        if cards.count(card) > 1:
            raise ValueError(f"{what}: {CARD_NAMES[card]} is there twice")
    if number is not None and len(cards) != number:
        raise ValueError(f"{what} must be {number} cards, not {len(cards)}")
    return cards


cdef uint64_t set_of(cards) except? 0:
    cdef uint64_t out = 0
    for card in cards:
        out |= bit(<int>card)
    return out


cdef list pair_of(case, key, default, kind, form):
    pair = case.get(key, default)
    if (not isinstance(pair, (list, tuple)) or len(pair) != 2
            or any(type(value) is not kind for value in pair)):
        raise ValueError(f"{key} must be [elder, younger], {form}, not {pair!r}")
    return list(pair)


cdef dict choice_of(case, name):
    key = f"{name}_choice"
    choice = case.get(key) or {}
    if not isinstance(choice, dict):
        raise ValueError(f"{key} must be a dict of choices by category, not {choice!r}")
    check_keys(choice, [row[0] for row in CHOICE], key)
    extras = choice.get("extras") or {}
    if not isinstance(extras, dict):
        raise ValueError(f"{key}: extras must be lists of true and false by category")
    check_keys(extras, CATEGORY_NAMES, f"{key}: extras")
    return choice


# ---- names of combinations

cdef object said_of(action):
    """The choice that stands for an action: "S", "4 to the K", "3 Q", "none", "good"."""
    if action in (NONE, GOOD):
        return card_action_name(action)
    verb, *words = card_action_name(action).split("_")
    if verb == "seq":
        return f"{words[0]} to the {words[1]}"
    return f"{words[1]} {words[0]}" if verb == "set" else words[0]


cdef object name_of(int category, uint64_t cards):
    return said_of(piquet_action(category, cards)) if cards else None


cdef list declarations_of(Rules rules, int category, uint64_t hand, int32_t least):
    """Actions for what may be declared, the strongest first, then by suit."""
    cdef uint64_t[2] legal
    legal[0] = legal[1] = 0
    piquet_offer(&rules.c, category, hand, least, legal)
    found = [a for a in range(128) if has_in_words(legal, a)]
    return sorted(found, key=lambda action: -<int>piquet_strength(
        &rules.c, category, piquet_cards(&rules.c, hand, action)))


cdef int chosen_action(choice, name, int category, offers) except -1:
    """The action of a choice among those offered, the first without one."""
    wanted = choice.get(CATEGORY_NAMES[category])
    if wanted is None:
        return offers[0]
    by_name = {said_of(action): action for action in offers}
    if wanted not in by_name:
        raise ValueError(
            f"{name}_choice: {CATEGORY_NAMES[category]} cannot be {wanted!r}; take one of "
            f"{', '.join(by_name)}")
    return by_name[wanted]


# ---- declarations

cdef uint64_t counted_of(Rules rules, int category, uint64_t hand, uint64_t deciding, choice,
                         name) except? 0:
    cdef uint64_t[PIQUET_WHOLES] further
    cdef uint64_t out = deciding
    cdef int n = piquet_further(&rules.c, category, hand, deciding, further)
    wanted = (choice.get("extras") or {}).get(CATEGORY_NAMES[category])
    if rules.c.extras == EXTRAS_AUTO and wanted is not None:
        raise ValueError(f"{name}_choice: with extras: auto all are counted; leave extras out")
    if wanted is None:
        wanted = [True] * n
    if (not isinstance(wanted, (list, tuple)) or len(wanted) != n
            or any(type(value) is not bool for value in wanted)):
        raise ValueError(
            f"{name}_choice: extras of {CATEGORY_NAMES[category]} must be true or false for each "
            f"of {n} further combinations, not {wanted!r}")
    for i in range(n):
        if wanted[i]:
            out |= further[i]
    return out


cdef dict settle(Rules rules, int category, hands, choices):
    """One category: what was said, the verdict and the points of both."""
    cdef uint64_t elder = hands[0]
    cdef uint64_t younger = hands[1]
    cdef uint64_t declared = 0
    cdef uint64_t answer = 0
    cdef uint64_t counted = 0
    cdef int action, verdict
    none = [] if category == CAT_POINT else [NONE]
    least = piquet_least(&rules.c, category, elder)
    action = chosen_action(choices[0], "elder", category,
                           declarations_of(rules, category, elder, least) + none)
    if action != NONE:
        declared = piquet_cards(&rules.c, elder, action)
        least = piquet_strength(&rules.c, category, declared)
        none = [GOOD]
    else:
        least = 0
    action = chosen_action(choices[1], "younger", category,
                           declarations_of(rules, category, younger, least) + none)
    if action != NONE and action != GOOD:
        answer = piquet_cards(&rules.c, younger, action)
    verdict = piquet_verdict(&rules.c, category, declared, answer)
    winner = 0 if verdict == VERDICT_GOOD else 1
    if winner == 0:
        counted = counted_of(rules, category, elder, declared, choices[0], "elder")
    elif answer and verdict != VERDICT_EQUAL:
        counted = counted_of(rules, category, younger, answer, choices[1], "younger")
    worth = [0, 0]
    worth[winner] = piquet_worth(&rules.c, category, counted)
    return {
        "declared": name_of(category, declared), "answer": name_of(category, answer),
        "verdict": VERDICTS[verdict], "counted": cards_text(counted), "points": worth,
    }


cdef object cards_text(uint64_t cards):
    """ "S:AKQ H:T", each suit from the top."""
    groups = []
    for suit in "SHDC":
        first = CARD_NAMES.index(suit + CARD_RANKS[0])
        ranks = "".join(CARD_RANKS[r] for r in range(8, -1, -1) if has(cards, <int>(first + r)))
        groups += [f"{suit}:{ranks}"] if ranks else []
    return " ".join(groups)


cdef list ledger_lines(Rules rules, const PiquetDeclared* declared, played):
    """The points in the order in which they count, those of the play in one line for each."""
    entries = [(declared.entry[i].reason, [declared.entry[i].points[p] for p in range(2)])
               for i in range(declared.n)]
    if played:
        pic = [0, 0]
        if played["pic"] is not None:
            pic[played["pic"]] = PIC
        entries += [(REASON_PLAY, played["play"]), (REASON_PIC, pic),
                    (REASON_CARDS, played["cards"])]
    return [
        entry_line(rules, reason, p, points[p])
        for reason, points in entries for p in range(2) if points[p]
    ]


cdef dict entry_line(Rules rules, int reason, int seat, int points):
    cdef Line line
    line.reason, line.payer, line.payee, line.detail = reason, NOBODY, seat, 0
    line.amount = points
    return line_dict(&rules.c, &line)


cdef object index_or_none(int index):
    return None if index == NOBODY else index


# ---- the play

cdef dict play_out(Rules rules, hands, cards, const PiquetDeclared* declared):
    """Play points, tricks, cards and the pic of twelve tricks.  Raises ValueError."""
    cdef uint64_t[2] hand
    cdef int32_t[2] totals
    cdef int32_t[2] play
    cdef int32_t[2] tricks
    cdef int32_t[2] won
    cdef int leader = 0
    cdef int pic = NOBODY
    cdef int i, winner
    hand[0] = hands[0]
    hand[1] = hands[1]
    for i in range(2):
        totals[i] = sum([declared.entry[k].points[i] for k in range(declared.n)])
        play[i] = tricks[i] = won[i] = 0
    for number in range(CARD_TRICKS):
        pair = cards[2 * number:2 * number + 2]
        take_card(hand, leader, pair[0], NO_SUIT)
        take_card(hand, 1 - leader, pair[1], suit_of(pair[0]))
        same = suit_of(pair[0]) == suit_of(pair[1])
        winner = leader ^ (same and rank_of(pair[1]) > rank_of(pair[0]))
        card = pair[winner != leader]
        tricks[winner] += 1
        points = [leader] if piquet_scores(&rules.c, pair[0]) else []
        points += [winner] if winner != leader and piquet_scores(&rules.c, card) else []
        last = number == CARD_TRICKS - 1
        capot = tricks[winner] == CARD_TRICKS
        points += [winner] if last and piquet_last(&rules.c, card, capot) else []
        for p in points:
            play[<int>p] += 1
            totals[<int>p] += 1
            if pic == NOBODY and declared.repic == NOBODY:
                pic = piquet_thirty(totals)
        leader = winner
    piquet_tricks(tricks, won)
    return {"tricks": list(tricks), "cards": list(won), "play": list(play),
            "pic": index_or_none(pic)}


cdef int take_card(uint64_t* hand, int p, int card, int led) except -1:
    if not has(hand[p], card):
        raise ValueError(f"play: the {NAMES[p]} does not hold {CARD_NAMES[card]}")
    if led != NO_SUIT and suit_of(card) != led and hand[p] & suit_cards(led):
        raise ValueError(f"play: the {NAMES[p]} must follow suit; {CARD_NAMES[card]} does not")
    hand[p] &= ~bit(card)
    return 0


# ---- the order of scoring

cdef int read_declared(blank, worths, PiquetDeclared* out) except -1:
    cdef uint8_t[2] blanks
    cdef int32_t[2 * <int>CATEGORIES] worth
    cdef int i, p
    for p in range(2):
        blanks[p] = blank[p]
        for i in range(<int>CATEGORIES):
            worth[2 * i + p] = worths[i][p]
    piquet_declared(blanks, worth, out)
    return 0


cdef dict game_of(Rules rules, before, const PiquetDeclared* declared, total):
    """Who wins the game with this hand; total: of the whole hand, None where it was not played."""
    cdef int32_t[2] totals
    cdef int entries, winner, i
    cdef int target = rules.c.target
    totals[0], totals[1] = before
    if max(before) >= target:
        target = 0  # both stand level above it: the hand is played out
    winner = piquet_decided(target, totals, declared, &entries)
    if winner != NOBODY or total is None:
        for i in range(entries):
            totals[0] += declared.entry[i].points[0]
            totals[1] += declared.entry[i].points[1]
        in_play = False
    else:
        totals[0] += total[0]
        totals[1] += total[1]
        winner = piquet_reached(rules.c.target, totals)
        in_play = True
    return {"winner": None if winner == NOBODY else NAMES[winner], "totals": list(totals),
            "played_out": in_play}


cdef list before_of(Rules rules, case, default):
    before = pair_of(case, "before", default, int, "the totals before the hand")
    if min(before) < 0 or (max(before) >= rules.c.target and before[0] != before[1]):
        raise ValueError(
            f"before: {before} cannot be, the game to {rules.c.target} would be over")
    return before


# ---- the doors

def score(Rules rules not None, case):
    cdef PiquetDeclared declared
    rules = rules_of(rules, case, [row[0] for row in CASE], "hand", "piquet")
    held = [cards_of(rules, case.get(name), name, PIQUET_HAND) for name in NAMES]
    hands = [set_of(cards) for cards in held]
    for card in held[0]:
        if card in held[1]:
            raise ValueError(f"younger: {CARD_NAMES[card]} is in the elder's hand")
    blank = pair_of(case, "carte_blanche", [False, False], bool, "true or false")
    choices = [choice_of(case, name) for name in NAMES]
    said = {CATEGORY_NAMES[i]: settle(rules, i, hands, choices) for i in range(<int>CATEGORIES)}
    worths = [said[name]["points"] for name in CATEGORY_NAMES]
    read_declared(blank, worths, &declared)
    out = dict(zip(CATEGORY_NAMES, worths))
    out.update(repic=index_or_none(declared.repic), pic=None)
    rest = None
    total = [sum([declared.entry[k].points[p] for k in range(declared.n)]) for p in range(2)]
    play = case.get("play")
    if play is not None:
        cards = cards_of(rules, play, "play", 2 * CARD_TRICKS)
        rest = play_out(rules, hands, cards, &declared)
        out.update(rest)
        total = [total[p] + out["play"][p] + out["cards"][p] + (PIC if out["pic"] == p else 0)
                 for p in range(2)]
    out.update(total=total, declarations=said, legal=True, points_delta=total,
               ledger=ledger_lines(rules, &declared, rest))
    if case.get("before") is not None:
        before = before_of(rules, case, None)
        out["game"] = game_of(rules, before, &declared, None if play is None else total)
    return out


def extras_counted(Rules rules not None, category, hand, deciding, counted):
    cdef uint64_t[PIQUET_WHOLES] further
    cdef uint64_t chosen
    cdef int i, n
    check_game(rules, "piquet")
    if category not in CATEGORY_NAMES:
        raise ValueError(f"category must be one of {', '.join(CATEGORY_NAMES)}, not {category!r}")
    chosen = set_of(cards_of(rules, counted, "counted", None))
    n = piquet_further(
        &rules.c, CATEGORY_NAMES.index(category),
        set_of(cards_of(rules, hand, "hand", PIQUET_HAND)),
        set_of(cards_of(rules, deciding, "deciding", None)), further)
    return [further[i] & ~chosen == 0 for i in range(n)]


def declared_end(Rules rules not None, case):
    cdef PiquetDeclared declared
    keys = ("before", "carte_blanche", "options", *CATEGORY_NAMES)
    rules = rules_of(rules, case, keys, "hand", "piquet")
    blank = pair_of(case, "carte_blanche", [False, False], bool, "true or false")
    worths = [pair_of(case, name, [0, 0], int, "points") for name in CATEGORY_NAMES]
    read_declared(blank, worths, &declared)
    out = game_of(rules, before_of(rules, case, [0, 0]), &declared, None)
    del out["played_out"]
    return out


def game_winner(Rules rules not None, totals):
    cdef int32_t[2] both
    check_game(rules, "piquet")
    both[0], both[1] = pair_of({"totals": totals}, "totals", None, int, "totals")
    winner = piquet_reached(rules.c.target, both)
    return None if winner == NOBODY else NAMES[winner]


def settlement(Rules rules not None, totals):
    cdef int32_t[2] both
    check_game(rules, "piquet")
    both[0], both[1] = pair_of({"totals": totals}, "totals", None, int, "totals of all deals")
    return piquet_settlement(both)


def exchange_limits(Rules rules not None, elder_takes):
    cdef int takes
    check_game(rules, "piquet")
    takes = number_of({"elder_takes": elder_takes}, "elder_takes", 1, rules.c.elder_exchange_max)
    return {
        "elder": [1, rules.c.elder_exchange_max],
        "younger": [rules.c.younger_exchange_min, piquet_left(&rules.c, takes)],
        "elder_sees": (min(rules.c.elder_exchange_max, piquet_talon(&rules.c)) - takes
                       if rules.c.elder_peek else 0),
    }


def point_value(Rules rules not None, cards):
    cdef uint64_t held
    check_game(rules, "piquet")
    ids = cards_of(rules, cards, "cards", None)
    if not ids or len({card // 9 for card in ids}) != 1:
        raise ValueError(f"cards: a point is made of cards of one suit, not {cards!r}")
    held = set_of(ids)
    return {"pips": piquet_pips(held), "score": piquet_worth(&rules.c, CAT_POINT, held)}
