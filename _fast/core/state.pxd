# Every struct and limit of the engine.  Read this first: the other modules only act on these.
#
# Words: a *kind* is one of the 34 tile faces (0-8 m, 9-17 p, 18-26 s, 27-30 E S W N, 31-33 White
# Green Red); a *code* is one of 64 tiles as an agent sees them: the kinds, then the copies that
# differ (tiles.pxd).
from shugi._fast.core.cards cimport CardTable
from shugi._fast.core.river cimport RIVER_FLAGS
from shugi._fast.core.rules cimport PAO, Rules
from shugi._fast.core.sizes cimport (
    ASIDE, CODES, GROUPS, HISTORY, INDICATORS, KINDS, LEDGER, MELDS, RIVER, SEATS, WALL,
)
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef enum Phase:
    PHASE_OWN = 0        # own turn: discard, win, riichi, kan, set aside
    PHASE_RIICHI = 1     # riichi or open riichi was declared: which tile is discarded
    PHASE_KAN = 2        # a closed or added kan was declared: which tile
    PHASE_CLAIM = 3      # a tile of another seat may be claimed or won on
    PHASE_COPIES = 4     # a call was awarded: which copies of the tile are used, one by one
    PHASE_POCCHI = 5     # the joker was drawn, or revealed to a winner: which tile it stands for
    PHASE_OVER = 6       # the game has ended
    PHASE_OFFER = 7      # a win outside the own turn is offered to one seat: take it or pass
    PHASE_CARDS = 8      # a card game: CardTable.stage says what is decided


cdef enum RiichiState:
    RIICHI_NONE = 0
    RIICHI_CLOSED = 1
    RIICHI_OPEN = 2


cdef enum MeldType:
    MELD_PON = 0
    MELD_DAIMINKAN = 1   # open kan from a discard
    MELD_KAKAN = 2       # fourth tile added to a pon
    MELD_ANKAN = 3       # closed kan
    MELD_GRAND_CROSS = 4  # E S W N as one set (Super Bingo add-on)
    MELD_ATAMA = 5       # called pair (Super Bingo add-on)
    MELD_CHI = 6


cdef enum FuritenFlag:
    FURITEN_DISCARD = 1  # a wait lies in the own river
    FURITEN_TEMPORARY = 2
    FURITEN_RIICHI = 4   # missed during riichi: to the end of the hand


cdef enum WinBy:
    BY_TSUMO = 0
    BY_RON = 1
    BY_BINGO = 2         # by own discards after riichi; paid like a tsumo


cdef enum HandEnd:
    END_NONE = 0
    END_WIN = 1
    END_DRAW = 2         # the wall ran out
    END_ABORT = 3
    END_CHOMBO = 4       # a wrong win, or one missed


cdef enum Event:         # public events, kept as history tokens: seat << 14 | event << 8 | code
    EVENT_DISCARD = 1
    EVENT_TSUMOGIRI = 2
    EVENT_RIICHI = 3
    EVENT_OPEN_RIICHI = 4
    EVENT_PON = 5
    EVENT_CHI = 6
    EVENT_DAIMINKAN = 7
    EVENT_KAKAN = 8
    EVENT_ANKAN = 9
    EVENT_NUKI = 10
    EVENT_INDICATOR = 11
    EVENT_GRAND_CROSS = 12
    EVENT_ATAMA = 13


cdef enum Status:
    STATUS_OK = 0
    STATUS_ILLEGAL = 1   # the last action was refused; the state is unchanged
    STATUS_BROKEN = 2    # an internal limit was met; the game was stopped


cdef struct Meld:
    uint8_t type         # MeldType
    uint8_t n            # tiles used
    uint8_t from_seat    # whose tile was claimed; NOBODY for a closed kan
    uint8_t called       # index in tile[] of the claimed tile; NO_TILE for a closed kan
    uint8_t tile[4]      # codes


cdef struct Line:        # one payment and what it is for
    uint8_t reason       # Reason, flow/ledger.pxd
    uint8_t payer        # NOBODY: the table (riichi sticks)
    uint8_t payee        # NOBODY: the table
    uint8_t detail       # pattern id or count, by reason
    int32_t amount       # chips or points: the reason says which


cdef struct Ledger:
    int32_t n
    int32_t lost         # lines for which there was no room: the game is stopped
    Line line[LEDGER]


cdef struct Seat:
    uint8_t hand[CODES]      # concealed copies by code, the drawn tile included
    uint8_t kind[KINDS]      # the same by kind; tiles without a kind (flowers) are not in it
    uint8_t n_hand           # concealed tiles, flowers included
    uint8_t n_meld
    uint8_t n_river
    uint8_t n_aside
    Meld meld[MELDS]
    uint8_t river[RIVER]     # codes in order of discarding, called ones included
    uint8_t river_flags[RIVER_FLAGS]  # RiverFlag, river.pxd
    uint8_t aside[ASIDE]     # codes set aside (North, flowers, bingo tiles)
    uint8_t riichi           # RiichiState
    uint8_t riichi_at        # index in river of the declaring tile; NO_TILE before
    uint8_t double_riichi
    uint8_t ippatsu
    uint8_t furiten          # FuritenFlag bits
    uint8_t closed           # no open call made (closed kans and tiles set aside keep it closed)
    uint8_t first_turn       # no own discard and no interruption yet
    uint8_t kuikae           # kind that may not be discarded now; NO_TILE
    uint8_t kuikae_end       # after a chi: the kind at the run's other end; NO_TILE
    int8_t shanten           # of the 13-tile hand: a lower bound
    uint8_t pao[PAO]         # seat liable for this seat's yakuman (Pao); NOBODY
    uint8_t marker           # Home Run marker: 0 bases loaded, 1 home run; lasts for the game
    uint8_t wild             # wildcards held that are no tiles (the almighty)
    uint8_t furiten_riichi   # riichi was declared in furiten
    int32_t index[GROUPS]    # key into each shape table, kept with kind[]
    uint64_t waits           # kinds that complete the 13-tile hand (bit = kind); 0 when not tenpai
    uint64_t discarded       # kinds in the own river, called ones included
    uint64_t held            # codes in hand (bit = code)
    uint64_t blocked         # waits not to be won by ron, the hand not being furiten (4-7)
    uint64_t passed          # kinds that went past this seat's claim since its riichi
    # regional games
    uint64_t missed_win      # kinds passed that would have won, since the own turn
    uint64_t missed_call     # kinds passed that could have been called, since the own turn
    uint8_t missed_doubles   # the best win passed since the own turn: its doubles + 1; 0 none
    uint8_t floats           # wildcards discarded in the running float chain
    uint8_t kan_streak      # own kans that follow each other (Kawuxing: in this turn)
    uint8_t forfeited        # may not win in this hand any more (Xiamen)
    uint8_t honour_run       # own discards, all of them honours; NO_TILE once broken (Hangzhou)
    uint8_t fed[SEATS]       # open sets that were made from each seat's discards
    uint8_t kan_tiles       # kan tiles laid aside or discarded (Wuhan)
    uint8_t wild_kans       # wildcards laid aside or discarded (Wuhan)
    uint8_t n_claims         # claims that continued the running float chain (Hangzhou)
    uint8_t claim_from[4]    # whose tile each of them took
    uint8_t claim_floats[4]  # floats before it
    uint8_t claim_kans[4]   # kan streak before it
    int32_t score            # points
    int32_t chips            # won in this game so far


cdef struct Summary:         # how the last hand ended, kept after the next one is dealt
    uint8_t how              # HandEnd
    uint8_t by               # WinBy
    uint8_t winners          # bit per seat
    uint8_t tenpai           # bit per seat, at an exhaustive draw
    uint8_t loser            # NOBODY
    uint8_t riichi[SEATS]    # RiichiState
    uint8_t melds[SEATS]     # open calls
    uint8_t turns[SEATS]     # own discards
    int32_t points[SEATS]    # moved in the hand, sticks included
    int32_t chips[SEATS]
    int32_t tulip[SEATS]     # of chips: revealed from the wall (tier 3 included)


cdef struct State:
    const Rules* rules       # the only pointer; save() writes the hash instead
    uint64_t seed
    uint64_t legal[2]        # bit per action; set when a decision is reached
    uint32_t hand_no         # hands dealt in this game: with seed, the key of the wall
    uint32_t n_decision      # decisions taken in this game, forced ones excluded
    # the round
    uint8_t phase            # Phase
    uint8_t actor            # who decides now
    uint8_t status           # Status
    uint8_t dealer
    uint8_t round            # 0 E1, 1 E2, ...: round wind = round / seats
    uint8_t honba
    uint8_t sticks           # riichi sticks on the table
    uint8_t hand_over        # set while the hand's settlement is the newest thing in the ledger
    # the wall: wall[] is one sequence, dealt from the front; see wall.pxd for the places
    uint8_t wall[WALL]
    uint8_t n_wall           # tiles in the deck
    uint8_t head             # next live tile
    uint8_t tail             # one past the last live tile
    uint8_t n_rinshan        # replacement tiles taken
    uint8_t n_indicator      # indicators turned
    uint8_t kans_pending     # open kans whose indicator is not yet turned
    uint8_t n_kan            # kans on the table, all seats
    # the turn
    uint8_t turn             # whose turn it is
    uint8_t drawn            # code just drawn; NO_TILE after a call
    uint8_t drawn_rinshan    # the drawn tile is a replacement
    uint8_t rinshan_yaku     # ... and a win on it counts rinshan
    uint8_t discard          # tile that may be claimed now; NO_TILE
    uint8_t discarder
    uint8_t robbing          # MeldType + 1 of the kan to rob, 16 a tile set aside, 0 none
    uint8_t declaring        # RiichiState of a riichi whose discard is not through
    uint8_t verb             # action that asked for the tile now chosen
    uint8_t arg              # kind or code chosen so far
    uint8_t need             # copies still to choose (PHASE_COPIES)
    uint8_t chosen[4]        # copies chosen
    uint8_t n_chosen
    uint8_t asked            # bit per seat: has answered the claim
    uint8_t answer[SEATS]    # action answered; PASS if none
    uint8_t option[SEATS]    # claims the seat has: bits of Option (flow/calls.pxd)
    uint8_t pocchi           # code the joker was declared as; NO_TILE
    uint8_t ura_shown        # the ura indicators lie open (pocchi chosen after them)
    uint8_t reveal_as[SEATS]  # what a winner named the joker that the tulip showed; NO_TILE
    uint8_t paying           # winners whose payment waits for such a choice; bit per seat
    uint8_t paying_by        # WinBy of theirs
    uint8_t first_dealer     # of this game
    uint8_t last_winner      # who won the newest won hand, the first of several; NOBODY
    uint8_t want_expected    # also fill expected_since
    # regional games
    uint8_t after[SEATS]     # who comes next in turn
    uint8_t resting          # who sits this hand out (Kawuxing, four people); NOBODY
    uint8_t indicator        # code turned to name the wildcard; NO_TILE
    uint8_t wild_kind        # kind printed on the wildcards; NO_TILE
    uint8_t offer            # in PHASE_OFFER: what is offered (the game's own list)
    uint8_t float_round      # whose discarded wildcard restricts the others; NOBODY
    uint8_t first_discard    # the dealer's first discard has not been passed yet
    uint8_t series           # kans of the running series over all seats (Kawuxing)
    uint8_t kan_discard     # the discard ended a turn with a kan
    uint8_t first_discloser  # NOBODY
    uint8_t last_draws       # of the last four tiles, drawn so far (Wuhan)
    uint8_t dice[2]          # of the deal (Hangzhou); 0 when they do not matter
    int32_t stay_sum         # multipliers of the dealer's stays (Xiamen)
    uint16_t history[HISTORY]
    uint32_t history_total
    # money since each seat's last decision; the batch layer hands it out
    int32_t points_since[SEATS]
    int32_t chips_since[SEATS]
    float expected_since[SEATS]   # as chips_since, with chance after the last decision averaged out
    Summary last
    Seat seat[SEATS]
    CardTable cards          # of a card game: all of its hand in play
    Ledger ledger            # of the hand in play, or of the one just over
