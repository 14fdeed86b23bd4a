"""Announced votes: public, binding nobody, counted and reported (A11)."""

from __future__ import annotations

import numpy as np
import pytest

from envs.animocrazy import GAME
from envs.core.aec import GameAEC
from envs.core.single import GameSingle

from .table import draw

TALK = {"options": {"talk": True}}
CALM = "Y01 red"


def test_a11_without_talk_nobody_is_asked() -> None:
    assert draw(hand=[CALM]).propose(CALM).asked == "VOTE"


def test_a11_everybody_may_announce_before_the_vote_clockwise_from_the_proposer() -> None:
    table = draw(hand=[CALM], seat=2, **TALK).propose(CALM)
    assert set(table.legal_texts().values()) == {"announce Yes", "announce No", "announce nothing"}
    order = []
    while table.asked == "SAY":
        order.append(table.seat)
        table.do("announce No")
    assert order == [2, 3, 0, 1]
    assert (table.asked, table.seat) == ("VOTE", 2)


def test_a11_announcements_are_seen_by_all_at_once() -> None:
    table = draw(hand=[CALM], **TALK).propose(CALM).do("announce Yes", "announce nothing")
    for seat in range(4):
        features = table.look(seat)[0]
        said = [GAME.observation.read(features, "announced", (i - seat) % 4).tolist() for i in range(4)]
        assert said == [[1, 0, 0], [0, 0, 1], [0, 0, 0], [0, 0, 0]]


def test_a11_announcements_bind_nobody_and_are_gone_with_the_next_turn() -> None:
    table = draw(hand=[CALM], wilds="YNSY", **TALK).propose(CALM).say("yyn-").vote("nwwn")
    assert (table.state["announced"] == -1).all()
    assert table.result is True  # a Definite No, and the Scam turns it


def test_a11_said_against_done_is_counted_by_vote() -> None:
    table = draw(hand=[CALM], wilds="YNSY", **TALK).propose(CALM).say("ynn-").vote("wnwy")
    facts = GAME.report(table.state)
    assert [fact["said"] for fact in facts] == [
        {"Yes": {"Definite Yes": 1}, "No": {}, "nothing": {}},
        {"Yes": {}, "No": {"No": 1}, "nothing": {}},
        {"Yes": {}, "No": {"Scam": 1}, "nothing": {}},
        {"Yes": {}, "No": {}, "nothing": {"Yes": 1}},
    ]
    assert [(fact["kept"], fact["broken"]) for fact in facts] == [(1, 0), (1, 0), (0, 1), (0, 0)]
    for seat in range(4):
        read = [GAME.observation.read(table.look(seat)[0], "kept_word", (i - seat) % 4).tolist() for i in range(4)]
        assert read == [[1, 0], [1, 0], [0, 1], [0, 0]]


def test_a11_counts_wait_until_all_votes_are_in() -> None:
    table = draw(hand=[CALM], **TALK).propose(CALM).say("nnnn").cast("y").cast("y").cast("y")
    assert not table.state["said"].any()


@pytest.mark.parametrize("talk", [False, True])
def test_a11_infos_at_the_end_report_every_player(talk: bool) -> None:
    env = GameAEC(GAME, num_players=4, talk=talk)
    env.reset(seed=3)
    rng = np.random.default_rng(3)
    while not any(env.terminations.values()):
        assert "report" not in env.infos[env.agent_selection]
        env.step(int(rng.choice(np.flatnonzero(env.table.mask))))
    facts = [env.infos[agent]["report"] for agent in env.agents]
    assert facts == GAME.report(env.table.state)
    assert [fact["points"] for fact in facts] == env.table.state["points"][:4].tolist()
    votes = int(env.table.state["votes_taken"])
    for fact in facts:
        assert sum(sum(row.values()) for row in fact["said"].values()) == (votes if talk else 0)
        assert (fact["kept"] + fact["broken"] > 0) is talk


def test_a11_infos_of_the_gymnasium_face_report_too() -> None:
    env = GameSingle(GAME, num_players=4, talk=True, opponents="random")
    _, info = env.reset(seed=1)
    done = False
    while not done:
        assert "report" not in info
        _, _, terminated, truncated, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        done = terminated or truncated
    assert len(info["report"]) == 4
