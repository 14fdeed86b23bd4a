"""What neither book nor rulings decide, where no other test shows it."""

from __future__ import annotations

from .table import draw


def test_a_saboteur_hits_herds_that_have_acted_first() -> None:
    table = draw("0,0 0:HH", "1,0 0:H", spies={0: ["Saboteur"]}, region={"0,0": {"spent_healthy": 1}})
    table.do("play Saboteur", "sabotage 0,0")
    assert table.at("0,0") == "0:Hd"
    table.do("move to -1,0")
    assert table.can("with a healthy herd from 0,0")
    assert not table.can("with a damaged herd from 0,0")


def test_moles_are_shown_in_the_own_turn_only() -> None:
    regions = ("0,0 0:H", "1,0 1:HH", "-1,0 2:H")
    table = draw(*regions, spies={1: ["Mole"]}, seats={0: {"ready": 1}, 1: {"ready": 1}}, options={"talk": 1})
    table.do("launch a ready nuke", "launch at 1,0")
    assert (table.asked, table.seat, table.choices) == ("LAUNCH", 1, ["launch a ready nuke", "launch no nuke"])
    table.do("launch no nuke").pass_until("WINDOW", seat=1)
    assert not table.can("play")
    table.pass_until("ACTIONS", seat=1)
    assert table.can("play Mole")
