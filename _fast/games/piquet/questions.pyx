# cython: language_level=3
"""What a position of Piquet must hold to be one that comes up in play."""

from libc.stdint cimport uint64_t

from shugi._fast.core.bits cimport count
from shugi._fast.core.cards cimport (
    CATEGORIES, PQ_ANSWER, PQ_BLANK, PQ_COUNT, PQ_DECLARE, PQ_EXCHANGE, PQ_EXTRA, PQ_LATE, PQ_LOOK,
    PQ_OPEN, PQ_PLAY, PQ_SEAT, VERDICT_GOOD, VERDICT_NONE, VERDICT_NOT_GOOD, VERDICT_OPEN,
    PiquetSaid, PiquetTable,
)
from shugi._fast.core.rules cimport CARTE_BLANCHE_SEQUENCE_FULL, MODE_MATCH, MODE_SIX_DEALS
from shugi._fast.games.piquet.partie cimport piquet_choice_of_seats
from shugi._fast.games.piquet.points cimport (
    EXTENSION, PIQUET_HAND, PIQUET_WHOLES, SIX_DEALS, piquet_blank, piquet_further, piquet_left,
)
from shugi._fast.games.tricks.questions cimport cards_played, check_tricks, need


cdef void check_piquet(const State* s) except *:
    cdef const PiquetTable* t = &s.cards.game.piquet
    cdef int p
    _check_standing(s)
    for p in range(2):
        need(not t.kept[p] & ~(s.cards.hand[p] | s.cards.played[p]), f"piquet.kept_{p}",
             "holds a card that the seat did not keep")
    if s.cards.stage == PQ_SEAT:
        need(piquet_choice_of_seats(s) and s.actor == s.dealer, "stage", "no seats are chosen now")
        need(s.head == 0, "seats", "hold cards before the deal")
        return
    need(t.elder == 1 - s.dealer, "piquet.elder", "is the seat that does not deal")
    playing = s.cards.stage == PQ_PLAY
    if PQ_DECLARE <= s.cards.stage < PQ_PLAY:
        _check_talk(s)
    _check_blank(s)
    _check_sizes(s)
    _check_actor(s)
    if s.cards.stage == PQ_EXCHANGE:
        _check_exchange(s)
    check_tricks(s, playing)
    if t.late and not playing:
        need(s.cards.n_trick == 1 and s.cards.leader == t.elder and sum(cards_played(s)) == 1,
             "piquet.late", "is told when the elder has led to the first trick")
    elif not playing:
        need(sum(cards_played(s)) == 0, "seats", "have played cards before the play")


cdef void _check_standing(const State* s) except *:
    cdef const PiquetTable* t = &s.cards.game.piquet
    cdef int p
    mode = s.rules.mode
    for p in range(2):
        most = s.rules.games_to_win if mode == MODE_MATCH else 1
        need(t.standing.wins[p] < most, "piquet.wins", "end the match")
    need(t.standing.extensions <= s.rules.max_extensions, "piquet.extensions",
         f"are {s.rules.max_extensions} at most")
    deals = SIX_DEALS + EXTENSION * t.standing.extensions if mode == MODE_SIX_DEALS else 250
    need(t.standing.hands < deals, "piquet.hands", "are more than are dealt")


cdef void _check_blank(const State* s) except *:
    cdef const PiquetTable* t = &s.cards.game.piquet
    full = s.rules.carte_blanche_sequence == CARTE_BLANCHE_SEQUENCE_FULL
    if t.count:
        need(full and t.blank[t.elder] and t.count <= s.rules.elder_exchange_max, "piquet.count",
             "is said by an elder with a carte blanche")
    elif t.blank[t.elder] and full:
        need(s.cards.stage == PQ_COUNT, "piquet.count", "is missing: the elder has said it")
    if s.cards.stage in (PQ_BLANK, PQ_COUNT):
        need(piquet_blank(s.cards.hand[s.actor]), "stage", "the hand is no carte blanche")
        need(t.blank[s.actor] == (s.cards.stage == PQ_COUNT), "piquet.blank", "is asked only now")


cdef list _exchanged(const State* s):
    # which of elder and younger have laid out, and which have drawn
    cdef const PiquetTable* t = &s.cards.game.piquet
    stage, elder = s.cards.stage, s.actor == t.elder
    if stage > PQ_EXCHANGE:
        return [(True, True), (True, True)]
    if t.count:
        return [(False, False), (stage == PQ_EXCHANGE and elder, False)]
    done = not elder and stage in (PQ_BLANK, PQ_EXCHANGE)
    return [(done, done), (False, False)]


cdef void _check_sizes(const State* s) except *:
    cdef const PiquetTable* t = &s.cards.game.piquet
    cdef int p
    # written by hand, a position of the play may leave out what was laid aside
    told = s.cards.stage < PQ_PLAY
    least = [told, told * s.rules.younger_exchange_min]
    most = (s.rules.elder_exchange_max, piquet_left(s.rules, t.count or count(
        s.cards.aside[t.elder])))
    for i, (laid, drawn) in enumerate(_exchanged(s)):
        p = 1 - t.elder if i else t.elder
        aside = count(s.cards.aside[p])
        good = least[i] <= aside <= most[i] if laid else aside == 0
        if laid and i == 0 and t.count and told:
            good = aside == t.count
        need(good, f"seats[{p}].aside", "so many cards are not laid out now")
        held = count(s.cards.hand[p]) + count(s.cards.played[p])
        wanted = PIQUET_HAND - (aside if laid and not drawn else 0)
        need(held == wanted, f"seats[{p}].hand", f"{held} cards are held or played, not {wanted}")


cdef void _check_actor(const State* s) except *:
    cdef const PiquetTable* t = &s.cards.game.piquet
    cdef int younger = 1 - t.elder
    asked = {
        PQ_COUNT: t.elder, PQ_LOOK: younger, PQ_OPEN: t.elder, PQ_DECLARE: t.elder,
        PQ_ANSWER: younger, PQ_LATE: younger,
    }.get(s.cards.stage, s.actor)
    need(s.actor == asked, "actor", f"it is seat {asked} that is asked this")


cdef void _check_exchange(const State* s) except *:
    cdef const PiquetTable* t = &s.cards.game.piquet
    cdef uint64_t above = s.cards.hand[s.actor]
    least, most = 1, s.rules.elder_exchange_max
    if s.actor != t.elder:
        least, most = s.rules.younger_exchange_min, piquet_left(
            s.rules, t.count or count(s.cards.aside[t.elder]))
    elif t.count:
        least = most = t.count
    for name, given, known in (("most", t.most, most), ("least", t.least, least)):
        need(given == known, f"piquet.{name}",
             f"so many cards cannot be exchanged: {least} to {most} can")
    need(not t.picked & ~s.cards.hand[s.actor], "piquet.picked", "is not in the hand")
    picked = count(t.picked)
    if t.picked:
        above = above >> (int(t.picked).bit_length())
    good = picked <= most and int(above).bit_count() >= least - picked
    need(good and (least < most or picked < most), "piquet.picked", "so many cards are too many")


cdef void _check_talk(const State* s) except *:
    cdef const PiquetTable* t = &s.cards.game.piquet
    cdef const PiquetSaid* said
    cdef int i, p, younger
    younger = 1 - t.elder
    stage = s.cards.stage
    need(t.speaking < CATEGORIES, "piquet.speaking", "names no category")
    told = CATEGORIES if t.late else t.speaking + (stage == PQ_EXTRA)
    for i in range(<int>CATEGORIES):
        said = &t.said[i]
        where = f"piquet.said[{i}]"
        winner = t.elder if said.verdict == VERDICT_GOOD else younger
        declares = said.verdict not in (VERDICT_OPEN, VERDICT_NONE) or (
            stage == PQ_ANSWER and i == t.speaking)
        need(said.declared or not declares, where,
             "nothing was declared that this could be about")
        need(declares or not said.declared, where, "was not declared yet")
        need((said.verdict != VERDICT_OPEN) == (i < told), where, "has no verdict, or too soon")
        need(not said.declared & ~t.kept[t.elder] and not said.answer & ~t.kept[younger]
             and not said.counted & ~t.kept[winner], where, "names cards of nobody's hand")
    for p in range(2):
        need(t.kept[p] == s.cards.hand[p] | s.cards.played[p], f"piquet.kept_{p}",
             "is not what the seat holds and has played")
    need(t.late == (stage == PQ_LATE or (stage == PQ_EXTRA and s.actor == younger)),
         "piquet.late", "the younger speaks after the first lead, the elder before it")
    if stage == PQ_EXTRA:
        _check_further(s)


cdef void _check_further(const State* s) except *:
    cdef const PiquetTable* t = &s.cards.game.piquet
    cdef const PiquetSaid* said = &t.said[t.speaking]
    cdef uint64_t[PIQUET_WHOLES] further
    cdef int n
    elder = s.actor == t.elder
    need((said.verdict == VERDICT_GOOD) == elder, "actor", "has not won this category")
    need(elder or said.verdict in (VERDICT_NONE, VERDICT_NOT_GOOD), "actor", "nobody has won it")
    deciding = said.declared if elder else said.answer
    need(deciding != 0, "piquet.said", "nothing was declared that this could be about")
    n = piquet_further(s.rules, t.speaking, t.kept[s.actor], deciding, further)
    need(t.n_asked < n and t.asking == further[t.n_asked], "piquet.asking",
         "is not the combination that comes next")
