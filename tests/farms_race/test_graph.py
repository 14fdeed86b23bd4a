"""The observation as a graph: nodes, players and the rest are cut out of it, edges follow the map."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import envs
from envs.core.compiling import new_states
from envs.core.table import Table
from envs.farms_race import GAME
from envs.farms_race.box import HERDS, KINDS, MAP_NAMES, REGIONS
from envs.farms_race.graph import (
    NODE_COLUMNS,
    NODE_HIGHS,
    column,
    on_map,
    owner_edges,
    player_nodes,
    region_count,
    region_edges,
    region_graph,
    table_features,
)
from envs.farms_race.maps import MAPS
from envs.farms_race.observation import MAP_PART, OBSERVATION_LAYOUT, PER_SEAT, REGION_BLOCKS, SEAT_PARTS
from envs.farms_race.state import STATE

COUNTS = {"3p_small": 16, "3p_large": 25, "4p_small": 25, "4p_large": 31, "5p_small": 30, "5p_large": 35}
COUNTS |= {"2p_s1": 20, "2p_s2": 24, "2p_s3": 20}
ROW = {"starts": [[0, 0], [2, 0]], "hexes": [[0, 0, "wood"], [1, 0, "clay"], [2, 0, "wheat"]]}
"""A map of one's own: three regions in a row."""


def numbered(players: int) -> np.ndarray:
    """Return an observation whose entries are their own places, as int64."""
    return np.arange(OBSERVATION_LAYOUT.size(players))


def pairs(edges: np.ndarray) -> set[tuple[int, int]]:
    """Return edges as a set of pairs."""
    assert edges.shape[0] == 2
    assert edges.dtype == np.int64
    return set(map(tuple, edges.T.tolist()))


# Nodes


def test_columns_are_those_of_the_blocks() -> None:
    assert len(set(NODE_COLUMNS)) == len(NODE_COLUMNS) == len(NODE_HIGHS)
    assert NODE_COLUMNS[:KINDS] == tuple(f"terrain: {name}" for name in OBSERVATION_LAYOUT.block("terrain").labels)
    assert NODE_HIGHS[column("herds: healthy")] == HERDS
    assert NODE_HIGHS[column("place: barn")] == 1


def test_each_block_of_regions_is_in_the_nodes() -> None:
    features = numbered(3)
    nodes = region_graph(features, 3)
    assert nodes.shape == (REGIONS, len(NODE_COLUMNS))
    for block in REGION_BLOCKS:
        first = column(f"{block.name}: {block.labels[0]}")
        found = nodes[:, first : first + len(block.labels)]
        assert np.array_equal(found, OBSERVATION_LAYOUT.read(features, block.name)), block.name


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_nothing_is_left_out_and_nothing_comes_twice(players: int) -> None:
    features = numbered(players)
    parts = (region_graph(features, players), player_nodes(features, players), table_features(features, players))
    assert parts[1].shape == (players, PER_SEAT)
    assert parts[2].shape == (SEAT_PARTS - MAP_PART,)
    assert np.array_equal(np.sort(np.concatenate([part.ravel() for part in parts])), features)


@pytest.mark.parametrize("shape", [(), (4,), (2, 3)])
@pytest.mark.parametrize("dtype", [np.int8, np.float32])
def test_batches_keep_their_shape_and_type(shape: tuple[int, ...], dtype: type) -> None:
    size = OBSERVATION_LAYOUT.size(4)
    features = np.random.default_rng(1).integers(0, 100, (*shape, size)).astype(dtype)
    nodes, seats = region_graph(features, 4, 25), player_nodes(features, 4)
    assert nodes.shape == (*shape, 25, len(NODE_COLUMNS))
    assert seats.shape == (*shape, 4, PER_SEAT)
    assert nodes.dtype == seats.dtype == dtype
    assert table_features(features, 4).shape == (*shape, SEAT_PARTS - MAP_PART)
    for place in np.ndindex(shape):
        assert np.array_equal(nodes[place], region_graph(features[place], 4, 25))
        assert np.array_equal(seats[place], player_nodes(features[place], 4))


def test_the_graph_of_a_game() -> None:
    """After the set-up each seat has a Barn at home; counts and shares of the same observation agree."""
    table = Table(GAME, {"num_players": 3})
    table.start(4)
    while table.state["stage"] == 0:
        table.play(int(np.flatnonzero(table.mask)[0]))
    nodes = region_graph(table.features, 3)
    assert on_map(nodes).tolist() == [True] * 16 + [False] * 20
    assert not nodes[16:].any()
    homes = np.flatnonzero(nodes[:, column("place: barn")])
    assert len(homes) == 3
    assert set(homes.tolist()) <= set(np.flatnonzero(nodes[:, column("place: start")]).tolist())
    shares = region_graph(table.observation(table.seat), 3)
    assert np.allclose(shares, nodes / NODE_HIGHS)
    assert sorted(owner_edges(table.features, 3).T.tolist(), key=lambda edge: edge[1]) == [
        [int(np.flatnonzero(nodes[home, column("owner: own") : column("owner: own") + 5])[0]), home]
        for home in homes.tolist()
    ]


def test_the_batch_of_the_vector_face() -> None:
    vec = envs.make_vec("farms_race", num_games=3, num_players=4)
    vec.reset(seed=1)
    nodes = region_graph(vec.features, 4, region_count({"num_players": 4}))
    assert nodes.shape == (3, 25, len(NODE_COLUMNS))
    assert on_map(nodes).all()


# Edges


@pytest.mark.parametrize("name", MAP_NAMES)
def test_edges_of_the_maps(name: str) -> None:
    """Every pair of neighbours both ways, by the distance of hexes; all regions hang together."""
    places = sorted((place for kind in list(MAPS[name])[1:] for place in MAPS[name][kind]), key=lambda p: (p[1], p[0]))
    assert region_count(name) == len(places) == COUNTS[name]
    found = pairs(region_edges(name))
    for i, (q, r) in enumerate(places):
        for j, (other_q, other_r) in enumerate(places):
            away = max(abs(q - other_q), abs(r - other_r), abs(q + r - other_q - other_r))
            assert ((i, j) in found) == (away == 1)
    reached = {0}
    for _ in places:
        reached |= {to for start, to in found if start in reached}
    assert len(reached) == len(places)


def test_edges_are_ordered_and_come_once() -> None:
    edges = region_edges("4p_large").T.tolist()
    assert edges == sorted(edges)
    assert len(pairs(region_edges("4p_large"))) == len(edges)


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({}, "3p_small"),
        ({"num_players": 4}, "4p_small"),
        ({"num_players": 5}, "5p_large"),
        ({"num_players": 3, "map": "5p_small"}, "5p_small"),
        ({"num_players": 2, "scenario": 3}, "2p_s3"),
        ({"num_players": 2}, "2p_s1"),
    ],
)
def test_edges_by_options_and_by_state(options: dict[str, Any], name: str) -> None:
    """A map's name, the options of a table and its state lead to the same edges: those that the rules go by."""
    edges = region_edges(name)
    assert np.array_equal(region_edges(options), edges)
    state = new_states(STATE, 1)[0]
    GAME.rules.reset(state, GAME.options.encode(GAME.options.complete(options)), np.uint64(1))
    assert np.array_equal(region_edges(state), edges)
    ruled = {(i, j) for i in range(REGIONS) for j in range(REGIONS) if int(state["adjacent"][i]) >> j & 1}
    assert pairs(edges) == ruled
    assert region_count(state) == COUNTS[name]


def test_edges_of_a_map_of_ones_own() -> None:
    for board in (ROW, {"map": {**ROW, "starts": [[0, 0], [1, 0], [2, 0]]}}):
        assert region_edges(board).tolist() == [[0, 1, 1, 2], [1, 0, 2, 1]]
        assert region_count(board) == 3


# Bad input


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: region_edges("3p_smal"), "'3p_smal'"),
        (lambda: region_edges("3p_smal"), "did you mean '3p_small'"),
        (lambda: region_edges(7), "map: got 7"),
        (lambda: region_edges({"num_player": 3}), "num_players"),
        (lambda: region_edges({"hexes": [[0, 0, "wood"]]}), "map: got a map without 'starts'"),
        (lambda: region_edges({**ROW, "starts": [[9, 9]]}), "map: got the start [9, 9]"),
        (lambda: region_graph(np.zeros(7), 3), "features: got shape (7,)"),
        (lambda: region_graph(np.zeros(()), 3), "features: got shape ()"),
        (lambda: region_graph([0], 3), "features: got list"),
        (lambda: region_graph(numbered(3), 6), "players: got 6, allowed are 2..5"),
        (lambda: region_graph(numbered(3), 4), "with 4 players"),
        (lambda: region_graph(numbered(3), 3, 37), "regions: got 37, allowed are 1..36"),
        (lambda: player_nodes(numbered(3), 2), "with 2 players"),
        (lambda: table_features(numbered(3), 5), "with 5 players"),
        (lambda: owner_edges(np.stack([numbered(3)] * 2), 3), "allowed is one observation"),
        (lambda: column("place: barns"), "place: barn"),
    ],
)
def test_bad_input_is_refused_in_one_line(call: Any, words: str) -> None:
    with pytest.raises(ValueError) as caught:
        call()
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
