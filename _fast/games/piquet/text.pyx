# cython: language_level=3
"""What positions of Piquet say beside those of other card games."""

from shugi._fast.check.fields cimport read_rows, write_rows
from shugi._fast.core.cards cimport PiquetTable
from shugi._fast.core.rules cimport GAME_PIQUET
from shugi._fast.core.state cimport State
from shugi._fast.games.tricks.text cimport CARD_TEXTS

from shugi._fast.check.fields import TABLE_ROWS, as_list, check_keys
from shugi._fast.games.tricks.text import add_game

STAGES = ("seat", "blank", "count", "exchange", "look", "open", "declare", "answer", "extra",
          "late", "play")

PIQUET_ROWS, STANDING_ROWS, SAID_ROWS = (
    TABLE_ROWS[f"Piquet{part}"] for part in ("Table", "Standing", "Said")
)
OWN_KEYS = {
    **{row[0]: row[6] for row in PIQUET_ROWS + STANDING_ROWS},
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
    out.update(read_rows(<const char*>&t.standing, STANDING_ROWS, 2))
    out["said"] = [read_rows(<const char*>&t.said[i], SAID_ROWS, 2) for i in range(3)]
    state["piquet"] = out


cdef void read(State* s, dict d) except *:
    cdef PiquetTable* t = &s.cards.game.piquet
    cdef int i
    own = d.get("piquet", {})
    check_keys(own, OWN_KEYS, "piquet.")
    write_rows(<char*>t, PIQUET_ROWS, 2, {"elder": 1 - s.dealer, **own}, "piquet.")
    write_rows(<char*>&t.standing, STANDING_ROWS, 2, own, "piquet.")
    for i, said in enumerate(as_list(own.get("said", ()), "piquet.said", 3)):
        where = f"piquet.said[{i}]."
        check_keys(said, SAID_KEYS, where)
        write_rows(<char*>&t.said[i], SAID_ROWS, 2, said, where)


cdef dict own_values(dict d):
    # the elder tells who deals, but before the seats are chosen nobody is elder
    own = d.get("piquet")
    elder = own.get("elder") if isinstance(own, dict) else None
    if elder not in (0, 1) or d.get("stage", "seat") == "seat":
        return {}
    return {"dealer": 1 - int(elder)}


CARD_TEXTS[<int>GAME_PIQUET].write = write
CARD_TEXTS[<int>GAME_PIQUET].read = read
CARD_TEXTS[<int>GAME_PIQUET].own_values = own_values
