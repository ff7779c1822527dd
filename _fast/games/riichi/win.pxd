# A won hand and its value, as structs; patterns.pxd makes the second from the first.
from libc.stdint cimport int16_t, int32_t, uint8_t, uint64_t
from shugi._fast.core.rules cimport PAO
from shugi._fast.core.sizes cimport CODES, INDICATORS, KINDS, MELDS
from shugi._fast.core.state cimport Meld
from shugi._fast.shape.shapes cimport Reading

cdef enum:
    ENTRIES = 32
    WILDS = 4            # wildcards of one hand that are no tiles


cdef enum:               # PatternId: ids are never reused; yaku.pyx has the table
    P_RIICHI = 0
    P_DOUBLE_RIICHI = 1
    P_OPEN_RIICHI = 2
    P_IPPATSU = 3
    P_MENZEN_TSUMO = 4
    P_PINFU = 5
    P_TANYAO = 6
    P_IIPEIKOU = 7
    P_RYANPEIKOU = 8
    P_YAKUHAI_5Z = 9
    P_YAKUHAI_6Z = 10
    P_YAKUHAI_7Z = 11
    P_YAKUHAI_ROUND = 12
    P_YAKUHAI_SEAT = 13
    P_YAKUHAI_4Z = 14
    P_HAITEI = 15
    P_HOUTEI = 16
    P_RINSHAN = 17
    P_CHANKAN = 18
    P_CHIITOI = 19
    P_CHIITOI_1QUAD = 20
    P_CHIITOI_2QUADS = 21
    P_TOITOI = 22
    P_SANANKOU = 23
    P_SANKANTSU = 24
    P_SANSHOKU_DOUKOU = 25
    P_HONROUTOU = 26
    P_SHOUSANGEN = 27
    P_CHANTA = 28
    P_ITTSU = 29
    P_JUNCHAN = 30
    P_HONITSU = 31
    P_CHINITSU = 32
    P_RENHOU = 33
    P_NAGASHI = 34       # a draw, not a win: named in the ledger
    P_BINGO = 35
    P_DORA = 36          # from here to nuki: han per tile, no yaku
    P_URA = 37
    P_RED = 38
    P_GOLD = 39
    P_RAINBOW = 40
    P_NUKI = 41
    P_SANPUKOU = 42
    P_SANRENKOU = 43
    P_YONCHORO = 44      # as dora: han per kind of four copies
    P_OTAFUKU = 45       # as dora: han per kind of wait beyond the free ones
    P_CLOSED_HONITSU_CHIITOI = 46  # only says what a hand is at least worth, unless additive
    P_SANSHOKU_DOUJUN = 47
    # 48, 49: yaku of later rule sets
    P_KOKUSHI = 50
    P_KOKUSHI_13 = 51
    P_SUUANKOU = 52
    P_SUUANKOU_TANKI = 53
    P_DAISANGEN = 54
    P_SHOUSUUSHII = 55
    P_DAISUUSHII = 56
    P_TSUUIISOU = 57
    P_CHINROUTOU = 58
    P_RYUUIISOU = 59
    P_CHUUREN = 60
    P_JUNSEI_CHUUREN = 61
    P_SUUKANTSU = 62
    P_TENHOU = 63
    P_CHIIHOU = 64
    P_NANASHI = 65
    P_NANASHI_13 = 66
    P_CHIITOI_3QUADS = 67
    P_CHINITSU_CHIITOI = 68
    P_OPEN_RIICHI_DEAL_IN = 69
    P_DAISHARIN = 70
    P_HADAKA = 71
    P_OROCHI = 72
    P_SUSANOWO = 73
    P_SUURENKOU = 74
    P_MU = 75
    P_MANZU_HONITSU = 76
    P_ALL_EIGHT_1S = 77
    # 78, 79: yakuman of later rule sets


cdef struct Win:             # everything the value of a won hand depends on
    uint8_t hand[CODES]      # concealed copies by code WITHOUT the winning tile
    uint8_t kind[KINDS]      # the same by kind
    uint8_t n_meld
    Meld meld[MELDS]         # in the order of calling
    uint8_t win_code         # the winning tile; NO_TILE for a bingo win, unless bingo_adds_tile
    uint8_t win_as           # what the winning tile counts as (a declared pocchi), else = win_code
    uint8_t by               # WinBy
    uint8_t winner
    uint8_t loser            # NOBODY on tsumo and bingo
    uint8_t dealer
    uint8_t round_wind       # 0 E 1 S 2 W 3 N
    uint8_t seat_wind
    uint8_t closed
    uint8_t riichi           # RiichiState
    uint8_t double_riichi
    uint8_t ippatsu
    uint8_t last_tile        # haitei / houtei; 0 for a replacement draw
    uint8_t rinshan
    uint8_t chankan
    uint8_t first_turn       # tenhou / chiihou (tsumo), renhou (ron)
    uint8_t open_deal_in     # won on a discard by an open riichi, discarder not in riichi
    uint8_t n_aside
    uint8_t aside[12]        # codes set aside by the winner
    uint8_t n_dora
    uint8_t n_ura            # 0 unless the winner is in riichi
    uint8_t dora[INDICATORS]   # indicator codes
    uint8_t ura[INDICATORS]
    uint8_t pao[PAO]         # liable seat or NOBODY, by Pao
    uint8_t wild             # wildcards that are no tiles (the almighty)
    uint8_t furiten_riichi   # riichi was declared in furiten
    uint8_t n_wait           # kinds of wait before the win; 0 in furiten
    uint8_t cherry[3]        # of 1p, 2p, 3p lying in all discard piles
    uint8_t death            # a death tile lies in one
    uint8_t reveal_as        # kind or FLOWER that a revealed joker is named; NO_TILE: the best


cdef struct Entry:
    uint8_t pattern          # PatternId, yaku.pyx table
    int16_t han              # han, or yakuman units where yakuman is set
    uint8_t yakuman


cdef struct Value:
    int32_t legal            # at least one yaku: the hand may be won
    int32_t han              # 0 for a real yakuman
    int32_t fu               # 0 where the table has none, and for a real yakuman
    int32_t units            # real yakuman units
    int32_t limit            # Limit
    int32_t dora             # tiles that indicators show, ura aside
    int32_t ura              # ura han (within han, and counted for a yakuman too)
    int32_t gold             # gold tiles used
    int32_t rainbow
    int32_t red
    int32_t kandora          # dora han from indicators that kans turned
    int32_t quads            # kinds of which all four copies are used (yonchoro)
    int32_t otafuku          # kinds of wait beyond the free ones
    int32_t limit_yaku       # yaku that say what the hand is at least worth: bit per LimitYaku
    int32_t han_before_limit  # han without them
    uint8_t wild_as[WILDS]   # kinds that the wildcards stand for; NO_TILE
    int32_t n
    Entry entry[ENTRIES]
    Reading reading
    int32_t ron              # paid by a discarder, honba aside; filled for a drawn hand too
    int32_t tsumo_dealer     # paid by the dealer on a draw (0 if the winner deals)
    int32_t tsumo_other      # paid by a non-dealer on a draw
    uint64_t held[2]         # bit per PatternId: all of the reading, beside a yakuman too


cdef enum LimitYaku:
    LIMIT_YAKU_RENHOU = 0
    LIMIT_YAKU_HONITSU_CHIITOI = 1
    LIMIT_YAKU = 2


cdef enum Limit:
    LIMIT_NONE = 0
    LIMIT_MANGAN = 1
    LIMIT_HANEMAN = 2
    LIMIT_BAIMAN = 3
    LIMIT_SANBAIMAN = 4
    LIMIT_YAKUMAN = 5
