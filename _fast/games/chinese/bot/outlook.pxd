# What the baseline of the regional games thinks of a position: the table, and what a hand is worth,
# in the money of the game.
from libc.stdint cimport uint64_t
from shugi._fast.games.chinese.bot.ways cimport Hand, Way
from shugi._fast.bots.style cimport Style
from shugi._fast.core.rules cimport GAMES
from shugi._fast.core.sizes cimport KINDS, SEATS
from shugi._fast.core.state cimport Seat, State
from shugi._fast.shape.trial cimport Trial
from shugi._fast.view.seat_view cimport SeatView

cdef enum:
    DRAWS = 24               # own draws looked ahead at most
    SHANTENS = 9                  # shanten told apart


cdef struct Outlook


# What a game tells the judgement: its row begins as the plain one (plain.pyx), and the game sets
# what is different there; a game without a bot of its own has the plain one.
cdef struct BotOps:
    void (*look)(Outlook*) noexcept nogil         # denied, unit and what else the game keeps there
    # what the hand of 3n+1 tiles wins with a tile drawn (kind or WILD); 0: it may not
    float (*drawn)(const Outlook*, const Hand*, int tile) noexcept nogil
    # ... with a tile of that seat; NOBODY: the mean over the seats that may give it
    float (*taken)(const Outlook*, const Hand*, int tile, int giver) noexcept nogil
    # ways worth weighing, with the mean worth of a win along each, into `out`; how many
    int (*ways)(const Outlook*, const Hand*, Way* out) noexcept nogil
    # money at once for a meld, by MeldType, or lost by it; NO_TILE: lost in a draw by a shown hand
    float (*income)(const Outlook*, const Hand*, int type) noexcept nogil
    # kinds that may win a hand without a shape
    uint64_t (*loose)(const Outlook*, const Hand*) noexcept nogil
    # what a discard that the seat wins on costs
    float (*dealt_in)(const Outlook*, int seat) noexcept nogil
    # own kans in a row with one of that kind; claimed: of a discard
    int (*chain)(const Outlook*, int kind, bint claimed) noexcept nogil
    bint patient             # a win may be passed up
    bint opens               # nothing but a call lets a closed hand win
    bint adds_drawn          # the tile of an added kan is the one just drawn
    bint eye                 # sets and a wildcard alone win with any tile drawn
    float call_pace          # what calls add to the pace of a hand that is not ready
    float own_share          # of wins, by an own tile
    float win_pace           # what others' discards add to the outs of a typical ready hand
    # of equal discards that one goes which less can join: share of the worth, by each such tile
    float joins
    float[SHANTENS] step          # chance in a turn to come a step nearer (shanten 0: to win)
    int quiet                # turns of a hand in which hardly anybody wins
    float hazard             # chance to win in a turn, growing by so much with each turn after
    float ready_by_turn      # chance, growing by so much a turn, that an opponent is ready
    float ready_by_meld      # ... and with each of his melds


cdef struct Outlook:         # what the seat to decide makes of the table
    SeatView t
    Style y
    const Seat* me
    const BotOps* ops
    Hand hand
    int others               # opponents at the table
    int draws                # own draws to come, DRAWS at most
    float left               # unseen tiles
    uint64_t unseen_kinds    # kinds of which a tile is unseen
    float wild_left          # unseen wildcards
    float hold[DRAWS + 1]    # chance that nobody else wins in a round, the one to come first
    float denied             # what the others' wins cost, prevented by an own one
    float unit[SEATS]        # what each seat pays for each unit of a win, by seat
    float water              # Xiamen: of tiles laid down
    int level                # Hangzhou: stay level
    int fan[SEATS]           # Wuhan: doubles of each seat, by seat
    bint opened[SEATS]       # ... who has an open meld
    float kan_left           # ... unseen kan tiles
    float risk[KINDS]        # what a discard of the kind costs, on average
    float typical[SHANTENS][DRAWS + 1]


cdef BotOps[<int>GAMES] BOT_OPS     # by Rules.game

cdef void outlook_make(const State* s, int seat, const Style* style, Outlook* o) noexcept nogil

# the banker pays, and is paid, so many times what the others do: fills Outlook.unit
cdef void banker_units(Outlook* o, int times, int unit) noexcept nogil
# ... and what a win of another takes then, on average
cdef float banker_mean(const Outlook* o, int times) noexcept nogil

# ---- what a hand of 3n+1 tiles is worth
# worth of a win as the style counts it
cdef float styled_worth(const Outlook* o, float worth) noexcept nogil
# any tile drawn wins
cdef bint is_eye(const Outlook* o, const Hand* h) noexcept nogil
# ready: exact; 0 where nothing wins
cdef float ready_value(const Outlook* o, const Hand* h, int draws) noexcept nogil
cdef float way_value(const Outlook* o, const Hand* h, const Way* way, int draws) noexcept nogil
# ... of a hand that is on trial for the way already
cdef float served_value(const Outlook* o, const Hand* h, const Way* way, Trial* serving,
                        int draws) noexcept nogil
# the same by each of the discards that keep a hand of 3n+2 tiles, all of use to the way and not
# ready, at the way's shanten
cdef void discard_values(const Outlook* o, const Hand* h, const Way* way, Trial* serving,
                         uint64_t good, int draws, float* values) noexcept nogil
# ... the best way taken
cdef float best_value(const Outlook* o, const Hand* h, int draws) noexcept nogil
# ... a step further away than `way` was
cdef float step_back_value(const Outlook* o, const Way* way) noexcept nogil
# ... when a supplement is drawn first
cdef float supplement_value(const Outlook* o, const Hand* h, int draws) noexcept nogil
