"""Gymnasium spaces of the faces."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete


class Actions(Discrete):
    """The actions of a game: a `Discrete` space that draws from a mask about ten times faster."""

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Return a uniformly drawn action.

        Args:
            mask: int8 (actions,); only actions with 1 are drawn, 0 is returned if there is none.
            probability: float64 (actions,); how likely each action is.
        """
        if mask is None or probability is not None:
            return super().sample(mask, probability)
        if not isinstance(mask, np.ndarray) or mask.dtype != np.int8 or mask.shape != (self.n,):
            raise ValueError(f"mask: got {mask!r}, allowed is an int8 array of shape ({self.n},)")
        legal = mask.nonzero()[0]
        if len(legal) == 0:
            return self.start
        return legal[self.np_random.integers(len(legal))]


def observation_box(features: int) -> Box:
    """Return the space of an observation: float32 (features,) in [0, 1]."""
    return Box(0.0, 1.0, (features,), np.float32)


def observation_dict(features: int, actions: int) -> Dict:
    """Return the space of an observation with its mask."""
    return Dict({"observation": observation_box(features), "action_mask": Box(0, 1, (actions,), np.int8)})
