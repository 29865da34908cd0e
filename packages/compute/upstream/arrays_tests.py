"""Coordinates as arrays: the values, derivatives, combinations and steps of geometric.internal and geometric.optimize."""

import numpy as np
import pytest
from geometric import internal, optimize
from geometric.arrays import Delocalized, Optimizer, Primitives
from geometric.engine import Engine
from geometric.molecule import Molecule
from geometric.params import OptParams

# Ethanol, and methanol beside water (Angstrom).
STRUCTURES = {
    "ethanol": (
        "C C O H H H H H H",
        """-0.888 0.167 -0.027 0.466 -0.512 -0.036 1.431 0.322 0.586 -0.847 1.114 -0.573 -1.647 -0.458 -0.505
        -1.196 0.395 0.997 0.793 -0.724 -1.062 0.430 -1.474 0.487 1.467 1.155 0.096""",
    ),
    "complex": (
        "C O H H H H O H H",
        """-0.046 0.662 0.000 -0.046 -0.758 0.000 -1.092 0.969 0.000 0.437 1.080 0.892 0.437 1.080 -0.892
        0.862 -1.057 0.000 2.600 -1.900 0.100 3.100 -1.150 0.420 2.950 -2.650 0.560""",
    ),
}


def molecule_of(name, seed=0):
    symbols, places = STRUCTURES[name]
    molecule = Molecule()
    molecule.elem = symbols.split()
    positions = np.array(places.split(), dtype=float).reshape(-1, 3)
    molecule.xyzs = [positions + np.random.default_rng(seed).normal(0, 0.03, positions.shape)]
    molecule.comms = [name]
    molecule.build_topology()
    return molecule


@pytest.mark.parametrize("name", STRUCTURES)
def test_values_and_derivatives(name):
    molecule = molecule_of(name)
    ours, theirs = Primitives(molecule), internal.PrimitiveInternalCoordinates(molecule_of(name))
    assert [repr(one) for one in ours.Internals] == [repr(one) for one in theirs.Internals]
    start = molecule.xyzs[0].flatten() / internal.bohr2ang
    here = start + np.random.default_rng(1).normal(0, 0.2, start.shape)
    assert np.abs(ours.calculate(here) - theirs.calculate(here)).max() < 1e-10
    assert np.abs(ours.derivatives(here) - theirs.derivatives(here)).max() < 1e-10
    assert np.abs(ours.calcDiff(here, start) - theirs.calcDiff(here, start)).max() < 1e-10


class Springs(Engine):
    """Springs between all atoms, at rest in another geometry."""

    def __init__(self, molecule):
        super().__init__(molecule)
        other = molecule_of(molecule.comms[0], seed=7).xyzs[0] / internal.bohr2ang
        self.rest = np.linalg.norm(other[:, None] - other[None], axis=-1) * 1.03

    def calc_new(self, coords, dirname):
        apart = coords.reshape(-1, 1, 3) - coords.reshape(1, -1, 3)
        lengths = np.linalg.norm(apart, axis=-1) + np.eye(len(apart))
        stretched = (lengths - self.rest) * (1 - np.eye(len(apart)))
        weights = 0.3 * np.exp(-0.5 * self.rest)
        gradient = 2 * ((weights * stretched / lengths)[:, :, None] * apart).sum(axis=1)
        return {"energy": 0.5 * float((weights * stretched**2).sum()), "gradient": gradient.flatten()}


@pytest.mark.parametrize("name", STRUCTURES)
def test_steps_of_an_optimization(name, tmp_path):
    ends = []
    for coordinates, control in ((internal.DelocalizedInternalCoordinates, optimize.Optimizer), (Delocalized, Optimizer)):
        molecule = molecule_of(name)
        system = coordinates(molecule, build=True)
        options = OptParams(convergence_set="GAU_TIGHT", maxiter=80)
        start = molecule.xyzs[0].flatten() / internal.bohr2ang
        run = control(start, molecule, system, Springs(molecule), str(tmp_path), options, print_info=False)
        run.optimizeGeometry()
        ends.append((run.Iteration, run.E))
    assert ends[0][0] == ends[1][0]
    assert abs(ends[0][1] - ends[1][1]) < 1e-8
