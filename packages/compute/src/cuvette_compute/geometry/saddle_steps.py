"""Steps towards a saddle point: partitioned rational functions of a restricted step, with one decomposition of the Hessian.

Along the lowest mode the energy rises to a maximum, along all others it falls to a minimum; each of the two parts is a rational function of
its own (Banerjee, Adams, Simons and Shepard 1985, 10.1021/j100247a015). A factor alpha on the unit matrix of both makes the step shorter
(Besalu and Bofill 1998, 10.1007/s002140050387). geomeTRIC takes the same steps; it diagonalizes the Hessian and a matrix of its size for
each alpha that it tries. Here the Hessian's modes serve for all of them, and the shift of a part is a root of one equation in them.
"""

from __future__ import annotations

import numpy as np

from .failures import BrokenDown

# A step is short enough when its length is right to this part.
_LENGTH_TOLERANCE = 1e-3
_MOST_FACTORS = 100
# Modes whose curvature is nearer than this to the shift take no part in the step (geomeTRIC's number).
_POLE = 1e-5
# A root is found when Newton's method moves it by less than this part.
_ROOT_TOLERANCE = 1e-15
_MOST_ROUNDS = 60


class SaddleSteps:
    """Steps at one geometry, from the gradient and the Hessian by the coordinates; none of these is held by a constraint."""

    def __init__(self, gradient: np.ndarray, hessian: np.ndarray) -> None:
        self._curvatures, self._modes = np.linalg.eigh(hessian)
        self._slopes = self._modes.T @ gradient

    def full(self) -> np.ndarray:
        """The step without a restriction. Raises RuntimeError where the lowest mode bends upwards and has no slope."""
        return self._at(1.0)[0]

    def of_length(self, target: float) -> np.ndarray:
        """The step of a length, or the full one where that is shorter (Newton's method over alpha)."""
        factor, last = 1.0, 0.0
        step, slope = self._at(factor)
        length = shortest = float(np.linalg.norm(step))
        if length < target:
            return step
        best = step
        for turn in range(_MOST_FACTORS):
            factor += (target - length) / slope
            step, slope = self._at(factor)
            length = float(np.linalg.norm(step))
            if abs(length - target) < _LENGTH_TOLERANCE * target or (turn > 10 and abs(last - length) < _LENGTH_TOLERANCE * length):
                return step
            if length < shortest:
                best, shortest = step, length
            last = length
        return best

    def _at(self, factor: float) -> tuple[np.ndarray, float]:
        """The step under a factor alpha, and how its length changes with alpha."""
        curvatures, slopes = self._curvatures, self._slopes
        levels = np.full(len(slopes), lowest_level(curvatures[1:], slopes[1:], factor))
        levels[0] = (curvatures[0] + np.sqrt(curvatures[0] ** 2 + 4 * factor * slopes[0] ** 2)) / (2 * factor)
        gaps = curvatures - factor * levels
        counted = np.abs(gaps) > _POLE
        counted[0] = True
        if gaps[0] == 0.0:
            raise BrokenDown("the lowest mode is no way to a saddle point: the energy neither rises nor falls along it")
        gaps = np.where(counted, gaps, np.inf)
        parts = -slopes / gaps
        squares = parts**2
        # For each part: by the shift, and the shift by alpha.
        change = 0.0
        for part in (slice(0, 1), slice(1, None)):
            shift = levels[part][0] / (1 + factor * np.sum(squares[part])) if len(levels[part]) else 0.0
            change += 2 * shift * float(np.sum(squares[part] / gaps[part]))
        return self._modes @ parts, change / (2 * max(float(np.sqrt(np.sum(squares))), 1e-30))


def lowest_level(curvatures: np.ndarray, slopes: np.ndarray, factor: float) -> float:
    """The lowest eigenvalue of a rational function's matrix, bordered by the slopes along the modes, with `factor` on the unit matrix.

    It is the lowest root of  level + sum of slope^2 / (curvature - factor * level),  which rises and bends upwards below its first pole, so
    that Newton's method goes down to it from above. It begins at the lowest that one mode would have alone.
    """
    squares = slopes**2
    level = float(np.min(curvatures - np.sqrt(curvatures**2 + 4 * factor * squares), initial=0.0)) / (2 * factor)
    with np.errstate(all="ignore"):
        for _ in range(_MOST_ROUNDS):
            gaps = curvatures - factor * level
            shares = squares / gaps
            move = float((level + np.sum(shares)) / (1 + factor * np.sum(shares / gaps)))
            if not np.isfinite(move):
                break
            level -= move
            if abs(move) <= _ROOT_TOLERANCE * abs(level):
                return level
    # A mode without slope lies on its pole; the matrix itself has no such trouble.
    bordered = np.zeros((len(slopes) + 1, len(slopes) + 1))
    bordered[0, 1:] = bordered[1:, 0] = slopes / np.sqrt(factor)
    bordered[1:, 1:] = np.diag(curvatures / factor)
    return float(np.linalg.eigvalsh(bordered)[0])
