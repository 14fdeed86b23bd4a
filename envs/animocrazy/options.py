"""The options of Animocrazy."""

from envs.core.options import REWARDS, Option, OptionSet

OPTIONS = OptionSet(
    Option("num_players", 6, "players at the table", low=4, high=10),
    Option("reward", "zero_sum", "how the outcome becomes the return of each seat", choices=REWARDS),
    Option("voracious", False, "nobody keeps more than four candies of a colour: the surplus leaves the game (A9)"),
    Option("carte_blanche", False, "ten blank laws are shuffled in, to be composed when proposed (A10)"),
    Option("talk", False, "before a vote everyone may announce how they will vote (A11)"),
    Option("hints", False, "observations also guess what laws, votes and candies would bring (blocks that say `hint`)"),
)

NUM_PLAYERS = OPTIONS.index("num_players")
REWARD = OPTIONS.index("reward")
VORACIOUS = OPTIONS.index("voracious")
CARTE_BLANCHE = OPTIONS.index("carte_blanche")
TALK = OPTIONS.index("talk")
HINTS = OPTIONS.index("hints")
