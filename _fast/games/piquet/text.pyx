# cython: language_level=3
"""What positions of Piquet say beside those of other card games."""

from shugi._fast.check.fields cimport U64, U8, read_rows, write_rows
from shugi._fast.core.cards cimport PiquetSaid, PiquetTable
from shugi._fast.core.rules cimport GAME_PIQUET
from shugi._fast.core.state cimport State
from shugi._fast.games.piquet.questions cimport check_piquet
from shugi._fast.games.tricks.text cimport CARD_TEXTS

from shugi._fast.check.fields import check_keys, integer, listed
from shugi._fast.games.tricks.text import add_game, rows_from

STAGES = ("seat", "blank", "count", "exchange", "look", "open", "declare", "answer", "extra",
          "late", "play")
VERDICTS = ("open", "none", "good", "not_good", "equal")

# Where each field lies: offsets into structs that are never read.
cdef PiquetTable _p
cdef PiquetSaid _d
PIQUET_ROWS = rows_from(<size_t>&_p, [
    ("elder", <size_t>&_p.elder, U8, "seat", 0, 0, "the elder's seat: not the dealer's"),
    ("blank", <size_t>&_p.blank, U8, "bool", 2, False, "carte blanche claimed, by seat"),
    ("count", <size_t>&_p.count, U8, "int", 0, 0, "cards that the blank elder will exchange"),
    ("least", <size_t>&_p.least, U8, "int", 0, 0, "of the exchange that is chosen"),
    ("most", <size_t>&_p.most, U8, "int", 0, 0, "of the exchange that is chosen"),
    ("opened", <size_t>&_p.opened, U8, "bool", 0, False, "what is left of the talon lies open"),
    ("bound", <size_t>&_p.bound, U8, "suit", 0, None, "suit of the first lead"),
    ("speaking", <size_t>&_p.speaking, U8, "int", 0, 0, "0 point, 1 sequence, 2 sets"),
    ("late", <size_t>&_p.late, U8, "bool", 0, False, "the younger's declarations have begun"),
    ("n_asked", <size_t>&_p.n_asked, U8, "int", 0, 0, "further combinations asked about"),
    ("repic", <size_t>&_p.repic, U8, "seat", 0, None, "whose"),
    ("pic", <size_t>&_p.pic, U8, "seat", 0, None, "whose"),
    ("picked", <size_t>&_p.picked, U64, "cards", 0, (), "picked so far for the exchange"),
    ("asking", <size_t>&_p.asking, U64, "cards", 0, (), "the further combination in question"),
    ("kept_0", <size_t>&_p.kept[0], U64, "cards", 0, (), "hand of seat 0 after the exchanges"),
    ("kept_1", <size_t>&_p.kept[1], U64, "cards", 0, (), "hand of seat 1"),
    ("wins", <size_t>&_p.standing.wins, U8, "int", 2, 0, "games won, by seat"),
    ("hands", <size_t>&_p.standing.hands, U8, "int", 0, 0,
     "of this game or six deals that are over"),
    ("extensions", <size_t>&_p.standing.extensions, U8, "int", 0, 0, "pairs of deals added"),
    ("seated", <size_t>&_p.standing.seated, U8, "bool", 0, False, "the seats were chosen"),
])
SAID_ROWS = rows_from(<size_t>&_d, [
    ("declared", <size_t>&_d.declared, U64, "cards", 0, (), "by the elder"),
    ("answer", <size_t>&_d.answer, U64, "cards", 0, (),
     "the younger's comparison, or his own after the elder's nothing"),
    ("counted", <size_t>&_d.counted, U64, "cards", 0, (), "by who won the category"),
    ("verdict", <size_t>&_d.verdict, U8, VERDICTS, 0, "open", "on the declaration"),
])
OWN_KEYS = {
    **{row[0]: row[6] for row in PIQUET_ROWS},
    "made": "points entered in this hand, by seat",
    "said": "one dict for each of point, sequence, sets",
}
SAID_KEYS = {row[0]: row[6] for row in SAID_ROWS}
add_game("piquet", STAGES, [
    ("state", "piquet", "what only Piquet has"),
    *(("piquet", key, text) for key, text in OWN_KEYS.items()),
    *(("said", key, text) for key, text in SAID_KEYS.items()),
])


cdef void write(const State* s, dict state) except *:
    cdef const PiquetTable* t = &s.cards.game.piquet
    cdef int i
    cdef dict out = read_rows(<const char*>t, PIQUET_ROWS, 2)
    out["made"] = [t.made[i] for i in range(2)]
    out["said"] = [read_rows(<const char*>&t.said[i], SAID_ROWS, 2) for i in range(3)]
    state["piquet"] = out


cdef void read(State* s, dict d) except *:
    cdef PiquetTable* t = &s.cards.game.piquet
    cdef int i
    own = d.get("piquet", {})
    check_keys(own, OWN_KEYS, "piquet.")
    write_rows(<char*>t, PIQUET_ROWS, 2, {"elder": 1 - s.dealer, **own}, "piquet.")
    for i, made in enumerate(listed(own.get("made", (0, 0)), "piquet.made", 2)):
        t.made[i] = integer(made, 0, 1000, f"piquet.made[{i}]")
    for i, said in enumerate(listed(own.get("said", ()), "piquet.said", 3)):
        where = f"piquet.said[{i}]."
        check_keys(said, SAID_KEYS, where)
        write_rows(<char*>&t.said[i], SAID_ROWS, 2, said, where)
    integer(t.speaking, 0, 3, "piquet.speaking")


cdef dict told(dict d):
    # the elder tells who deals, but before the seats are chosen nobody is elder
    own = d.get("piquet")
    elder = own.get("elder") if isinstance(own, dict) else None
    if elder not in (0, 1) or d.get("stage", "seat") == "seat":
        return {}
    return {"dealer": 1 - int(elder)}


CARD_TEXTS[<int>GAME_PIQUET].write = write
CARD_TEXTS[<int>GAME_PIQUET].read = read
CARD_TEXTS[<int>GAME_PIQUET].told = told
CARD_TEXTS[<int>GAME_PIQUET].check = check_piquet
