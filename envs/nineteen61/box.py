"""What is in the box of 1961: 54 double-sided cards (6 kinds, 9 of each) and a Moon Lander for each player.

A kind of card is numbered by its building side. The action on its other side is a table (`DEFAULT_PAIRING`), because
the rulebook never says which belong together: the option `pairing` can give another one.
"""

EMBASSY, SILO, FACTORY, BUNKER, AGENCY, FACILITY, LANDER = range(7)
BUILDINGS = ("Embassy", "Missile Silo", "Factory", "Bunker", "Agency", "Secret Facility", "Moon Lander")

MISSILE_LAUNCH, ESPIONAGE, RESPONSE_SYSTEM, EMBARGO, SABOTAGE, RESEARCH = range(6)
ACTIONS = ("Missile Launch", "Espionage", "Response System", "Embargo", "Sabotage", "Research")

KINDS = 6
COPIES = 9
CARDS = KINDS * COPIES
SEATS = 6
PIECES = CARDS + SEATS  # cards 0..53 (kind = card // COPIES), then the Landers of seats 0..5

NO_CARD = CARDS
"""Ends a stack: the fields of a card have an entry for it, so that an empty stack can be read like any other."""

DEFAULT_PAIRING = (MISSILE_LAUNCH, ESPIONAGE, RESPONSE_SYSTEM, EMBARGO, SABOTAGE, RESEARCH)
"""Action on the other side of each building."""

HAND_DEALT = 3
HAND_DEALT_SECOND_OF_TWO = 4
LANDER_CARDS_TO_WIN = 5
EMBASSIES_TO_WIN = 3
LOOKS = 2  # the printed number of an Espionage; all others are 1

ROW = 44
"""Places of a row that can be addressed (R6). A row this long takes no further building."""
DEPTH = 24
"""Cards of a Silo's stack that can be launched, counted from the top (R6)."""
EFFECTS = 24
"""Effects that can be nested: at most 9 Researches, 9 Sabotages, one other and the draw below them (R21)."""
MISSILES = 32
"""Missiles that can be waiting: at most 9 Response Systems and one at each player (R10, R23)."""
