"""The rules of 1961. Read in this order: `cards` (moving things), `missiles`, `effects` (actions), `turns`, `legal`,
then `redeal` and `outcome`; `contract` holds what the rest of the package calls.
"""
