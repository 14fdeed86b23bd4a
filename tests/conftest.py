"""What all tests share: the tiny game of `tests.toy` is known by its name, as a game of the user's own would be."""

import envs

envs.register_game("sticks", "tests.toy:GAME")


def pytest_collection_modifyitems(items):
    """Slow tests come first: several workers then end at about the same time."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
