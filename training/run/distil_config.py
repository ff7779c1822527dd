"""Settings of distilling: which decisions, how their plans are valued, how the policy learns."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field
from pydantic.dataclasses import dataclass

STRICT = ConfigDict(extra="forbid", allow_inf_nan=False)

Share = Annotated[float, Field(ge=0, le=1)]
NotNegative = Annotated[float, Field(ge=0)]
Positive = Annotated[float, Field(ge=1e-6)]
Count = Annotated[int, Field(ge=1)]
CountFrom0 = Annotated[int, Field(ge=0)]
Names = Annotated[tuple[str, ...], Field(min_length=1)]


@dataclass(frozen=True, config=STRICT)
class DistilConfig:
    """The last phase: plans are played out at decisions that matter, and the policy learns which
    are better. It comes on top of the run's own length. `shugi distil` does it to a finished run.
    """

    minutes: NotNegative | None = None
    """Length in minutes; null for no limit in time."""
    rounds: CountFrom0 | None = None
    """Length in rounds; null for no limit in rounds. Both null, or a zero: no distillation."""
    positions: Count = 8192
    """Decisions of each round whose plans are valued, the same number of every class; of several
    rule sets in proportion to their shares."""
    classes: Names = (
        "riichi",
        "open_riichi",
        "open_hand_riichi",
        "float",
        "go_on",
        "disclose",
        "kong",
        "lay_aside",
    )
    """The decisions: those of these classes of `shugi decisions` that the rule set has. There are
    also push_fold, call and discard, and in card games card: all decisions."""
    self_play_share: Share = 0.7
    """Share of the games in which the policy plays at every seat."""
    players: Names = ("baseline",)
    """Who plays the rest of the games, each all seats of an equal share of them: agents by name.
    Odd ones come to positions that good play hardly ever sees."""
    games: Count = 256
    """Games played at once."""
    candidates: Annotated[int, Field(ge=2)] = 6
    """Plans valued of a decision: the likeliest ones. A few more come beside them: the likeliest
    of every verb and of the class's act, and what the baseline would do and would discard."""
    random_plans: CountFrom0 = 0
    """More plans of a decision, drawn at random from the others: with ``value_epochs`` a network
    learns from them what any plan is worth, also one that nobody would think of."""
    deals: Annotated[int, Field(ge=2)] = 8
    """Re-deals that every one of these plans is played out in."""
    dealt: Literal["likely", "any", "play"] = "likely"
    """How others' hands are dealt again: as far from ready as in play, or any that is possible.
    play: not at all; they stay what they were in play, and only the wall is dealt again. Nothing is
    assumed of them then, but only an average over positions is right: it wants ``value_epochs`` and
    many decisions."""
    recheck_factor: CountFrom0 = 8
    """Where another plan looks better than the likeliest, the two or three in question are played
    out in so many times as many deals, fresh ones; 0: nowhere."""
    continuation: Literal["baseline", "student", "policy", "policy_alone"] = "baseline"
    """Who plays the re-dealt hands to their end: the rule baseline, the student of the rules
    (`shugi list agents`), or the policy itself, at all seats or at the one that decides while the
    rule baseline plays the others."""
    horizon: CountFrom0 = 0
    """Hands are played until the seat decides again for so many-th time after its plan, and the
    critic of the policy's checkpoint says what is still to come; 0: to their end."""
    temperature: Positive = 0.3
    """Chips, or points / 1000: a plan that is better by this becomes e times likelier, beside
    the policy before."""
    temperature_unit: Literal["chips", "spread"] = "chips"
    """What ``temperature`` counts in. spread: how far the values of a rule set's plans lie apart
    (their 5 to 95 % range, as a normal deviation). Several rule sets at once need that: a chip of
    one is not a chip of another."""
    noise: NotNegative = 1.0
    """The temperature of the forward target is at least this many standard errors of the values
    of the decision."""
    value_epochs: CountFrom0 = 0
    """Passes over all that was valued in which a network first learns what plans are worth. The
    targets then follow it: the noise of single positions averages out. 0: they follow what
    playouts say of each position."""
    anchor_ratio: NotNegative = 1.0
    """Other decisions for each of these, at which the policy shall stay what it was."""
    kl: NotNegative = 4.0
    """Weight of the divergence from the policy before at those."""
    steps: Count = 100
    """Gradient steps of each round, over all that was valued so far."""
    minibatch: Count = 512
    """Decisions per gradient step."""
    learning_rate: Positive = 3e-4
    """At the start of each round; falls to a tenth along a cosine."""
    blend: Annotated[float, Field(gt=0, le=1)] = 1.0
    """How far each round's weights go from the policy before (0) to the one that was learnt (1).
    The smaller, the less other decisions change."""
    held_out: Annotated[float, Field(ge=0, lt=1)] = 0.1
    """Share of the decisions that is not learnt from, and shows what was gained."""

    @property
    def wanted(self) -> bool:
        limits = [limit for limit in (self.minutes, self.rounds) if limit is not None]
        return bool(limits) and min(limits) > 0
