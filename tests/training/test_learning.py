"""That something is learned: by both learners, on two games, and by ours at least as well per decision."""

import json

import pytest

from envs.core.compiling import COMPILED
from training.train import main

BUDGETS = {"nineteen61": 196_608, "animal_farm": 196_608}
"""Decisions of the learner: a minute and less for each run."""
FAIR = {"nineteen61": 1 / 2, "animal_farm": 1 / 4}
SETTINGS = ["opponents=[{player: learner, weight: 1}, {player: random, weight: 1}]", "ratings.every=null"]
SETTINGS += ["ppo.decisions=8192", "ppo.minibatch=2048", "ppo.schedule=constant", "tables.number=128"]
SETTINGS += ["policy.widths=[64,64]", "evaluation.games=2000", "evaluation.players=[random]"]


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="takes too long as plain Python")
@pytest.mark.parametrize("game", BUDGETS)
def test_ppo_learns_at_least_as_well_per_decision(game, tmp_path):
    """Against random players, after the same decisions: far above a fair share, and not behind MaskablePPO.

    Seeds of one learner differ by some percent of games won, so being behind means by more than five.
    """
    rates = {}
    for learner in ("ppo", "maskable_ppo"):
        folder = tmp_path / learner
        settings = [*SETTINGS, f"learner={learner}", f"budget.decisions={BUDGETS[game]}"]
        assert main(["--config", f"{game}/quick", "--run-folder", str(folder), "--set", *settings]) == 0
        (row,) = json.loads((folder / "evaluation.json").read_text())["results"]
        rates[learner] = row["win_rate"]
    print(rates)
    assert rates["ppo"] > FAIR[game] + 0.2
    assert rates["ppo"] > rates["maskable_ppo"] - 0.05
