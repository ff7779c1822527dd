"""A duplicate match in one call."""

from collections.abc import Mapping, Sequence

from shugi._fast.rules.compile import Rules
from shugi.agents import Agent, make_agent
from shugi.envs.rulesets.rules import load_rules
from shugi.training.judge.match import Match
from shugi.training.judge.outcome import Outcome, judge


def compete(
    rules: Rules | str,
    agents: Mapping[str, Agent] | Sequence[str],
    *,
    sets: int = 1000,
    seed: int = 1,
    threads: int = 2,
) -> Outcome:
    """Play duplicate games: the same walls in every order of the agents over the seats.

    Args:
        rules: a rule set by name, or compiled.
        agents: who plays, by name; or names that ``make_agent`` knows, none of them a program.
            With fewer than seats the last one fills up.
        sets: of games; a set is one seed of the walls, played in every distinct order.
        seed: of the walls and of the agents' chance.
        threads: of the engine.

    Returns:
        Means with 95 % intervals, over sets: ``outcome.agents[0].per_hand`` in
        ``outcome.unit.name`` (chips, thousands of points, or units).

    Raises:
        RulesError, AgentError: unknown names, or too many agents.
    """
    rules = load_rules(rules) if isinstance(rules, str) else rules
    if not isinstance(agents, Mapping):
        agents = {spec: make_agent(spec, rules) for spec in agents}
    match = Match(rules, agents, seed, threads)
    match.play(sets)
    return judge(match.record())
