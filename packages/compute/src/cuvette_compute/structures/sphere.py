"""Directions in space."""

from __future__ import annotations

import numpy as np


def even_directions(count: int) -> np.ndarray:
    """Unit vectors (count x 3) spread evenly over the sphere: a spiral by the golden angle, each with the same share of the height."""
    place = np.arange(count) + 0.5
    height, turn = 1 - 2 * place / count, np.pi * (1 + 5**0.5) * place
    flat = np.sqrt(1 - height**2)
    return np.stack([flat * np.cos(turn), flat * np.sin(turn), height], axis=1)
