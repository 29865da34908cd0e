"""The freezing string between two structures (Behn, Zimmerman, Bell and Head-Gordon 2011, 10.1063/1.3664901), by `mlfsm`.

`mlfsm` (Marks and Gomes 2025, 10.1021/acs.jctc.5c01492) interpolates, places the nodes and relaxes each across the string; energies and
gradients come from any of our engines.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from ..engines import SinglePoint
from ..engines.evaluator import Evaluator
from ..errors import ComputeError, MethodNotAvailable, ResourceError
from ..geometry import BrokenDown, failures_of, growing_string
from ..structures.molecule import Molecule

_INTERPOLATIONS = {
    "cartesian": "cart",
    "linear_synchronous_transit": "lst",
    "redundant_internal_coordinates": "ric",
    "geodesic": "geodesic",
}


@dataclass(frozen=True)
class StringSettings:
    """How the string grows: nodes at least, points of each interpolation, and for each node iterations, line-search steps and Angstrom."""

    coordinates: str = "cartesian"
    interpolation: str = "redundant_internal_coordinates"
    fewest_nodes: int = 18
    interpolation_points: int = 100
    most_iterations: int = 3
    most_line_search_steps: int = 2
    largest_displacement: float = 0.3


@dataclass
class Node:
    """One node of the string; without a point where its energy could not be computed, then with the reason."""

    positions: np.ndarray
    point: SinglePoint | None
    reason: str | None = None
    # Energy (Hartree) and gradient evaluations.
    energy: float | None = None
    gradients: int = 0


def aligned(reference: np.ndarray, positions: np.ndarray) -> np.ndarray:
    """Positions turned and moved onto the reference, both N x 3."""
    from scipy.spatial.transform import Rotation

    centre, other = reference.mean(axis=0), positions.mean(axis=0)
    rotation, _ = Rotation.align_vectors(reference - centre, positions - other)
    return rotation.apply(positions - other) + centre


def arc_lengths(path: list[np.ndarray]) -> list[float]:
    """Length of a path from its first structure to each (Angstrom over all atoms), each structure laid on the one before."""
    lengths = [0.0]
    for before, after in pairwise(path):
        lengths.append(lengths[-1] + float(np.linalg.norm(aligned(before, after) - before)))
    return lengths


class FrozenString:
    """A string that grows from both ends (Angstrom); `forward` and `backward` hold the positions from each end inwards, ends included."""

    def __init__(self, molecule: Molecule, reactant: np.ndarray, product: np.ndarray, settings: StringSettings) -> None:
        _quiet()
        self._molecule, self._settings = molecule, settings
        first, last = molecule.at(reactant).to_ase(), molecule.at(aligned(reactant, product)).to_ase()
        self._string = growing_string(
            first,
            last,
            nnodes_min=settings.fewest_nodes,
            interp_method=_INTERPOLATIONS[settings.interpolation],
            ninterp=settings.interpolation_points,
        )

    @property
    def forward(self) -> list[np.ndarray]:
        return [atoms.get_positions() for atoms in self._string.r_string]

    @property
    def backward(self) -> list[np.ndarray]:
        return [atoms.get_positions() for atoms in self._string.p_string]

    @property
    def growing(self) -> bool:
        return bool(self._string.growing)

    @property
    def left(self) -> float:
        """The part (0 to 1) of the string that is still to grow."""
        return min(1.0, float(self._string.dist) / (self._string.stepsize * self._string.nnodes_min))

    def grow(self, calculator: Any) -> dict[str, Node]:
        """Add a node at each end, or one or none where the ends meet, and relax it across the string; the new nodes by their side."""
        string = self._string
        before = {"forward": len(string.r_string), "backward": len(string.p_string)}
        string.grow()
        found = {}
        for side, nodes, tangents in (
            ("forward", string.r_string, string.r_tangent),
            ("backward", string.p_string, string.p_tangent),
        ):
            if len(nodes) > before[side]:
                tangent = tangents[-1]
                if tangent is None:
                    raise ValueError("mlfsm gives each node that grew its tangent")
                found[side] = self._relax(nodes[-1], tangent, calculator)
        return found

    def settle(self, nodes: dict[str, tuple[int, np.ndarray]], growing: bool, distance: float) -> None:
        """Take the nodes of a round by side, each with its number, as they were stored; a later attempt goes on from the same string."""
        string = self._string
        sides = {
            "forward": (string.r_string, string.r_fix, string.r_energy, string.r_tangent),
            "backward": (string.p_string, string.p_fix, string.p_energy, string.p_tangent),
        }
        for side, (number, positions) in nodes.items():
            atoms, fixed, energies, tangents = sides[side]
            if len(atoms) == number:
                atoms.append(string.atoms.copy())
                fixed.append(False)
                energies.append(None)
                tangents.append(None)
            atoms[-1].set_positions(positions)
            fixed[-1] = True
        string.r_nnodes, string.p_nnodes = len(string.r_string), len(string.p_string)
        string.growing, string.dist = growing, distance

    def meets(self) -> tuple[bool, float]:
        """Whether the string goes on growing after this round, and how far its ends are apart (Angstrom)."""
        apart = float(np.linalg.norm(self.forward[-1] - aligned(self.forward[-1], self.backward[-1])))
        return self.growing and apart >= self._string.stepsize, apart

    def _relax(self, atoms: Any, tangent: np.ndarray, calculator: Any) -> Node:
        from mlfsm.opt import CartesianOptimizer, InternalsOptimizer

        settings = self._settings
        evaluator = Evaluator(calculator, self._molecule)
        kind: Any = CartesianOptimizer if settings.coordinates == "cartesian" else InternalsOptimizer
        optimizer = kind(
            evaluator,
            maxiter=settings.most_iterations,
            maxls=settings.most_line_search_steps,
            dmax=settings.largest_displacement,
        )
        optimizer.coordsobj = self._string.coordsobj
        grown = atoms.get_positions().copy()
        reason = None
        # Where mlfsm's internal coordinates fail, the node stays where it was placed.
        for positions in (lambda: optimizer.optimize(atoms.copy(), tangent)[0].get_positions(), lambda: grown):
            try:
                with failures_of("mlfsm", "geometric"):
                    where = np.round(positions(), 8)
                point = evaluator.point(where)
                return Node(where, point, None, point.energy, evaluator.evaluations)
            except (MethodNotAvailable, ResourceError):
                raise
            except ComputeError as error:
                reason = error.message
            except BrokenDown as error:
                reason = str(error)
        return Node(np.round(grown, 8), None, reason, None, evaluator.evaluations)


def _quiet() -> None:
    """mlfsm sets up the root logger as it is imported; one that has a handler it leaves alone."""
    root = logging.getLogger()
    if not root.handlers:
        root.addHandler(logging.NullHandler())
    logging.getLogger("mlfsm").setLevel(logging.ERROR)
    logging.getLogger("mlfsm.cos").setLevel(logging.ERROR)
