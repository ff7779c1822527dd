"""Thousands of games stepped at once; every array is NumPy and is written in place."""

from collections.abc import Callable, Sequence
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from shugi._fast.batch.learners import Learners
from shugi._fast.net.critic import EngineCritic
from shugi._fast.net.lists import PositionLists
from shugi._fast.net.policy import EnginePolicy
from shugi._fast.net.standing import EngineStanding
from shugi._fast.rules.compile import Rules
from shugi._fast.view.layouts import Layout

ACTIONS: Final[int]
LUCK_TERMS: Final[int]
NOBODY: Final[int]
BELIEF_SHAPE: Final[tuple[int, int, int]]
"""Of the weights of ``Batch.redeal_likely``: own discards, melds, shanten."""
TALLY: list[str]
"""Columns of ``Batch.tally``: counts of hands and of what happened in them, then points and chips
net by reason of payment."""

def tally_columns(rules: Rules) -> list[str]:
    """The columns under these rules: those of ``TALLY``, then the chips of each chip event."""

def set_describer(function: Callable[[Batch, int], str] | None) -> None:
    """Let errors show positions as text."""

class IllegalAction(ValueError):
    """An action that the rules do not allow now; the state is unchanged."""

class Batch:
    """``n`` games of one rule set in one block of memory.

    Every array below is a view that ``step`` rewrites; copy what you want to keep. What seats are
    paid is told once, by the step that brought it: add it up over the steps. A game that the step
    left as it was (over, or its action was illegal) shows zeros, and so does one that was just
    begun, loaded or set up; a copy shows what its model shows.

    Args:
        rules: compiled rules (``shugi.envs.load_rules``).
        n: games.
        seed: game ``i`` starts from a key of (seed, i); later games of the slot from
            (seed, i, game).
        forced: play forced moves (one legal action) inside the engine. Off: every one is asked.
            One is asked all the same: a win dealt with the hand that may not be declined, so that
            the hand before it can be read off first.
        auto_reset: start the next game at once when one ends (``done`` is then true for one step).
        threads: threads that share a call, 1 to 1024; no more than there are games. Where the
            system gives fewer, the first call that they would share raises RuntimeError.
        expected: also fill ``expected`` (chance after the last decision averaged out).
        tally: also count what happens in hands, in ``tally``: 2 kB a game.
        episode: "game", or "hand": each hand is an episode (``done`` after every hand).
    """

    n: int
    seats: int
    rules: Rules
    forced: bool
    layout: Layout
    """Of its actions and observations."""
    seat: NDArray[np.int8]  # (n,) who decides; -1 when the game is over and auto_reset is off
    done: NDArray[np.bool_]  # (n,) an episode ended in the last step
    hand_done: NDArray[np.bool_]  # (n,) a hand ended in the last step
    status: NDArray[
        np.uint8
    ]  # (n,) 0 ok, 1 the last action was illegal (state unchanged), 2 stopped at a limit (warned)
    points: NDArray[np.int32]  # (n, seats) points that the last step brought
    chips: NDArray[np.int32]  # (n, seats) chips that the last step brought
    expected: NDArray[
        np.float32
    ]  # (n, seats) as chips, chance after the last decision averaged out
    reward: NDArray[
        np.float32
    ]  # (n, seats) of it: chips, points / 1000 or units; over a game they sum to ``final_result``
    owed: NDArray[
        np.float32
    ]  # (n, seats, 3) what seats were paid and have not taken: chips, averaged as ``expected``
    # (units count as such), points and ``reward``; added to by every step, yours to zero
    final_rank: NDArray[np.int8]  # (n, seats) 0-based place in the last finished game of the slot;
    # outside riichi mahjong it goes by the result, and seats with equal results share it
    final_score: NDArray[np.int32]  # (n, seats) points at the end of the last finished game
    final_result: NDArray[np.float64]  # (n, seats) its result: chips in all, or points with uma
    placement: NDArray[np.int32]  # (n, seats) of it: chips between places
    bonus: NDArray[np.float32]  # (n, seats) of it: uma and oka, in thousands of points
    tally: NDArray[np.int64]  # (n, seats, tally_columns) added to at every hand's end, yours to
    # zero; None in a batch that was made without
    games: NDArray[
        np.uint32
    ]  # (n,) games that the slot has begun since reset, the first not counted

    def __new__(
        cls,
        rules: Rules,
        n: int,
        seed: int = 0,
        *,
        forced: bool = True,
        auto_reset: bool = True,
        threads: int = 1,
        expected: bool = False,
        tally: bool = False,
        episode: str = "game",
    ) -> Self: ...
    def reset(self, seeds: NDArray[np.uint64] | None = None, *, first_dealer: int = 0) -> None:
        """Start new games; ``seeds`` (n,) gives each game's own seed (equal seeds: equal walls).

        Raises: ValueError for seeds of another shape, or a seat that does not exist.
        """
    def next_dealer(self, i: int) -> int:
        """Who deals first in the next game of the same table.

        With rule ``rematch`` and game ``i`` over, the last place (flying_fish section 7); else
        seat 0. Automatic resets do so by themselves.
        """
    def step(self, actions: NDArray[Any]) -> None:
        """Apply ``actions`` (n,) integers and go on to the next decision of each game.

        Games that are over are skipped. A game whose action is illegal keeps its state and gets
        ``status`` 1; the others go on.
        """
    def advance(
        self,
        actions: NDArray[Any],
        mask: NDArray[np.uint8],
        planes: NDArray[np.uint8] | None = None,
        globals_: NDArray[np.float32] | None = None,
        history: NDArray[np.uint16] | None = None,
        *,
        blocks: int | None = None,
    ) -> None:
        """``step``, then what ``legal`` and ``observe`` write of the next decisions, in one pass.

        It writes what the three calls would, faster: what a game's state brought into the caches
        serves all of them. ``blocks`` is as in ``observe``.

        Raises: ValueError for an array that does not fit, before any game is stepped; ``planes``
        and ``globals_`` belong together.
        """
    def step_one(self, i: int, action: int) -> None:
        """Apply one action to game ``i``.

        Raises:
            IllegalAction: names the action, the legal ones and the position; nothing has changed.
        """
    def legal(self, into: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """Write the action mask (n, 128) of the seat to decide; all zero where the game is over."""
    def legal_actions(self, i: int) -> list[int]: ...
    def is_legal(self, i: int, action: int) -> bool:
        """The legality predicate, worked out afresh (not read from the mask)."""
    def observe(
        self,
        planes: NDArray[np.uint8],
        globals_: NDArray[np.float32],
        history: NDArray[np.uint16] | None = None,
        seats: NDArray[np.int8] | None = None,
        *,
        blocks: int | None = None,
    ) -> None:
        """Write what the seat to decide (or ``seats``) sees; shapes as ``layout`` says.

        A negative entry of ``seats`` leaves that game's row as it is.

        Args:
            blocks: the blocks whose rows are read (``layout.blocks_read``); rows of the others may
                stay zero. None: all of them.
        """
    def features(
        self,
        into: NDArray[np.float32],
        seats: NDArray[np.int8] | None = None,
        mask: NDArray[np.uint8] | NDArray[np.int8] | None = None,
        history: NDArray[np.uint16] | None = None,
        *,
        blocks: int | None = None,
    ) -> None:
        """Write what the seat to decide (or ``seats``) sees as one row of numbers.

        The planes over their scales, then the globals: the first ``layout.features`` columns of
        ``into`` (n, that or more), the others stay as they are. A negative entry of ``seats``
        leaves that game's rows as they are.

        Args:
            mask: (n, 128) to write the legal actions into, none where that seat does not decide.
            history: (n, layout.history) to write the latest events into.
            blocks: as in ``observe``.
        """
    def standings(self, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """(n, seats, numbers) what lasts from hand to hand, as each seat sees it.

        It is what stood when the hand in play began; ``STANDING_NAMES`` of
        ``shugi._fast.net.standing`` names the numbers.

        Args:
            out: to write into.

        Raises: ValueError for an array that does not fit.
        """
    def add_luck(self, luck: NDArray[np.float32], counted: NDArray[np.int32]) -> None:
        """Add how lucky the newest draws were, in numbers whose mean is zero whoever plays how.

        Call it after every step of a batch with ``forced=False``, so that no draw is missed.

        Args:
            luck: (n, seats, ``LUCK_TERMS``), added to: see ``shugi/_fast/batch/luck.pyx``.
            counted: (n, 2) how far draws were looked at; zeros when games begin.

        Raises: ValueError for a card game, or arrays of another form.
        """
    def value_standings(
        self,
        standing: EngineStanding,
        where: NDArray[np.bool_] | None = None,
        out: NDArray[np.float32] | None = None,
    ) -> NDArray[np.float32]:
        """(n, seats) what each seat can still expect from the beginning of the hand in play on.

        Zero where the game is over, or ``where`` (n,) is false.

        Raises: ValueError for a standing of other rules, or an array that does not fit.
        """
    def observe_oracle(
        self, planes: NDArray[np.uint8], seats: NDArray[np.int8] | None = None
    ) -> None:
        """Write what that seat cannot see, for critics and oracles only."""
    def observe_lists(
        self,
        planes: PositionLists,
        globals_: PositionLists,
        oracle: PositionLists | None = None,
        *,
        blocks: int | None = None,
    ) -> None:
        """Add what the seat to decide sees to lists: a position for each game, in their order.

        It is what ``observe`` and ``observe_oracle`` write, without arrays between; a position of
        zeros where the game is over.

        Args:
            oracle: for what that seat cannot see; None: that is not kept.
            blocks: as in ``observe``.

        Raises:
            ValueError: lists of another width or dtype.
            RuntimeError: another thread reads the lists, or adds to them.
        """
    def sample(self, actions: NDArray[np.uint8], seed: int) -> None:
        """Write a random legal action of each game: a pure function of its state and ``seed``."""
    def baseline(
        self,
        actions: NDArray[np.uint8],
        style: Any = None,
        seats: NDArray[np.bool_] | None = None,
        mask: NDArray[np.uint8] | None = None,
    ) -> None:
        """Write the rule baseline's action; only where ``seats`` (n,) is true, if given.

        With ``mask`` (n, 128) it plays as if only those of the legal actions were; a row without
        any bars none.
        """
    def policy(
        self,
        network: EnginePolicy,
        actions: NDArray[np.uint8],
        *,
        seed: int | None = None,
        where: NDArray[np.bool_] | None = None,
        log_policy: NDArray[np.float32] | None = None,
        planes: PositionLists | None = None,
        globals_: PositionLists | None = None,
        first: int = 0,
    ) -> None:
        """Write the network's action of each game that is not over.

        The network sees what ``observe`` writes. Actions are the same for any number of threads.

        Args:
            network: folded for the rules of this batch.
            actions: (n,) to write into.
            seed: draw each action by its probability: a pure function of the game's state and
                ``seed``. None: the likeliest action, the lowest id of those as likely.
            where: (n,) only games where this is true; rows of other games stay as they are.
            log_policy: (n, 128) to write log-probabilities into, as ``EnginePolicy.log_policy``.
            planes: what is seen now, if ``observe_lists`` has kept it: then nothing is observed.
            globals_: of the same.
            first: the position of game 0 in these lists; the others follow.

        Raises:
            IndexError: positions that the lists do not have.
            ValueError: a network folded for other rules, or an array that does not fit.
        """
    def turn(self, learners: Learners) -> int:
        """Play ``learners.actions`` for the learners, and on to their next decisions.

        Where the episode is over already the action is not looked at, and what it came to is told.

        Returns:
            games that wait for an agent of the caller (``learners.outside``).

        Raises: ValueError for learners of other games, or with ``auto_reset``; RuntimeError when an
        action of the caller's agent was illegal.
        """
    def resume(self, learners: Learners) -> int:
        """Go on where an episode was begun, or an agent was asked: as ``turn``."""
    def play_on(
        self,
        seats: NDArray[np.int8],
        total: NDArray[np.float32],
        *,
        plans: NDArray[np.uint8] | None = None,
        planned: NDArray[np.int32] | None = None,
        style: Any = None,
        network: EnginePolicy | None = None,
        seed: int | None = None,
        critic: EngineCritic | None = None,
        horizon: int = 0,
        standing: EngineStanding | None = None,
        alone: bool = False,
    ) -> NDArray[np.float32]:
        """Play games on to the end of their hand, without Python, and add up what a seat gains.

        The rule baseline plays at every seat, or ``network``. Threads share the games; the result
        is the same for any number of them. Ctrl-C leaves every game somewhere on its way.

        Args:
            seats: (n,) whose gains count; negative: that game is not played.
            total: (n, 2) chips and thousands of points, added to. Chips are counted as
                ``expected`` does where the batch was made with it; the units of a regional game,
                and what a card game pays, count as chips. Without ``standing`` placement chips
                are left out.
            plans: (n, m) the first actions of each game, whoever decides.
            planned: (n,) how many of them.
            style: of the baseline, at the other seats too where ``alone``.
            network: folded for the rules of this batch.
            seed: the network draws each action by its probability, a pure function of the game's
                state and place in the batch and of ``seed``. None: the likeliest action.
            critic: folded for the rules of this batch. What it expects counts instead of what the
                rest of the hand would bring.
            horizon: where the critic is asked: when the seat decides again for so many-th time
                after its plan. A hand that ends earlier counts as it ended.
            standing: what a standing is worth, of the rules of this batch. At a hand's end the
                change since its beginning is added to the kind of ``standing.kind``; after the
                game's last hand what the places pay, less what stood before.
            alone: the network plays the seat of ``seats``, the rule baseline the others.

        Returns:
            ``total``. ``status`` is 1 where an action was not legal: the game stands there, and
            where the critic was asked.

        Raises:
            ValueError: ``auto_reset`` is on, something made for other rules, one of
                critic and horizon without the other, ``alone`` without a network, or an array that
                does not fit.
        """
    def clone(self, indices: Sequence[int] | NDArray[np.int64] | None = None) -> Batch:
        """A new batch with copies of those games (all by default), auto_reset off.

        It has what they came to, too (``final_result``, ...), but no tally. A deep copy and a
        pickle keep all that the batch shows, and its settings.
        """
    def copy_from(
        self,
        other: Batch,
        source: Sequence[int] | NDArray[np.int64],
        target: Sequence[int] | NDArray[np.int64],
    ) -> None: ...
    def save(self, i: int) -> bytes:
        """Game ``i`` as bytes: format, layout of the state, rules hash, state, checksum."""
    def load(self, i: int, data: bytes) -> None:
        """Put a saved game in the place of game ``i``; a game that cannot be leaves it as it was.

        Raises: ValueError when the bytes are cut, of another version or of other rules, or when
        play cannot go on from them.
        """
    def redeal(self, i: int, seat: int, key: int) -> None:
        """Deal again what ``seat`` cannot see, consistent with all that it knows.

        A pure function of what it knows and the key. What others have chosen or answered and not
        shown yet is forgotten, and the game's seed is replaced: it tells of dice and walls to
        come. The seat that decides has something to decide, but under ``forced`` perhaps one
        action only, if it is another one. Raises: RuntimeError when no such deal is found.
        """
    def redeal_likely(
        self,
        i: int,
        seat: int,
        key: int,
        weights: NDArray[np.float32],
        steps: int = 120,
        looks: int = 30,
        depth: int = 3,
        doubt: float = 0.1,
        style: Any = None,
    ) -> None:
        """The same, but hands are likelier that are so in play.

        From a ``redeal``, ``steps`` exchanges of a tile of each other hand with one of the wall
        lead there (Metropolis). A hand counts by ``weights``, and in the last ``looks`` steps also
        by the factor ``doubt`` for every one of the seat's last ``depth`` discards that ``style``
        (the rule baseline) would not have made with it. Card games are dealt as by ``redeal``.

        Args:
            weights: ``BELIEF_SHAPE``, by what ``hand_place`` says: the log of how much likelier
                such hands are in play than among those dealt at random.
        """
    def redeal_all(
        self,
        seats: NDArray[np.int8],
        keys: NDArray[np.uint64],
        tries: int = 1,
        *,
        hands: bool = True,
        weights: NDArray[np.float32] | None = None,
        steps: int = 120,
        looks: int = 30,
        depth: int = 3,
        doubt: float = 0.1,
        style: Any = None,
    ) -> NDArray[np.bool_]:
        """``redeal`` every game, or with ``weights`` ``redeal_likely``; threads share them.

        Args:
            seats: (n,) who cannot see what is dealt again; negative: the game stays.
            keys: (n,) of the games.
            tries: where no deal is found, with so many keys that follow each other.
            hands: False: all hands stay, and what their owners have asked for or answered; only the
                wall is dealt again, in card games nothing.

        Raises:
            ValueError: weights, which are of hands, and hands that stay.

        Returns:
            (n,) where a deal was found; other games are as they were.
        """
    def shanten(self, i: int, seat: int) -> int:
        """How far a seat's hand of 3n + 1 tiles, one between its turns, is from ready."""
    def hand_place(self, i: int, seat: int) -> tuple[int, int, int]:
        """Where the hand that a seat has between turns counts among ``BELIEF_SHAPE``.

        Returns: its discards; its melds, or the last number for a hand in riichi; and a place. That
        is 0 for a hand that is ready and may win on some discard, 1 for another ready one, and its
        shanten + 1 else; in riichi it is by the kinds waited for (1 to 4), first of hands that wait
        for none of their own discards. The largest number of each stands for larger ones too.
        """
    def baseline_mismatches(
        self, i: int, seat: int, key: int, depth: int = 4, style: Any = None
    ) -> int:
        """How many of the other seats' last discards the rule baseline would not have made.

        Their hands are what they are in game ``i``; of each seat that hides its hand from ``seat``
        the last ``depth`` discards count. ``key`` draws what the hands do not tell: which tiles
        came in between.
        """
    def set_wall(
        self,
        i: int,
        wall: Sequence[int] | NDArray[np.uint8],
        dealer: int = 0,
        round: int = 0,
        honba: int = 0,
        sticks: int = 0,
        scores: Sequence[int] | None = None,
    ) -> None:
        """Start a hand of game ``i`` from a chosen wall (codes, in the order of ``state``)."""
    def state(self, i: int) -> dict[str, Any]:
        """The whole state of game ``i`` as plain Python values (see ``position.FIELDS``)."""
    def set_state(self, i: int, state: dict[str, Any]) -> None:
        """The reverse of ``state``; checks it, works out what is derived. Raises: ValueError."""
    def ledger(self, i: int) -> list[dict[str, Any]]:
        """Payments of the hand just over, or in play.

        Rows are {reason, payer, payee, points, chips, detail}; None pays or is paid as the table.
        """
    def scores(self, i: int) -> list[int]: ...
    def waits(self, i: int, seat: int) -> list[int]:
        """Kinds that would complete the hand a seat has between turns; empty if it is not ready.

        A hand that has drawn waits for what it waited for before. Games of cards have none.
        """
    def perft(self, i: int, depth: int) -> tuple[int, int]:
        """Leaves ``depth`` decisions ahead, the wall being fixed, and a hash of their content."""
    @property
    def nbytes_per_game(self) -> int:
        """Bytes of one game's state."""
