"""The policy as it plays, apart from the one that learns."""

import numpy as np
import torch
from torch import Tensor

from shugi._fast.net.policy import EnginePolicy
from shugi.agents.engine_policy import engine_policies
from shugi.agents.model import Policy
from shugi.agents.network import draw
from shugi.envs.common.arrays import F32, I64, U8, Rng
from shugi.training.learn.buffer import RolloutBuffer
from shugi.training.learn.passes import PIECE, Inference


class BehaviourPolicy:
    """Draws actions at decisions of buffers that are being played.

    Args:
        policy: that plays; one of its own where another goes on learning meanwhile.
        passes: how it is asked.
    """

    def __init__(self, policy: Policy, passes: Inference) -> None:
        self.policy, self.passes = policy, passes
        self.engines: list[EnginePolicy] = []  # the policy in the engine, by lot, if that plays

    def sync_policy(self, learnt: Policy) -> None:
        """What was learnt so far plays from now on: in the engine, if that can."""
        if self.passes.in_engine:
            self.engines = engine_policies(learnt, self.passes.game_rules)
        elif learnt is not self.policy:
            self.policy.load_state_dict(learnt.state_dict())

    def draw(
        self, buffer: RolloutBuffer, rows: I64, rng: Rng, floor: float, rare: Tensor
    ) -> tuple[U8, F32]:
        """(k,) actions at decisions that are played now, and their log-probabilities.

        Args:
            rows: numbers of the decisions in the buffer, flat.
            floor: of the probability, shared evenly by the rare acts that are legal.
            rare: (128,) 1 for such an act.
        """
        if self.engines:
            return self._drawn_by_engine(buffer, rows, rng, floor, rare)
        picks = torch.from_numpy(rows)
        chance = self._log_policy(buffer, picks).exp()
        if floor > 0:
            legal = torch.from_numpy(buffer.flat(buffer.mask))[picks]
            chance = with_floor(chance, legal, rare, floor)
        action = draw(chance, rng)
        log_prob = chance.gather(1, action[:, None]).squeeze(1).log()
        return action.to(torch.uint8).numpy(), log_prob.numpy()

    def _log_policy(self, buffer: RolloutBuffer, rows: Tensor) -> Tensor:
        """(k, 128) on the CPU, at decisions that are played now."""
        flat = [torch.from_numpy(buffer.flat(a)) for a in (buffer.mask, buffer.lot)]
        device, policy = self.passes.device, self.policy

        def of(part: Tensor) -> Tensor:
            with torch.inference_mode(), self.passes.precision():
                mask, lot = (array[part].to(device) for array in flat)
                terms = self.passes.terms(policy, lot)
                if device.type == "cpu":
                    return policy.kept(buffer.kept(part.numpy()), terms, mask)
                arrays = buffer.seen(part.numpy())
                seen = (torch.from_numpy(array).to(device) for array in arrays)
                found: Tensor = policy(*seen, terms, mask)
                return found

        return self.passes.in_parts(of, rows, PIECE).cpu()

    def _drawn_by_engine(
        self, buffer: RolloutBuffer, rows: I64, rng: Rng, floor: float, rare: Tensor
    ) -> tuple[U8, F32]:
        lifted, units = rare.numpy().astype(np.uint8), rng.random(len(rows))
        lists = (buffer.kept_planes, buffer.kept_globals)
        actions, log_probs = np.empty(len(rows), np.uint8), np.empty(len(rows), np.float32)

        def of(lot: int, at: I64) -> None:
            own = rows[at]
            mask = buffer.flat(buffer.mask)[own]
            actions[at], log_probs[at] = self.engines[lot].draw_kept(
                *lists, own, mask, units[at], floor, lifted
            )

        self.passes.by_lot(of, buffer.flat(buffer.lot)[rows])
        return actions, log_probs


def with_floor(chance: Tensor, mask: Tensor, rare: Tensor, floor: float) -> Tensor:
    """The policy with ``floor`` of its probability moved evenly to the rare acts that are legal.

    Args:
        chance: (b, 128) probabilities.
        mask: (b, 128), nonzero where legal.
        rare: (128,) 1 for a rare act.
    """
    legal = (mask != 0) * rare
    count = legal.sum(1, keepdim=True)
    mixed = (1 - floor) * chance + floor * legal / count.clamp(min=1)
    return torch.where(count > 0, mixed, chance)
