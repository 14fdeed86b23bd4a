"""The observation of Farms Race as a graph, for graph networks: regions are nodes, neighbours are edges.

    edges = region_edges({"num_players": 3, "map": "3p_small"})  # (2, E), the same in every game on this map
    nodes = region_graph(features, 3)  # (..., 36, F), columns NODE_COLUMNS
    players = player_nodes(features, 3)  # (..., 3, P), the own seat first
    table = table_features(features, 3)  # (..., T), all the rest

These three cut the observation in pieces that do not overlap and leave nothing out. They take one observation or a
batch of any shape, as counts (int8, of the vector face) or as shares (float32, of the other faces), and keep that type:
divided by `NODE_HIGHS`, counts of nodes are shares. Plain NumPy; nothing here is compiled.
"""

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from envs.core.options import nearest

from .box import KINDS, MAP_NAMES, MAP_NUMBERS, MAP_OF, REGIONS, SCENARIO_MAPS, SEATS, touch
from .observation import MAP_PART, OBSERVATION_LAYOUT, OWNER_PLACES, REGION_BLOCKS, SEAT_PARTS
from .options import DEFAULT_MAP, MAP, NUM_PLAYERS, OPTIONS, OWN_MAP, SCENARIO, read_map

NODE_COLUMNS = tuple(f"{block.name}: {label}" for block in REGION_BLOCKS for label in block.labels)
"""What the columns of nodes are: the block and the label of each, as `OBSERVATION_LAYOUT` describes them."""
NODE_HIGHS = np.concatenate([np.full(block.shape[1], block.high, np.int8) for block in REGION_BLOCKS])
"""The highest count in each column, int8 of shape (F,)."""
_SOURCES = np.concatenate(
    [
        OBSERVATION_LAYOUT.offset(block.name) + np.arange(block.size, dtype=np.int64).reshape(block.shape)
        for block in REGION_BLOCKS
    ],
    axis=1,
)
"""Where each number of the nodes stands in an observation, (REGIONS, F)."""


def _checked(features: np.ndarray, players: int) -> np.ndarray:
    """Return `features`; raise ValueError unless they are observations at a table of `players`."""
    if not isinstance(players, (int, np.integer)) or not 2 <= players <= SEATS:
        raise ValueError(f"players: got {players!r}, allowed are 2..{SEATS}")
    size = OBSERVATION_LAYOUT.size(int(players))
    if not isinstance(features, np.ndarray) or not features.ndim or features.shape[-1] != size:
        got = f"shape {features.shape}" if isinstance(features, np.ndarray) else type(features).__name__
        raise ValueError(f"features: got {got}, allowed is an array whose last axis is {size} with {players} players")
    return features


def column(name: str) -> int:
    """Return the number of a column of nodes; raise ValueError with the nearest name if there is none."""
    if name not in NODE_COLUMNS:
        raise ValueError(f"no column {name!r}{nearest(name, NODE_COLUMNS)} (the columns are NODE_COLUMNS)")
    return NODE_COLUMNS.index(name)


def region_graph(features: np.ndarray, players: int, regions: int = REGIONS) -> np.ndarray:
    """Return the nodes of regions.

    Args:
        features: observations, (..., size of the observation).
        players: seats at the table.
        regions: how many nodes: those of the map (`region_count`), by default all 36 places. Nodes beyond the map are 0
            and have no edges; `on_map` tells them.

    Returns:
        (..., regions, F) of the type of `features`, in the order of the map: row by row, by r, then by q. The columns
        are `NODE_COLUMNS`.

    Raises:
        ValueError: the features are not those of such a table; there are no such numbers of players or regions.
    """
    _checked(features, players)
    if isinstance(regions, bool) or not isinstance(regions, (int, np.integer)) or not 1 <= regions <= REGIONS:
        raise ValueError(f"regions: got {regions!r}, allowed are 1..{REGIONS}")
    return features[..., _SOURCES[:regions]]


def on_map(nodes: np.ndarray) -> np.ndarray:
    """Return which of the `nodes` (..., regions, F) are regions of the map: bool of shape (..., regions)."""
    return np.asarray(nodes[..., :KINDS].any(axis=-1))  # each region has a terrain


def player_nodes(features: np.ndarray, players: int) -> np.ndarray:
    """Return the parts of the observation about players, (..., players, P): the own seat first, then in turn order.

    The columns `owner` of the nodes of regions say which of these each region belongs to. Raises ValueError like
    `region_graph`.
    """
    seats = _checked(features, players)[..., SEAT_PARTS:]
    return seats.reshape(*features.shape[:-1], players, OBSERVATION_LAYOUT.seat_size)


def table_features(features: np.ndarray, players: int) -> np.ndarray:
    """Return what is neither about a region nor about a player, (..., T). Raises ValueError like `region_graph`."""
    return _checked(features, players)[..., MAP_PART:SEAT_PARTS]


def owner_edges(features: np.ndarray, players: int) -> np.ndarray:
    """Return who controls which region in one observation, as edges from players to regions.

    Args:
        features: one observation, (size of the observation,).
        players: seats at the table.

    Returns:
        int64 (2, E): row 0 places after the own seat (rows of `player_nodes`), row 1 regions; ordered by region. The
        neutral herd is not among them.

    Raises:
        ValueError: like `region_graph`; a batch of observations.
    """
    if _checked(features, players).ndim != 1:
        raise ValueError(f"features: got shape {features.shape}, allowed is one observation")
    region, places = np.nonzero(OBSERVATION_LAYOUT.read(features, "owner")[:, : OWNER_PLACES - 1])
    return np.stack([places, region]).astype(np.int64)


def _numbers(board: Any) -> np.ndarray:
    """Return a map, in one of the forms that `region_edges` takes, as `box.map_numbers` gives it."""
    if isinstance(board, str):
        if board not in MAP_NAMES:
            raise ValueError(f"map: got {board!r}{nearest(board, MAP_NAMES)} (allowed are {', '.join(MAP_NAMES)})")
        return MAP_NUMBERS[MAP_NAMES.index(board)]
    if not isinstance(board, Mapping):
        raise ValueError(
            f"map: got {reprlib.repr(board)}, allowed are a map's name, a map, options of a table, a state"
        )
    if "hexes" in board or "starts" in board:
        try:
            return np.array(read_map(board)[1:], np.int64)
        except ValueError as error:
            raise ValueError(f"map: {error}") from None
    options = OPTIONS.encode(OPTIONS.complete(board))
    players, code = int(options[NUM_PLAYERS]), int(options[MAP])
    if code == OWN_MAP:
        return options[MAP + 1 : MAP + 1 + MAP_NUMBERS.shape[1]]
    if code == DEFAULT_MAP:
        code = int(SCENARIO_MAPS[options[SCENARIO]] if players == 2 else MAP_OF[players])
    return MAP_NUMBERS[code]


def _places(board: Any) -> list[tuple[int, int]]:
    """Return the coordinates (q, r) of the regions of a map, or of the map of a state, in order."""
    if getattr(board, "dtype", None) is not None and {"regions", "q", "r"} <= set(board.dtype.names or ()):
        number = int(board["regions"])
        return list(zip(board["q"][:number].tolist(), board["r"][:number].tolist(), strict=True))
    numbers = _numbers(board)
    rows = numbers[1 : 1 + 4 * int(numbers[0])].reshape(-1, 4).tolist()
    return [(q, r) for q, r, _, _ in rows]


def region_count(board: Any) -> int:
    """Return how many regions a map has, 1..36; `board` as for `region_edges`."""
    return len(_places(board))


def region_edges(board: Any) -> np.ndarray:
    """Return which regions of a map are next to each other.

    Args:
        board: the name of a map ("3p_small"); or a map of one's own, as the option takes it (a mapping with "starts"
            and "hexes"); or options of a table (a mapping; what it leaves out has its default); or a state.

    Returns:
        int64 (2, E): each pair of neighbours both ways, ordered by row 0 (from), then by row 1 (to). Regions are
        numbered like the nodes of `region_graph`.

    Raises:
        ValueError: there is no such map; a bad map or option.
    """
    places = _places(board)
    pairs = [(i, j) for i, place in enumerate(places) for j, other in enumerate(places) if touch(place, other)]
    return np.array(pairs, np.int64).reshape(-1, 2).T
