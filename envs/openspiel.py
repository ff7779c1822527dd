"""OpenSpiel: any rule set as a game of ``pyspiel``, for its algorithms.

```python
from open_spiel.python.algorithms import mcts
from shugi.envs.openspiel import load_game

game = load_game("ninety_nine", episode="hand", deals=100)
state = game.new_initial_state()  # a chance node: which deal is played
```

Importing this module registers the game: ``pyspiel.load_game("python_shugi(rules=piquet)")``.

Chance moves once, at the root: it chooses one of ``deals`` seeds, each as likely as the others,
and the seed determines walls, cards and dice. Information states hold what one's own seat has seen
at its decisions, and what it did. With ``position`` a game begins in the middle, for instance with
the last tricks of a hand of Ninety-Nine: a subgame small enough for CFR.
"""

from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import ACTION_COUNT
from shugi._fast.rules.compile import Rules
from shugi._fast.tables.option_types import nearest
from shugi.envs.common.files import is_file, read_text
from shugi.envs.common.given import whole
from shugi.envs.notation.position import format_position, parse_position
from shugi.envs.observation import Observer
from shugi.envs.seat import as_rules

try:
    import pyspiel
except ImportError as error:
    raise ImportError("shugi.envs.openspiel needs OpenSpiel: pip install open_spiel") from error

__all__ = ["ShugiGame", "ShugiObserver", "ShugiState", "load_game"]

NAME = "python_shugi"
MOST_BYTES = 1_000_000  # of a position
MOST = 2**31  # settings are numbers of 32 bits
BOUND = 100_000.0  # of a result: no game comes near it
DEFAULTS: dict[str, Any] = {
    "rules": "super_bingo",
    "episode": "game",
    "deals": 1000,
    "seed": 0,
    "max_steps": 5000,
    "position": "",
    "viewer": -1,
}


def _game_type(utility: Any) -> Any:
    return pyspiel.GameType(
        short_name=NAME,
        long_name="shugi",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=4,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


GENERAL = pyspiel.GameType.Utility.GENERAL_SUM
ZERO = pyspiel.GameType.Utility.ZERO_SUM


class SpielTable:
    """One game as a state holds it; a copy of the state copies what is played, and no more.

    Args:
        rules: those of the game.
        settings: a value for each key of ``DEFAULTS``.
        start: the position that it begins from, as ``Batch.state`` gives it; None: the start.
    """

    def __init__(self, rules: Rules, settings: Mapping[str, Any], start: dict[str, Any] | None):
        self.rules, self.settings, self.start = rules, settings, start
        self.batch: Batch | None = None
        self.observer = Observer(1, rules, history=True)
        self.mask = np.zeros((1, ACTION_COUNT), np.int8)
        self.totals = np.zeros(rules.seats)
        self.traces = [b""] * rules.seats
        self.steps = 0
        self.over = False

    def __deepcopy__(self, memo: object) -> "SpielTable":
        other = SpielTable.__new__(SpielTable)
        other.__dict__.update(self.__dict__)
        other.batch = None if self.batch is None else self.batch.clone()
        other.totals, other.traces = self.totals.copy(), self.traces[:]
        return other

    def deal(self, number: int) -> None:
        """Begin with deal ``number`` of those that chance may choose."""
        deals = self.settings["deals"]
        if not 0 <= number < deals:
            raise ValueError(f"there is no deal {number}; there are 0 to {deals - 1}")
        key = (self.settings["seed"] << 32) + number
        batch = Batch(self.rules, 1, auto_reset=False, episode=self.settings["episode"])
        if self.start is None:
            batch.reset(np.array([key], np.uint64))
        else:
            batch.set_state(0, self.start)
            viewer = self.settings["viewer"]
            if self.settings["deals"] > 1:
                batch.redeal(0, int(batch.seat[0]) if viewer < 0 else viewer, key)
        self.batch = batch
        self.over = bool(batch.seat[0] < 0)

    @property
    def played(self) -> Batch:
        if self.batch is None:
            raise ValueError("nothing is dealt yet: chance moves first")
        return self.batch

    def act(self, action: int) -> None:
        batch, seat = self.played, int(self.played.seat[0])
        if self.over:
            raise ValueError("the game is over")
        seen = self.seen_by(seat)
        batch.step_one(0, action)  # first: an illegal action changes nothing
        self.traces[seat] = blake2b(seen + bytes([action]), digest_size=8).digest()
        self.totals += batch.reward[0]
        self.steps += 1
        self.over = bool(batch.done[0]) or self.steps >= self.settings["max_steps"]

    def look(self, seat: int) -> None:
        """Write what a seat sees into the observer's buffers."""
        self.observer.look(self.played, np.array([seat], np.int8), self.mask)

    def seen_by(self, seat: int) -> bytes:
        """All that a seat knows: what it sees now, and the trace of its own decisions."""
        self.look(seat)
        history = self.observer.history
        assert history is not None
        now = self.observer.flat.tobytes() + history.tobytes() + self.mask.tobytes()
        return self.traces[seat] + blake2b(now, digest_size=8).digest()

    def result(self) -> list[float]:
        """What the game came to; nothing before its end."""
        batch = self.batch
        if not self.over:
            return [0.0] * self.rules.seats
        if batch is not None and batch.seat[0] < 0 and self.settings["episode"] == "game":
            if self.start is None:
                return [float(value) for value in batch.final_result[0]]
        return [float(value) for value in self.totals]


class ShugiGame(pyspiel.Game):  # type: ignore[misc]
    """A rule set; parameters as ``load_game``."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        self.settings = DEFAULTS | dict(params or {})
        rules, self.start = _start(self.settings)
        self.rules = rules
        utility = GENERAL if rules.reads("riichi_cost") else ZERO
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTION_COUNT,
            max_chance_outcomes=self.settings["deals"],
            num_players=rules.seats,
            min_utility=-BOUND,
            max_utility=BOUND,
            utility_sum=0.0 if utility == ZERO else None,
            max_game_length=self.settings["max_steps"],
        )
        super().__init__(_game_type(utility), info, self.settings)

    def new_initial_state(self) -> "ShugiState":
        return ShugiState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "ShugiObserver":
        if params:
            raise ValueError(f"observers take no parameters; got {params}")
        plain = pyspiel.IIGObservationType(perfect_recall=False)
        return ShugiObserver(self.rules, iig_obs_type or plain)


def _start(settings: Mapping[str, Any]) -> tuple[Rules, dict[str, Any] | None]:
    """The rules, and the position that a game begins from."""
    if settings["episode"] not in ("game", "hand"):
        raise ValueError(f'episode must be "game" or "hand"; got {settings["episode"]!r}')
    for name, least in (("deals", 1), ("max_steps", 1), ("seed", 0)):
        if not least <= whole(settings[name], name) < MOST:
            raise ValueError(
                f"{name} must lie between {least} and {MOST - 1}; got {settings[name]}"
            )
    rules, start = _start_of(settings)
    if not -1 <= whole(settings["viewer"], "viewer") < rules.seats:
        raise ValueError(f"viewer must be a seat, or -1: who moves; got {settings['viewer']}")
    return rules, start


def _start_of(settings: Mapping[str, Any]) -> tuple[Rules, dict[str, Any] | None]:
    text = settings["position"]
    if not isinstance(text, str):
        raise TypeError(f"position must be a text, or the name of a file, not {text!r}")
    if not text:
        return as_rules(settings["rules"]), None
    if "\n" not in text and is_file(Path(text)):
        text = read_text(Path(text), MOST_BYTES)
    return parse_position(text)


class ShugiState(pyspiel.State):  # type: ignore[misc]
    """A state; ``table`` holds the game itself."""

    def __init__(self, game: ShugiGame) -> None:
        super().__init__(game)
        self.table = SpielTable(game.rules, game.settings, game.start)

    def current_player(self) -> int:
        if self.table.batch is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.table.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(self.table.batch.seat[0])

    def is_terminal(self) -> bool:
        return self.table.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        deals = self.table.settings["deals"]
        return [(number, 1.0 / deals) for number in range(deals)]

    def _legal_actions(self, player: int) -> list[int]:
        return self.table.played.legal_actions(0)

    def _apply_action(self, action: int) -> None:
        if self.table.batch is None:
            self.table.deal(action)
        else:
            self.table.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self.table.observer.layout.action_name(action)

    def returns(self) -> list[float]:
        return self.table.result()

    def resample_from_infostate(self, player: int, sampler: Any) -> "ShugiState":
        """A copy in which what ``player`` cannot see is dealt again, as ISMCTS asks for."""
        other = self.clone()
        other.table.played.redeal(0, player, int(sampler() * 2**62))
        return other  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return "not dealt" if self.table.batch is None else format_position(self.table.batch, 0)


class ShugiObserver:
    """What a player sees as a tensor: ``dict`` names its parts.

    "player" one-hot, "observation" the flat row of numbers; with perfect recall also "history", the
    tokens of the latest events. The string tells apart all that the player has seen and done.
    """

    def __init__(self, rules: Rules, kind: Any) -> None:
        self.kind = kind
        observer = Observer(1, rules, history=True)
        parts = {"player": rules.seats}
        if kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            parts["observation"] = observer.layout.features
        if kind.perfect_recall:
            parts["history"] = observer.layout.history
        self.tensor = np.zeros(sum(parts.values()), np.float32)
        self.dict: dict[str, Any] = {}
        first = 0
        for name, size in parts.items():
            self.dict[name] = self.tensor[first : first + size]
            first += size

    def set_from(self, state: ShugiState, player: int) -> None:
        table = state.table
        self.tensor[:] = 0.0
        self.dict["player"][player] = 1.0
        if table.batch is None:
            return
        table.look(player)
        if "observation" in self.dict:
            self.dict["observation"][:] = table.observer.flat[0]
        if "history" in self.dict:
            assert table.observer.history is not None
            self.dict["history"][:] = table.observer.history[0]

    def string_from(self, state: ShugiState, player: int) -> str:
        table = state.table
        if table.batch is None:
            return f"player {player}"
        seen = table.seen_by(player)
        known = seen if self.kind.perfect_recall else seen[len(table.traces[player]) :]
        return f"player {player} {known.hex()}"


pyspiel.register_game(_game_type(GENERAL), ShugiGame)


def load_game(rules: str | Path = "super_bingo", **settings: Any) -> ShugiGame:
    """A rule set as a game of OpenSpiel.

    Args:
        rules: a rule set's name, or a rule file.
        episode: "game", or "hand": a game of OpenSpiel is one hand.
        deals: so many seeds chance may choose from; all of them are equally likely.
        seed: another one, other deals.
        max_steps: a game is over after so many decisions, with what was paid until then.
        position: begin here, not at the start: a position as text, or its file. Its rules are
            played; with ``deals`` above 1 what ``viewer`` cannot see is dealt anew in each.
        viewer: a seat, or -1: who is to move.

    Raises:
        ValueError: a setting that there is not, or that cannot be. RulesError: no such rules.
    """
    unknown = sorted(set(settings) - set(DEFAULTS))
    if unknown:
        name = f"{unknown[0]!r}{nearest(unknown[0], DEFAULTS)}"
        raise ValueError(f"there is no setting {name}; there are {', '.join(DEFAULTS)}")
    return ShugiGame({"rules": str(rules), **settings})
