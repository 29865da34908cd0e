"""Internal coordinates as arrays: geomeTRIC's own values, derivatives and steps, on molecules of every kind."""

from __future__ import annotations

import logging

import numpy as np
import pytest
from conftest import from_smiles
from geometric import internal, optimize
from geometric.engine import Engine
from geometric.errors import GeomOptNotConvergedError
from geometric.molecule import Molecule as GeometricMolecule
from geometric.params import OptParams
from geometric.prepare import parse_constraints

from cuvette_compute.geometry.internal_coordinates import Delocalized
from cuvette_compute.geometry.primitives import Primitives
from cuvette_compute.geometry.step_control import Optimizer
from cuvette_compute.structures.elements import SYMBOLS
from cuvette_compute.units import ANGSTROM_PER_BOHR

logging.getLogger("geometric").setLevel(logging.ERROR)

# A ring with planar centres, a straight nitrile, a cage, two molecules, an ion beside a molecule, three atoms, two, and a straight one.
KINDS = ("CC(C)Cc1ccc(cc1)C(C)C(=O)O", "N#Cc1ccncc1", "C1CC2CCC1C2", "O.CO", "[Na+].CC(=O)[O-]", "O", "[H][H]", "C#CC")


def geometric_molecule(smiles: str, seed: int = 0) -> GeometricMolecule:
    """A built molecule, a little out of shape, as geomeTRIC has it."""
    built = from_smiles(smiles)
    molecule = GeometricMolecule()
    molecule.elem = [SYMBOLS[int(number)] for number in built.numbers]
    molecule.xyzs = [built.positions + np.random.default_rng(seed).normal(0, 0.03, built.positions.shape)]
    molecule.comms = [smiles]
    molecule.build_topology()
    return molecule


@pytest.mark.parametrize("smiles", KINDS)
def test_coordinates_are_geometrics_own(smiles):
    molecule = geometric_molecule(smiles)
    ours, theirs = Primitives(molecule), internal.PrimitiveInternalCoordinates(geometric_molecule(smiles))
    assert [repr(one) for one in ours.Internals] == [repr(one) for one in theirs.Internals]
    start = molecule.xyzs[0].flatten() / ANGSTROM_PER_BOHR
    random = np.random.default_rng(1)
    before = start + random.normal(0, 0.1, start.shape)
    # Far enough apart that some dihedrals go over the end of their range.
    for width in (0.1, 0.6):
        here = start + random.normal(0, width, start.shape)
        assert np.abs(ours.calculate(here) - theirs.calculate(here)).max() < 1e-10
        assert np.abs(ours.calcDiff(here, before) - theirs.calcDiff(here, before)).max() < 1e-10
        slopes = theirs.derivatives(here)
        assert np.abs(ours.derivatives(here) - slopes).max() < 1e-10 * max(1.0, np.abs(slopes).max())


@pytest.mark.parametrize("held", ["", "$freeze\ndihedral 1 2 3 4\n$set\nangle 2 3 4 100.0\n", "$freeze\nxyz 1\nxyz 2\n"])
def test_combinations_and_steps_in_space_are_geometrics_own(held):
    molecule = geometric_molecule("CCCCO")
    start = molecule.xyzs[0].flatten() / ANGSTROM_PER_BOHR
    objects, values = parse_constraints(molecule, held) if held else (None, [None])
    ours = Delocalized(molecule, build=True, constraints=objects, cvals=values[0])
    theirs = internal.DelocalizedInternalCoordinates(molecule, build=True, constraints=objects, cvals=values[0])
    count = len(ours.Prims.cPrims)
    # The same space, and in it the same coordinates for the constraints; the rest may be turned against each other.
    assert np.abs(ours.Vecs @ ours.Vecs.T - theirs.Vecs @ theirs.Vecs.T).max() < 1e-8
    assert np.abs(ours.Vecs[:, :count] - theirs.Vecs[:, :count]).max() < 1e-8 if count else True
    turn = ours.Vecs.T @ theirs.Vecs
    gradient = np.random.default_rng(2).normal(0, 0.05, start.shape)
    assert np.abs(ours.calcGrad(start, gradient) - turn @ theirs.calcGrad(start, gradient)).max() < 1e-8
    assert np.abs(ours.calcGradProj(start, gradient) - theirs.calcGradProj(start, gradient)).max() < 1e-8
    step = np.random.default_rng(3).normal(0, 0.05, theirs.Vecs.shape[1])
    assert np.abs(ours.newCartesian(start, turn @ step) - theirs.newCartesian(start, step)).max() < 1e-5


class Springs(Engine):
    """A surface that costs nothing: springs between all atoms, at rest in another geometry."""

    def __init__(self, molecule: GeometricMolecule) -> None:
        super().__init__(molecule)
        other = geometric_molecule(molecule.comms[0], seed=7).xyzs[0] / ANGSTROM_PER_BOHR
        self._rest = np.linalg.norm(other[:, None] - other[None], axis=-1) * 1.03
        self.calls = 0

    def calc_new(self, coords, dirname):
        self.calls += 1
        apart = coords.reshape(-1, 1, 3) - coords.reshape(1, -1, 3)
        lengths = np.linalg.norm(apart, axis=-1) + np.eye(len(apart))
        stretched = (lengths - self._rest) * (1 - np.eye(len(apart)))
        weights = 0.3 * np.exp(-0.5 * self._rest)
        gradient = 2 * ((weights * stretched / lengths)[:, :, None] * apart).sum(axis=1)
        return {"energy": 0.5 * float((weights * stretched**2).sum()), "gradient": gradient.flatten()}


@pytest.mark.parametrize("held", ["", "$set\ndihedral 1 2 3 9 100.0\n"])
def test_an_optimization_takes_geometrics_steps(tmp_path, held):
    ends = []
    for coordinates, control in ((internal.DelocalizedInternalCoordinates, optimize.Optimizer), (Delocalized, Optimizer)):
        molecule = geometric_molecule("CCO")
        objects, values = parse_constraints(molecule, held) if held else (None, [None])
        system = coordinates(molecule, build=True, constraints=objects, cvals=values[0])
        engine = Springs(molecule)
        options = OptParams(convergence_set="GAU_TIGHT", enforce=0.1 if held else 0.0, maxiter=80)
        start = molecule.xyzs[0].flatten() / ANGSTROM_PER_BOHR
        run = control(start, molecule, system, engine, str(tmp_path), options, print_info=False)
        try:
            run.optimizeGeometry()
        except GeomOptNotConvergedError:
            pytest.fail("no convergence")
        ends.append((engine.calls, run.E))
    (theirs, lowest), (ours, reached) = ends
    # On the way to a far constraint the shifts differ within the tolerance of their search.
    assert abs(ours - theirs) <= (3 if held else 0)
    assert abs(reached - lowest) < 1e-6
