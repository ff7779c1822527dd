# Every struct and limit of the engine.  Read this first: the other modules only act on these.
#
# Words: a *kind* is one of the 34 tile faces (0-8 m, 9-17 p, 18-26 s, 27-30 E S W N, 31-33 White
# Green Red); a *code* is one of 64 tiles as an agent sees them: the kinds, then the copies that
# differ (tiles.pxd).
from shugi._fast.core.cards cimport CardTable
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    SEATS = 4            # room for four; Rules.seats says how many play
    KINDS = 34
    CODES = 64
    ACTIONS = 128
    GROUPS = 4           # tile kinds that can form a set together: one shape table each
    MELDS = 6            # six called pairs (atama); five sets in a 16-tile hand
    RIVER = 40
    ASIDE = 12           # flowers, Norths or bingo tiles set aside by one seat
    WALL = 144
    INDICATORS = 5
    LEDGER = 56          # rules/bounds.pyx computes what a rule set may need
    PAO = 3              # yakuman with liability: daisangen, daisuushii, mu
    HISTORY = 96
    RULE_PLACES = 448    # of the rule vector in an observation
    PATTERNS = 80
    NOBODY = 255         # a seat field that names no seat
    NO_TILE = 255        # a tile field that names no tile


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


cdef enum Game:          # the order of games.GAMES
    GAME_RIICHI = 0
    GAME_HANGZHOU = 1
    GAME_XIAMEN = 2
    GAME_WUHAN = 3
    GAME_KAWUXING = 4
    GAME_PIQUET = 5      # from here on: card games
    GAME_NINETY_NINE = 6
    GAMES = 7


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


cdef enum RiverFlag:
    RIVER_TSUMOGIRI = 1  # the tile just drawn was discarded
    RIVER_RIICHI = 2     # the tile turned sideways
    RIVER_CALLED = 4     # lies in another seat's meld now; still counts for furiten
    RIVER_WON = 8        # was won upon


cdef enum FuritenFlag:
    FURITEN_DISCARD = 1  # a wait lies in the own river
    FURITEN_TEMPORARY = 2
    FURITEN_RIICHI = 4   # missed during riichi: to the end of the hand


cdef enum Pao:
    PAO_DAISANGEN = 0
    PAO_DAISUUSHII = 1
    PAO_MU = 2


cdef enum WinBy:
    BY_TSUMO = 0
    BY_RON = 1
    BY_BINGO = 2         # by own discards after riichi; paid like a tsumo


cdef enum HandEnd:
    END_NONE = 0
    END_WIN = 1
    END_DRAW = 2         # the wall ran out
    END_ABORT = 3


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
    int32_t points
    int32_t chips


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
    uint8_t river_flag[RIVER]
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
    int8_t far               # a lower bound of the 13-tile hand's distance to ready
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
    uint8_t kong_streak      # own kans that follow each other (Kawuxing: in this turn)
    uint8_t forfeited        # may not win in this hand any more (Xiamen)
    uint8_t honour_run       # own discards, all of them honours; NO_TILE once broken (Hangzhou)
    uint8_t fed[SEATS]       # open sets that were made from each seat's discards
    uint8_t kong_tiles       # kan tiles laid aside or discarded (Wuhan)
    uint8_t wild_kongs       # wildcards laid aside or discarded (Wuhan)
    uint8_t n_claims         # claims that continued the running float chain (Hangzhou)
    uint8_t claim_from[4]    # whose tile each of them took
    uint8_t claim_floats[4]  # floats before it
    uint8_t claim_kongs[4]   # kan streak before it
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
    uint8_t first_discard    # the banker's first discard has not been passed yet
    uint8_t series           # kans of the running series over all seats (Kawuxing)
    uint8_t kong_discard     # the discard ended a turn with a kan
    uint8_t first_discloser  # NOBODY
    uint8_t last_draws       # of the last four tiles, drawn so far (Wuhan)
    uint8_t dice[2]          # of the deal (Hangzhou); 0 when they do not matter
    int32_t stay_sum         # multipliers of the banker's stays (Xiamen)
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


cdef enum PointsTable:
    TABLE_MJS = 0
    TABLE_NO_FU = 1
    TABLE_SHOUHAI = 2
    TABLE_NORTH_BISECTION = 3


cdef struct Rules:
    # what a rule file says, one field per option of rules/compile.pyx's table; bools are 0 or 1,
    # choices are the index in the table's list of values, "none" for a number is -1
    int32_t seats
    int32_t hand_size
    int32_t gold_dora
    int32_t nuki_tile            # 0 none 1 north (4z) 2 flower 3 bingo
    int32_t nuki_forced
    int32_t nuki_rinshan
    int32_t nuki_breaks_ippatsu
    int32_t nuki_breaks_first_turn
    int32_t nuki_pass_furiten
    int32_t nuki_indicator_doubles
    int32_t north_role           # 0 guest 1 yakuhai
    int32_t dead_wall_size
    int32_t dead_wall_refill
    int32_t rinshan_tiles
    int32_t replacement_source   # 0 rinshan 1 live
    int32_t max_kan_indicators
    int32_t kan_needs_indicator
    int32_t draw_to_indicator
    int32_t chii
    int32_t kuikae               # 0 forbidden 1 allowed
    int32_t call_priority        # 0 kan_over_pon 1 head_bump
    int32_t call_on_last_discard
    int32_t multi_ron            # 0 double 1 head_bump
    int32_t must_win             # 0 never 1 closed_riichi 2 always
    int32_t open_riichi
    int32_t open_riichi_extra_han
    int32_t open_riichi_deal_in  # 0 none 1 yakuman
    int32_t open_riichi_deal_in_kind   # 0 real 1 points_only
    int32_t furiten_riichi       # 0 allowed 1 open_only 2 forbidden
    int32_t riichi_min_points
    int32_t riichi_min_live_draws
    int32_t riichi_cost
    int32_t riichi_kan           # 0 strict 1 waits_only 2 none
    int32_t keishiki_fifth_copy
    int32_t open_tanyao
    int32_t atozuke
    int32_t min_yaku_han
    int32_t chiitoi_duplicates
    int32_t chiitoi_quad_han[3]   # han with 1, 2, 3 quadruples; -1 = a yakuman; 0 = plain chiitoi
    int32_t chinitsu_chiitoi     # 0 yakuman 1 han
    int32_t orphan_hand          # 0 kokushi 1 nanashi
    int32_t double_variants
    int32_t kazoe
    int32_t max_yakuman          # -1 no limit
    int32_t renhou_han
    int32_t chanta_han[2]        # closed, open
    int32_t junchan_han[2]
    int32_t nagashi_mangan
    int32_t kokushi_ankan_ron
    int32_t open_kan_dora        # 0 on_discard 1 after_pass 2 immediate
    int32_t abortive_kyuushu
    int32_t abortive_four_kans
    int32_t points_table         # PointsTable
    int32_t tsumo_loss
    int32_t kiriage
    int32_t honba_ron
    int32_t honba_tsumo
    int32_t noten_total
    int32_t renchan              # 0 tenpai 1 win 2 winner_deals
    int32_t game_length          # 0 hanchan 1 east 2 until_bust 3 fixed_hands
    int32_t match_hands
    int32_t start_points
    int32_t target_points
    int32_t extension            # 0 one_round 1 unlimited 2 none
    int32_t bust                 # 1: a seat that busts ends the game
    int32_t bust_below
    int32_t bust_at_zero
    int32_t agari_yame           # 0 auto 1 none
    int32_t uma[3]
    int32_t oka
    # regional games
    int32_t game                 # Game
    int32_t closed_kong_hidden
    int32_t start_chips          # -1 no limit
    int32_t kong_after_claim
    int32_t next_banker          # 0 right 1 winner
    int32_t floater_may_claim
    int32_t float_round_trigger  # 0 any 1 true_float
    int32_t wild_eye_claim_rule  # 0 state 1 reading
    int32_t draw_increments_stay
    int32_t last_discard_claims  # 0 win_only 1 any
    # Hangzhou
    int32_t permanent_fortune
    int32_t wall_only
    int32_t rob_min_level
    int32_t clean_seven_pairs_on_claim
    int32_t float_second_half_liability
    int32_t liability
    int32_t liability_on_claim
    int32_t liability_on_rob
    int32_t liability_restriction  # 0 none 1 nonbanker third 2 nonbanker three chows 3 max two
    int32_t liability_restriction_when  # 0 always 1 level3 2 level2up
    int32_t missed_pung_rule
    int32_t missed_win_rule
    int32_t ten_honours          # 0 off 1 ladder 2 wild_eye
    int32_t ten_honours_claim    # 0 counts 1 breaks
    int32_t instant_third_stay   # 0 off 1 doubles 2 high 3 both
    int32_t instant_third_min
    int32_t level_counts         # 0 hands 1 completed_stays
    int32_t float_round_bars_fill_kong
    int32_t white_is_honour_by   # 0 identity 1 face
    int32_t first_banker         # 0 random 1 seat0
    # Xiamen
    int32_t multipliers          # 0 xiamen 1 quanzhou
    int32_t banker_base_growth   # 0 double 1 plus1 2 plus_multiplier
    int32_t added_kong_as_closed_pung
    int32_t open_pung_as_closed
    int32_t flower_set_bonus
    int32_t rob_gold
    int32_t heavenly_bonus
    int32_t earthly_bonus
    int32_t eight_flowers_win
    int32_t base_scale
    int32_t no_claim_win_with_gold
    int32_t float_round_claim_win
    int32_t missed_win_or_pung_rule
    int32_t required_float
    int32_t false_float_forfeits
    int32_t follow_honours
    int32_t honour_rule_counts_claimed
    int32_t honour_rule_exempts_gold
    int32_t opening_order        # 0 knock_first 1 rob_first
    int32_t knock_time           # 0 at_draw 1 own_last_turn
    int32_t knock_counts_triplets
    int32_t robbed_tile_is_open
    int32_t gold_sets_water      # 0 max 1 natural_only
    int32_t indicator_in_dead_wall
    # Wuhan
    int32_t kong_tile_mode       # 0 classic 1 hongzhong_facai 2 pizi
    int32_t opening_fan_mode     # 0 once 1 per_meld
    int32_t min_points
    int32_t min_rule             # 0 points 1 fan
    int32_t min_fan
    int32_t minimum_scope        # 0 every 1 any
    int32_t caps[4]
    int32_t last_tiles_pattern
    int32_t big_self_draw_factor  # in halves
    int32_t big_discard_factor   # in halves
    int32_t one_suit_gold
    int32_t rob_counts_as_discard
    int32_t shapeless_258_has_pair
    int32_t indicator_in_reserve
    int32_t kong_limit           # 0 keep_last_four 1 until_reserve
    int32_t draw_banker          # 0 stay 1 rotate
    # Kawuxing
    int32_t max_doubles
    int32_t double_dragon_exception
    int32_t disclosure
    int32_t disclose_mode        # 0 full 1 waiting_part
    int32_t kong_after_disclosure  # 0 if_waits_unchanged 1 never
    int32_t disclosed_discarder_exempt
    int32_t lone_tile_includes_all_pung
    int32_t kong_chain_needs_supplement_tile
    int32_t discards_attributed
    int32_t resting_player
    int32_t unit
    int32_t pao[PAO]             # by Pao
    int32_t shugi_value_milli    # worth of one chip in thousandths of the result unit
    int32_t honba_rule           # 0 base 1 every_hand
    int32_t next_dealer_on_double_ron  # 0 nearest 1 dealer_if_winner
    int32_t tie_first            # 0 start_order 1 last_winner
    int32_t tie_second           # 0 start_order 1 turn_order_from_first
    int32_t rematch
    # riichi with an open hand
    int32_t open_hand_riichi
    int32_t open_hand_riichi_han
    int32_t open_hand_open_riichi_han
    int32_t confirmed_yaku_for_closed_riichi  # 0 none 1 all_waits
    int32_t confirmed_excludes_luck
    int32_t open_riichi_furiten_han  # -1: as any open riichi
    # yaku that an open hand must have
    int32_t atozuke_scope        # 0 all_hands 1 open_only
    int32_t atozuke_luck_counts
    int32_t first_call_must_serve
    int32_t first_call_counts_ankan
    # the almighty and local yaku
    int32_t almighty
    int32_t kan_gives_almighty
    int32_t local_sanpukou
    int32_t local_renkou
    int32_t local_yonchoro
    int32_t local_otafuku
    int32_t local_mu
    int32_t local_manzu_honitsu
    int32_t local_daisharin
    int32_t otafuku_free_waits
    int32_t otafuku_with_yakuman
    int32_t closed_honitsu_chiitoi  # 0 none 1 haneman
    int32_t renhou_limit         # 0 none 1 baiman
    int32_t limit_yaku_mode      # 0 floor 1 additive
    int32_t mu_counts_ankan
    int32_t min_fu
    int32_t fu_extension         # 0 formula 1 cap_50
    int32_t yakuman_all_birds
    # chips of a win, each payer pays
    int32_t shugi
    int32_t chip_ippatsu
    int32_t chip_ura
    int32_t chip_kandora
    int32_t chip_kandora_initial
    int32_t chip_red
    int32_t chip_gold
    int32_t chip_tanyao
    int32_t chip_otafuku
    int32_t chip_yakuman_ron
    int32_t chip_yakuman_tsumo
    int32_t chip_kazoe
    int32_t chip_bust
    int32_t bust_shugi_per_1000
    int32_t demekin
    int32_t demekin_snake_eyes
    int32_t demekin_reroll_doubles
    int32_t bird_tile            # kind; -1 none
    int32_t gun_tile
    int32_t bird_min_yaku
    int32_t bird_luck[5]         # ippatsu, haitei, houtei, rinshan, chankan count for no bird
    int32_t bird_yakuman_qualifies
    int32_t guns_in_melds
    # what multiplies them
    int32_t home_run_markers
    int32_t home_run_includes_gc
    int32_t walkoff_shared
    int32_t when[4]              # bust_loaded, home_run, ippatsu, sanbaiman: each doubles
    int32_t honba_multiplier
    int32_t honba_multiplier_step
    # Super Bingo
    int32_t seven_limit          # -1 no limit
    int32_t seven_furiten        # 0 pure_ryanmen 1 any_ryanmen 2 literal_4_only 3 off
    int32_t shiro_pocchi
    int32_t pocchi_choice_timing  # 0 at_win 1 after_ura
    int32_t pocchi_reveal_flower
    int32_t pocchi_reveal_choice  # 0 auto_max 1 decision
    int32_t bingo_wins
    int32_t bingo_value          # as han: 4 mangan 6 haneman 8 baiman 11 sanbaiman 13 yakuman
    int32_t bingo_counts_riichi_tile
    int32_t bingo_adds_tile
    int32_t bingo_vs_ron         # 0 ron_first 1 bingo_first
    int32_t bingo_called_tiles   # 0 streak_only 1 both 2 none
    int32_t discard_row_length
    int32_t tulip
    int32_t tulip_gold
    int32_t tulip_ura
    int32_t tulip_kazoe
    int32_t tulip_yakuman
    int32_t tulip_flower
    int32_t tulip_tier_up_hits
    int32_t tulip_life_ippatsu
    int32_t tulip_life_sanbaiman
    int32_t tulip_tier3_factor
    int32_t yakuman_tier         # 0 max 1 riichi_plus_one 2 add
    int32_t flower_tier_up
    int32_t chinroutou_chiitoi
    int32_t rainbow_value
    int32_t grand_cross
    int32_t gc_shugi
    int32_t gc_gold_shugi
    int32_t gc_counts_as_kan
    int32_t bingo_tiles_need_riichi
    int32_t cherry
    int32_t cherry_dealer_column
    int32_t cherry_yakuman_bonus
    int32_t cherry_sign_without_tulip
    int32_t death_reveal_scores
    int32_t atama
    int32_t atama_yakuman_guarantee  # 0 all_waits 1 won_tile
    int32_t atama_bingo          # 0 open_riichi_only 1 riichi
    int32_t atama_open_suuankou
    int32_t orochi_needs_seven
    int32_t placement            # 0 none 1 super_bingo 2 flying_fish 3 toriuchi
    int32_t placement_third_base
    int32_t placement_third_cap
    int32_t placement_second_line
    int32_t placement_second_cap
    int32_t placement_second_base
    int32_t placement_second
    int32_t placement_third
    int32_t settle               # 0 first_collects 1 literal
    int32_t settle_unit
    int32_t round_half           # 0 up 1 down
    int32_t floating_uma_line
    int32_t floating_uma_chips
    # card games
    int32_t mode                 # 0 match 1 game 2 six_deals 3 single_hand 4 nine_hands 5 race
    int32_t games_to_win
    int32_t target
    int32_t cards
    int32_t elder_exchange_max
    int32_t elder_peek
    int32_t younger_exchange_min
    int32_t younger_peek         # 0 private 1 public_or_not
    int32_t elder_open_talon
    int32_t own_discards_visible
    int32_t carte_blanche_sequence  # 0 full 1 simple
    int32_t point_rule           # 0 count 1 old
    int32_t sequence_announce    # 0 together 1 length_then_top
    int32_t set_announce         # 0 together 1 count_then_rank
    int32_t extras_limit         # 0 not_stronger 1 none
    int32_t extras               # 0 ask 1 auto
    int32_t play_points          # 0 every_card 1 ten_or_higher
    int32_t last_trick_needs_ten
    int32_t capot_last_point
    int32_t six_deals_first_choice
    int32_t trick_pile_visible   # 0 last_only 1 all
    int32_t elder_point          # 0 any 1 longest
    int32_t partial_combinations
    int32_t show_scored
    int32_t next_game_dealer     # 0 alternate 1 redraw
    int32_t max_extensions
    int32_t first_trump          # 0 diamonds 1 none
    int32_t offer_mode           # 0 simultaneous 1 sequential
    int32_t premiums
    int32_t tie                  # 0 shared 1 extra_nine
    int32_t race_trump           # 0 continue 1 reset
    int32_t show_bids_at_end
    # appendix
    int32_t nuki_ends_rinshan
    int32_t bust_loaded_per_winner
    int32_t wild_eye_across_readings
    int32_t float_liability_split
    int32_t north_wind
    int32_t abortive_four_winds
    int32_t abortive_four_riichi
    int32_t abortive_triple_ron
    int32_t abort_plays_on
    int32_t pao_whole_hand
    # worked out once from the above
    int32_t at_table             # who play a hand: seats less the one who rests
    int32_t forms                # Form bits that a closed hand may take
    int32_t max_kans             # of all seats in a hand
    int32_t kan_min_live         # live tiles that must be left for a kan
    int32_t points_per_unit      # of score, to one unit of the result
    uint64_t hash                # of every option: save(), records and checkpoints name it
    int32_t sets                 # sets in a complete hand beside the pair
    int32_t n_deck
    uint8_t deck[WALL]           # codes, in code order
    uint8_t copies[KINDS]        # tiles of each kind in the deck
    uint8_t limit[KINDS]         # copies of a kind that one hand may use
    uint8_t dora_next[KINDS]     # indicator kind -> dora kind, among the kinds of this deck
    uint8_t group[KINDS]         # shape group of a kind; NO_TILE if not in the deck
    int32_t weight[KINDS]        # its place value in Seat.index[group]
    int32_t n_groups
    int32_t group_table[GROUPS]  # shape table of the group, shape/shapes.pxd
    int16_t han[PATTERNS][2]     # closed, open; 0 = does not exist, negative = yakuman units
