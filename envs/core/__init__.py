"""What every game shares. Knows no game by name; see `envs.core.game` for the contract of a game."""
