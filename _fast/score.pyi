"""Hands and payments from plain Python values; the engine plays by the same functions.

Tiles are texts ("123p0s5pg", sanma_base section 0), players numbers from 0, amounts whole numbers.
Every function raises ``ValueError`` for input that does not fit the rules, naming the part that is
wrong and what would be right.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from shugi._fast.rules import Rules

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
            renhou, open_dealin, furiten_open), ``pocchi_as`` (what a joker counts as), ``dora_indicators``,
            ``ura_indicators`` (counted in riichi only), ``removed_tiles`` (number set aside),
            ``pao`` {yakuman: liable player}, ``honba``, ``sticks`` on the table (the winner's
            included), ``scores`` before the payment, ``wall_from_end`` ("top,bottom;..." for the
            tulip; none: no stack is left), ``options`` (rule options that differ from the rules).

    Returns:
        ``yaku`` and ``yakuman`` [[name, han or units], ...], ``han`` (None for a yakuman), ``fu``
        (None where it does not matter), ``limit`` ("3han30fu", "mangan", "yakuman x2", ...),
        ``limit_yaku`` (names of yaku that say what the hand is at least worth; ``han`` counts them)
        and ``han_before_limit`` (None without such a yaku), ``almighty_as`` (what the wildcards
        stand for, such as "3s"; None),
        ``points_delta``, ``scores_after``, ``shugi`` (start and total; with a tulip also lives,
        start_tier, reveals, end_tier, before_double, ended), ``shugi_delta``, ``ledger`` (lines of
        reason, payer, payee, points, chips, detail), ``next`` (game_over, dealer, honba, sticks).

    Raises:
        ValueError: also when the hand is not complete or has no yaku.
    """

def may_win(rules: Rules, case: Mapping[str, Any]) -> bool:
    """Whether the hand is complete and has a yaku; ``case`` as in ``score_win``."""

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
            ``removed_flowers``, ``start``, ``lives``, ``start_tier`` (1 to 3).

    Returns:
        start, lives, start_tier, reveals [[tile, chips], ...] with ["life", -1] where a life was
        spent, end_tier, before_double, total, ended ("miss" or "wall").
    """

def waits_of(
    rules: Rules, hand: str, melds: Sequence[Sequence[str]] = ()
) -> dict[str, list[str] | bool]:
    """``waits`` (kinds that complete the hand) and ``tenpai``."""

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

def placement(rules: Rules, scores: Sequence[int]) -> list[int]:
    """Chips between places at the end of a game (super_bingo section 7)."""

def final_result(
    rules: Rules, scores: Sequence[int], chips: Sequence[int] | None = None
) -> list[float]:
    """A game's result in its unit, by player.

    With placement chips: the chips. Otherwise points in thousands against what the game costs to
    enter (start_points + oka / seats), uma, oka to first place, and chips at shugi_value.
    """

def game_ends(
    rules: Rules,
    round_name: str,
    scores: Sequence[int],
    *,
    dealer_repeats: bool,
    dealer: int | None = None,
    hands: int = 1,
) -> bool:
    """Whether the game is over after a hand (sanma_base section 7).

    Args:
        rules: the rule set.
        round_name: wind and number, as "S3".
        scores: after all payments.
        dealer_repeats: the dealer of the hand would deal again.
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
) -> dict[str, Any]:
    """Which hand follows (sanma_base section 7).

    Args:
        rules, round_name, scores, dealer, hands: as in ``game_ends``.
        end: "win", "draw" (the wall ran out) or "abort".
        winners: players, the first in turn order after the discarder first.
        tenpai: players who are tenpai at a draw.
        honba: of the hand that ended.

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
