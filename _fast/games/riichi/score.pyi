"""Hands and payments from plain Python values; the engine plays by the same functions.

Tiles are texts ("123p0s5pg", sanma_base section 0), players numbers from 0, amounts whole numbers.
Every function raises ``ValueError`` for input that does not fit the rules, naming the part that is
wrong and what would be right.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from shugi._fast.rules.compile import Rules

def score_win(rules: Rules, case: Mapping[str, Any]) -> dict[str, Any]:
    """What a won hand is worth and who pays (sanma_base sections 4 and 5, super_bingo 4 to 6).

    Args:
        rules: the rule set.
        case: a dict.

            Needed: ``dealer``, ``winner``, ``win_by`` ("tsumo", "ron", "bingo"), ``hand``
            (concealed tiles without the winning one), ``win_tile`` (none for bingo), ``loser`` for
            a ron.

            Optional: ``round_wind`` ("1z"), ``melds`` [[type, tiles], ...] in the order of calling
            (pon, daiminkan, kakan, ankan), ``riichi`` ("none", "closed", "open"), ``flags`` {name:
            bool} (ippatsu, double_riichi, haitei, houtei, rinshan, chankan, tenhou, chiihou,
            renhou, open_dealin, furiten_open), ``pocchi_as`` (what a joker counts as),
            ``dora_indicators``, ``ura_indicators`` (counted in riichi only), ``removed_tiles``
            (number set aside),
            ``bingo_in_hand`` {"1b": n, "2b": n} (bingo tiles set aside), ``markers`` (Home Run: "B"
            or "H" by player), ``cherry`` {"discards": cherry tiles in the discard piles,
            "death_discard": bool}, ``reveal_as`` (what a revealed joker is named),
            ``pao`` {yakuman: liable player}, ``honba``, ``sticks`` on the table (the winner's
            included), ``scores`` before the payment, ``wall_from_end`` ("top,bottom;..." for the
            tulip; none: no stack is left), ``options`` (rule options that differ from the rules),
            ``markers`` ("B" or "H" of each player before the hand), ``dice`` (what a win that rolls
            them rolled, [[6, 6], [2, 1]]; none: nothing is added).

            docs/score.md lists all keys. What is scored need not be allowed: `may_win` tells.

    Returns:
        ``yaku`` and ``yakuman`` [[name, han or units], ...], ``han`` (None for a yakuman), ``fu``
        (None where it does not matter), ``limit`` ("3han30fu", "mangan", "yakuman x2", ...),
        ``limit_yaku`` (names of yaku that say what the hand is at least worth; ``han`` counts them)
        and ``han_before_limit`` (None without such a yaku), ``almighty_as`` (what the wildcards
        stand for, such as "3s"; None),
        ``points_delta``, ``scores_after``, ``shugi`` (start and total; with a tulip also lives,
        start_tier, reveals, end_tier, before_double, ended; with cherry chips_per_payer; with chip
        events ``events`` {event: {player: chips that he pays, negative if he gets them}}),
        ``shugi_delta``, ``ledger`` (lines of reason, payer, payee, points, chips, detail), ``next``
        (game_over, dealer, honba, sticks; with home_run markers).

    Raises:
        ValueError: also when the hand is not complete or has no yaku.
    """

def may_win(rules: Rules, case: Mapping[str, Any]) -> bool:
    """Whether the rules let the hand be won: it is complete, has a yaku, and meets what they ask
    beside it (toriuchi section 3, where ``score_win`` still scores a hand that does not).

    ``case`` as in ``score_win``.
    """

def score(rules: Rules, case: Mapping[str, Any]) -> dict[str, Any]:
    """`score_win` with ``legal``, what `may_win` says."""

def expected_win(
    rules: Rules,
    case: Mapping[str, Any],
    unseen: str,
    *,
    stacks: int,
    hidden_ura: int = 0,
    samples: int | None = None,
    seed: int = 0,
) -> dict[str, list[float]]:
    """Mean payments of a won hand before the ura and the tulip are turned.

    Args:
        rules: the rule set.
        case: as in ``score_win``; ``ura_indicators`` count where ``hidden_ura`` is 0.
        unseen: the tiles of the wall that nobody has seen, in any order.
        stacks: full stacks among them that the tulip may walk.
        hidden_ura: ura indicators among them, still to be turned.
        samples: random orders averaged over; by default 32. Exact where nothing is left to chance.
        seed: of the random orders.

    Returns:
        ``points_delta`` and ``shugi_delta``, one mean per player.
    """

def play_tulip(rules: Rules, case: Mapping[str, Any]) -> dict[str, Any]:
    """The tulip alone (super_bingo section 6.1, from step 5).

    Args:
        rules: the rule set.
        case: ``tulip_hand`` (all tiles of the hand), ``wall_from_end``; optional
            ``removed_flowers``, ``bingo_in_hand`` {"1b": n, "2b": n} (bingo tiles set aside, which
            join the hand), ``start``, ``lives``, ``start_tier`` (1 to 3).

    Returns:
        start, lives, start_tier, reveals [[tile, chips], ...] with ["life", -1] where a life was
        spent, end_tier, before_double, total, ended ("miss", "wall" or, by a death tile that then
        is the last reveal and carries a third entry "death", "death").
    """

def cherry_settlement(rules: Rules, case: Mapping[str, Any]) -> int:
    """Chips that each payer of a Crazy Cherry win pays; negative: is paid (super_bingo 6.4).

    Args:
        rules: a rule set with cherry.
        case: ``tulip_total`` before cherries, ``by`` ("ron", "tsumo", "bingo"); optional
            ``visible`` (cherry tiles in the hand, the discard piles and among the reveals),
            ``completed`` (the tulip reached the end of the wall), ``pocchi_win``.
    """

def waits_of(
    rules: Rules, hand: str, melds: Sequence[Sequence[str]] = ()
) -> dict[str, list[str] | bool]:
    """``waits`` (kinds that complete the hand), ``tenpai`` and ``tenpai_without_open_riichi``.

    The last differs where pairs may be called (option atama): a hand that is not shown must be
    sure of a yakuman.
    """

def bingo_line(rules: Rules, discards: str, riichi_index: int, called: Iterable[int] = ()) -> str:
    """What the last of these discards completes (``settle.BINGO_NAMES``).

    Args:
        rules: the rule set.
        discards: all own discards in order, called ones included.
        riichi_index: place of the riichi tile, from 0.
        called: places of the discards that others called.
    """

def neighbours(rules: Rules, tile: str) -> list[str] | str:
    """Kinds that a revealed tile hits in the tulip; for a flower, what it does instead."""

def noten_payments(rules: Rules, tenpai: Sequence[bool]) -> list[int]:
    """Points moved at an exhaustive draw, by player."""

def places(
    rules: Rules, scores: Sequence[int], *, last_winner: int | None = None, first_dealer: int = 0
) -> list[int]:
    """The place of each player, 1 for the first.

    Args:
        rules: the rule set; its tie_first and tie_second decide at equal points. Outside riichi
            mahjong no rule decides, and equal scores share a place.
        scores: at the end of the game.
        last_winner: who won the last hand that was won, the first in turn order of several.
        first_dealer: who dealt the first hand.
    """

def placement(
    rules: Rules, scores: Sequence[int], *, last_winner: int | None = None, first_dealer: int = 0
) -> list[int]:
    """Chips between places at the end of a game (section 7 of super_bingo, flying_fish, toriuchi).

    Args as in ``places``.
    """

def chip_factors(rules: Rules, *, conditions: int = 0, honba: int = 0) -> tuple[int, int]:
    """What the chips of a win are multiplied by (flying_fish section 6).

    Args:
        rules: the rule set.
        conditions: so many of multiplier_conditions hold.
        honba: counters of the hand.

    Returns:
        the factor of the conditions, and the factor of the honba.
    """

def dice_rolled(rules: Rules, hand: int, seed: int, winner: int) -> list[list[int]]:
    """What a winner who rolls for chips has rolled, as ``dice`` of a case.

    Args:
        rules: the rule set.
        hand: number of the hand in its game (``hand_no`` of ``Batch.state``).
        seed: of the game. winner: the seat.
    """

def dice_chips(rules: Rules, rolls: Sequence[Sequence[int]]) -> int:
    """Chips of rolls of two dice, [[6, 6], [2, 1]]; every double but the last rolls again."""

def rounded_points(rules: Rules, scores: Sequence[int]) -> list[int]:
    """Scores to the nearest settle_unit, as the places are settled (toriuchi section 7)."""

def final_result(
    rules: Rules,
    scores: Sequence[int],
    chips: Sequence[int] | None = None,
    *,
    last_winner: int | None = None,
    first_dealer: int = 0,
) -> list[float]:
    """A game's result in its unit, by player.

    With placement chips: the chips. Otherwise points in thousands against what the game costs to
    enter (start_points + oka / seats), uma, oka to first place, and chips at shugi_value.
    Args as in ``places``.
    """

def game_ends(
    rules: Rules,
    round_name: str,
    scores: Sequence[int],
    *,
    dealer_repeats: bool,
    aborted: bool = False,
    dealer: int | None = None,
    hands: int = 1,
) -> bool:
    """Whether the game is over after a hand (sanma_base section 7).

    Args:
        rules: the rule set.
        round_name: wind and number, as "S3".
        scores: after all payments.
        dealer_repeats: the dealer of the hand would deal again.
        aborted: it ended by an abortive draw.
        dealer: its dealer; by default the one whose turn this round is.
        hands: dealt so far (game_length fixed_hands).
    """

def after_hand(
    rules: Rules,
    round_name: str,
    scores: Sequence[int],
    *,
    end: str,
    winners: Sequence[int] = (),
    tenpai: Sequence[int] = (),
    dealer: int | None = None,
    honba: int = 0,
    hands: int = 1,
    first_dealer: int = 0,
    last_winner: int | None = None,
) -> dict[str, Any]:
    """Which hand follows (sanma_base section 7).

    Args:
        rules, round_name, scores, dealer, hands: as in ``game_ends``.
        end: "win", "draw" (the wall ran out) or "abort".
        winners: players, the first in turn order after the discarder first.
        tenpai: players who are tenpai at a draw.
        honba: of the hand that ended.
        first_dealer: who dealt the first hand.
        last_winner: who won the last hand before this one that was won.

    Returns:
        ``game_over``, and unless it is, ``round``, ``dealer`` and ``honba`` of the next hand.
    """

def nagashi_payments(rules: Rules, player: int, dealer: int) -> list[int]:
    """Points moved by a nagashi mangan: a mangan draw, without honba and sticks."""

def hand_points(
    rules: Rules, *, han: int = 0, fu: int = 30, units: int = 0, dealer: bool = False
) -> dict[str, Any]:
    """A cell of the points table.

    Args:
        rules: the rule set.
        han, fu: of the hand; they do not matter for a yakuman.
        units: so many real yakuman.
        dealer: the winner deals.

    Returns:
        ``limit`` (empty below mangan), ``ron``, and on a draw ``tsumo_dealer`` (0 when the winner
        deals) and ``tsumo_other``, what each of them pays.
    """
