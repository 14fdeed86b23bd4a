"""What all tests share: the tiny game of `tests.toy` is known by its name, as a game of the user's own would be."""

import envs

envs.register_game("sticks", "tests.toy:GAME")
