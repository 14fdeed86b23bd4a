"""Drawing anew what a seat cannot know."""

from envs.core.compiling import compile_rule


@compile_rule()
def write_redeal(s, seat, seed):
    """Draw anew, from `seed`, everything that `seat` cannot know.

    That is only what has yet to be drawn: moods and revolutions come from the generator when they are needed, and there
    is no deck in the state. The VP of others are hidden but can be told from what everybody saw (R31), so they stay.
    """
    s.random = seed
