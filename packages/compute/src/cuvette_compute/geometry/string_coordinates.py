"""mlfsm's redundant coordinates, quicker: all of a kind at once, and their generalized inverse from a matrix of the size of the molecule.

mlfsm (Marks and Gomes 2025, 10.1021/acs.jctc.5c01492) interpolates between two structures some thousand times while a string grows; object
by object that takes several times as long as the string's GFN2-xTB gradients. Structures are the same to rounding.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from mlfsm.coords import EIGENVAL_CUTOFF, MAX_ITERATIONS, RMS_DX_THRESHOLD, Redundant, angs_to_bohr
from mlfsm.cos import FreezingString
from mlfsm.interp import RIC
from scipy.linalg import lapack

from .primitive_arrays import PrimitiveArrays

# Where a pivot of the matrix of all directions is below this, some move changes no coordinate, or nearly none.
_SMALLEST_PIVOT = 1e-3


class _Distances:
    """What mlfsm asks of a structure to find its bonds, with all distances computed at once."""

    def __init__(self, atoms: Any) -> None:
        self._numbers, self._apart = atoms.get_atomic_numbers(), atoms.get_all_distances(mic=True)

    def get_atomic_numbers(self) -> np.ndarray:
        return self._numbers

    def get_distance(self, first: int, second: int, mic: bool = True) -> float:
        return float(self._apart[first, second])


class ArrayCoordinates(Redundant):
    """The redundant coordinates of two structures; positions are in Angstrom, coordinates in bohr and radians."""

    # None while mlfsm still chooses the coordinates.
    _arrays: PrimitiveArrays | None = None

    def __init__(self, first: Any, second: Any = None, verbose: bool = False) -> None:
        super().__init__(first, second, verbose)
        self._arrays = PrimitiveArrays(list(self.coords.values()), len(first))
        self._torsions = np.array(["tors" in name for name in self.keys], dtype=bool)
        self._straight = [coordinate for name, coordinate in self.coords.items() if "linearbnd" in name]

    def connectivity(self, atoms: Any) -> Any:
        """mlfsm's bonds of a structure."""
        known: Any = _Distances(atoms)
        return super().connectivity(known)

    def q(self, xyz: np.ndarray) -> np.ndarray:
        """The coordinates at a geometry (atoms x 3)."""
        return super().q(xyz) if self._arrays is None else self._arrays.values(xyz * angs_to_bohr)

    def b_matrix(self, xyz: np.ndarray) -> np.ndarray:
        """Their derivatives by the positions, coordinates x 3 atoms."""
        if self._arrays is None:
            return super().b_matrix(xyz)
        return self._arrays.derivatives(xyz * angs_to_bohr).reshape(len(self.keys), -1)

    def x(self, xyz: np.ndarray, qtarget: np.ndarray) -> np.ndarray:
        """The geometry near `xyz` whose coordinates are nearest to those wanted; the best first step where none is reached."""
        here = xyz.copy()
        for coordinate in self._straight:
            coordinate.reset(here * angs_to_bohr)
        move, least = self._step(here, qtarget)
        best = here + move
        for _ in range(MAX_ITERATIONS):
            if np.sqrt(np.mean((move * angs_to_bohr) ** 2)) <= RMS_DX_THRESHOLD:
                return here
            here = here + move
            move, missing = self._step(here, qtarget)
            if missing < least:
                best = here
        return best

    def _step(self, here: np.ndarray, wanted: np.ndarray) -> tuple[np.ndarray, float]:
        """The shortest move (Angstrom) towards the coordinates wanted, and the square of what atoms can still reach of them."""
        missing = wanted - self.q(here)
        turned = self._torsions & (np.abs(missing) > np.pi)
        missing[turned] -= np.copysign(2 * np.pi, missing[turned])
        slopes = self.b_matrix(here)
        wish, matrix = missing @ slopes, slopes.T @ slopes
        factor, failed = lapack.dpotrf(matrix + _moves_of_the_whole(here), lower=1)
        if not failed and factor.diagonal().min() > _SMALLEST_PIVOT:
            # Moves of the whole change no coordinate, and none is asked for: with them the matrix has an inverse.
            move = lapack.dpotrs(factor, wish, lower=1)[0]
        else:
            levels, directions = np.linalg.eigh(matrix)
            kept = levels > EIGENVAL_CUTOFF
            move = (directions[:, kept] / levels[kept]) @ (wish @ directions[:, kept])
        return move.reshape(-1, 3) / angs_to_bohr, float(wish @ move)


# How each coordinate of a place makes a turn about each axis: the signs of the cross product, 3 x (3 moves x 3 axes).
_TURNS = np.cross(np.eye(3)[None, :, :], np.eye(3)[:, None, :]).transpose(0, 2, 1).reshape(3, 9)


@cache
def _translations(atoms: int) -> np.ndarray:
    moves = np.tile(np.eye(3), (atoms, 1)) / np.sqrt(atoms)
    return moves @ moves.T


def _moves_of_the_whole(here: np.ndarray) -> np.ndarray:
    """A matrix (3 atoms x 3 atoms) in which moves of the whole geometry count about one: all translations and turns, but those of a line
    about itself.
    """
    about = here - np.add.reduce(here, 0) / len(here)
    turns = (about @ _TURNS).reshape(-1, 3)
    return _translations(len(here)) + (turns / float(np.vdot(about, about))) @ turns.T


class _Interpolation(RIC):
    def __post_init__(self) -> None:
        self.coords = ArrayCoordinates(self.atoms1, self.atoms2)


class ArrayString(FreezingString):
    """mlfsm's freezing string, whose redundant coordinates are arrays."""

    @property
    def interp(self) -> Any:
        """The kind of interpolation."""
        return self._interpolation

    @interp.setter
    def interp(self, kind: Any) -> None:
        self._interpolation = _Interpolation if kind is RIC else kind
