"""The freezing string whose nodes lie on geodesics (Zhu, Thompson and Martinez 2019, 10.1063/1.5090303), by `geodesic_interpolate`.

A geodesic is the shortest path in scaled interatomic distances: atoms pass each other at distances that bonds have, without redundant
internal coordinates, which fail where bonds are made and broken.
"""

from __future__ import annotations

import logging
from typing import Any

import numpy as np
from geodesic_interpolate.geodesic import Geodesic
from geodesic_interpolate.interpolation import redistribute
from mlfsm.cos import FreezingString
from mlfsm.geom import calculate_arc_length
from mlfsm.interp import Interpolate
from scipy.interpolate import CubicSpline

# Images of a geodesic, its convergence in Angstrom and its iterations: the spline through them is as smooth as the path.
_IMAGES, _TOLERANCE, _ITERATIONS = 11, 2e-3, 15


def geodesic_path(symbols: list[str], first: np.ndarray, last: np.ndarray, images: int) -> np.ndarray:
    """Positions (images x atoms x 3, Angstrom) along the geodesic between two structures, both included, equally far apart.

    The library nudges its first guesses at random; here they are the same each time, so that a resumed search goes on from the same string.
    """
    logging.getLogger("geodesic_interpolate").setLevel(logging.ERROR)
    state = np.random.get_state()
    np.random.seed(0)
    try:
        raw = redistribute(symbols, [first, last], _IMAGES)
        smoother = Geodesic(symbols, raw, 1.7, threshold=3.0, friction=1e-2)
        smoother.smooth(tol=_TOLERANCE, max_iter=_ITERATIONS)
        path = np.array(smoother.path)
    finally:
        np.random.set_state(state)
    lengths = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=(1, 2)))])
    return np.asarray(CubicSpline(lengths, path, axis=0)(np.linspace(0.0, lengths[-1], images)))


class _GeodesicInterpolation(Interpolate):
    """A geodesic as mlfsm asks for interpolated paths."""

    def interpolate(self) -> Any:
        first, last = self.atoms1.get_positions(), self.atoms2.get_positions()
        if np.allclose(first, last):
            return np.repeat(first.reshape(1, -1), self.ninterp, axis=0)
        return geodesic_path(self.atoms1.get_chemical_symbols(), first, last, self.ninterp).reshape(self.ninterp, -1)


class GeodesicString(FreezingString):
    """mlfsm's string whose new nodes are placed along geodesics."""

    def __init__(self, first: Any, last: Any, **options: Any) -> None:
        super().__init__(first, last, interp_method="cart", **options)
        self.interp, self.interp_method = _GeodesicInterpolation, "geodesic"
        self.dist = calculate_arc_length(self.interp(first, last, ninterp=self.ninterp)())[-1]
        self.stepsize = self.dist / self.nnodes_min
