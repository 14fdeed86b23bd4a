"""The rules of 1984: Animal Farm. Read in this order: `board` (seats, tokens, agents, VP), `promises`, `alliances` (who
would win a region), `playing` (which actions may be played, and how they are declared), `effects` (what they do),
`answers` (the stack of Elephants), `bargaining`, `revolutions`, `buying`, `rounds` (what follows what), `legal`, then
`redeal` and `outcome`; `contract` holds what the rest of the package calls.
"""
