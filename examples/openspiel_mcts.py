"""OpenSpiel's information-set MCTS at a hand of Ninety-Nine, against random play. A minute.

It searches positions that are dealt again as its own seat might have them: it looks at no hidden
card. In ten minutes 200 simulations a decision win 24.5 ± 6.4 points a hand:

    pip install shugi open_spiel
    python examples/openspiel_mcts.py --games 100 --simulations 200
"""

import argparse

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts

from shugi.envs.openspiel import load_game


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rules", default="ninety_nine")
    parser.add_argument("--games", type=int, default=10, help="hands, each with another deal")
    parser.add_argument("--simulations", type=int, default=40, help="for each decision")
    told = parser.parse_args()

    game = load_game(told.rules, episode="hand", deals=told.games)
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, rng),
        uct_c=20.0,  # about as large as a hand's result
        max_simulations=told.simulations,
        random_state=rng,
    )
    results = []
    for deal in range(told.games):
        state = game.new_initial_state()
        state.apply_action(deal)
        seat = deal % game.num_players()
        while not state.is_terminal():
            own = state.current_player() == seat
            action = bot.step(state) if own else rng.choice(state.legal_actions())
            state.apply_action(action)
        results.append(state.returns()[seat])
        print(f"hand {deal + 1}: seat {seat} wins {results[-1]:+.0f}")
    error = np.std(results, ddof=1) / len(results) ** 0.5 if len(results) > 1 else float("nan")
    print(f"mean {np.mean(results):+.1f} ± {1.96 * error:.1f} points a hand")


if __name__ == "__main__":
    main()
