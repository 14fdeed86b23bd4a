"""The rules of Animocrazy. Read in this order: `laws` (cards and what they say), `scoring`, `candies`, `wilds`,
`outlook` (what a law would bring), `effects` (one interpreter for what laws do), `voting`, `turns`, `legal`, then
`redeal` and `outcome`; `contract` holds what the rest of the package calls.
"""
