"""Training and comparing policies on the games of `envs`. See `train.py` and `compare.py`."""
