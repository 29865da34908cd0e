"""Each engine: its gradient against finite differences of its energy, and known energies."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import WATER, from_smiles, from_wire, needs_xtb_program

from cuvette_compute.engines import ENGINES, Request, engine_of, single_point
from cuvette_compute.errors import InputError, MethodNotAvailable
from cuvette_compute.schemas.knowledge import knowledge
from cuvette_compute.structures.molecule import Molecule

PROGRAM = ("gfn_ff", "gfn0_xtb")
# Density functionals have tests of their own (test_pyscf.py): each costs seconds.
_QUICK = [info.name for engine in ENGINES if engine.cheap_gradient for info in engine.methods]
METHODS = [pytest.param(name, marks=needs_xtb_program if name in PROGRAM else ()) for name in _QUICK]


def make(method, molecule, tmp_path, **changes):
    return engine_of(method).calculator(Request(method, molecule, tmp_path, tight=True, **changes))


@pytest.mark.parametrize("method", METHODS)
def test_gradient_is_the_derivative_of_the_energy(method, tmp_path):
    start = from_smiles("CO")
    rng = np.random.default_rng(7)
    molecule = start.at(start.positions + 0.05 * rng.normal(size=start.positions.shape))
    calculator = make(method, molecule, tmp_path)
    gradient = single_point(calculator, molecule).gradient
    step = 1e-3 if method in PROGRAM else 2e-4
    for atom, axis in ((0, 0), (1, 2), (2, 1), (5, 0)):
        moved = []
        for sign in (1, -1):
            positions = molecule.positions.copy()
            positions[atom, axis] += sign * step
            moved.append(single_point(calculator, molecule.at(positions)).energy)
        assert gradient[atom, axis] == pytest.approx((moved[0] - moved[1]) / (2 * step), abs=3e-5)
    assert gradient.sum(axis=0) == pytest.approx(np.zeros(3), abs=1e-6)


@pytest.mark.parametrize(
    ("method", "energy"),
    [
        ("gfn1_xtb", -5.768641),
        pytest.param("gfn_ff", -0.327263, marks=needs_xtb_program),
    ],
)
def test_water_at_a_fixed_geometry(method, energy, tmp_path):
    """Values of xtb 6.5.1 at the geometry O 0 0 0.117, H 0 +-0.757 -0.469."""
    water = from_wire(WATER)
    assert single_point(make(method, water, tmp_path), water).energy == pytest.approx(energy, abs=1e-5)


@pytest.mark.parametrize("entry", [each for each in knowledge()["solvent_support"] if each["engine"] == "tblite"], ids=str)
def test_every_solvent_that_core_offers_runs_and_lowers_the_energy_of_an_ion(entry, tmp_path):
    formate, method = from_smiles("C(=O)[O-]"), entry["method"]
    gas = single_point(make(method, formate, tmp_path), formate).energy
    assert len(entry["solvents"]) > 10
    for solvent in entry["solvents"]:
        settings = {"solvent": solvent, "model": entry["model"]}
        assert single_point(make(method, formate, tmp_path, solvent_settings=settings), formate).energy < gas - 0.01, solvent


@pytest.mark.parametrize(("method", "more"), [("gfn2_xtb", {}), ("hf", {"basis_set": "sto-3g"})])
def test_the_cycles_of_the_self_consistent_field_are_told_while_it_runs(method, more, tmp_path):
    cycles: list[int] = []
    molecule = from_wire(WATER)
    calculator = make(method, molecule, tmp_path, on_cycle=cycles.append, **more)
    single_point(calculator, molecule)
    assert len(cycles) > 3
    assert cycles == list(range(1, calculator.results["scf_iterations"] + 1))


@pytest.mark.parametrize(
    ("method", "more", "model", "solvent"),
    [
        ("gfn2_xtb", {}, "alpb", "octane"),
        ("gfn_ff", {}, "alpb", "octane"),
        ("hf", {"basis_set": "sto-3g"}, "smd", "n_methylpyrrolidone"),
    ],
)
def test_a_solvent_that_a_method_lacks_is_refused_before_any_work_at_its_field(method, more, model, solvent):
    request = Request(method, from_wire(WATER), None, solvent_settings={"solvent": solvent, "model": model}, **more)
    with pytest.raises(InputError, match=f"The solvent {solvent} is not parametrized for {model.upper()} with") as refused:
        engine_of(method).check(request, "singlepoint_settings")
    assert refused.value.field == "singlepoint_settings.solvent_settings.solvent"


def test_a_triplet_differs_from_the_singlet(tmp_path):
    positions = np.array([[0, 0, 0], [0, 0, 1.21]])
    energies = [
        single_point(make("gfn2_xtb", molecule, tmp_path), molecule).energy
        for molecule in (Molecule(np.array([8, 8]), positions, 0, multiplicity) for multiplicity in (1, 3))
    ]
    assert abs(energies[0] - energies[1]) > 1e-3


def test_a_multiplicity_that_the_method_cannot_have_is_an_input_error(tmp_path):
    """GFN-xTB keeps f electrons in the core, so cerium's parity differs from that of all its electrons."""
    cerium = Molecule(np.array([58, 8, 1, 1]), np.array([[0, 0, 0], [0, 0, 2.5], [0, 0.77, 3.1], [0, -0.77, 3.1]]), 3, 2)
    with pytest.raises(InputError, match="no state with this multiplicity") as caught:
        single_point(make("gfn2_xtb", cerium, tmp_path), cerium)
    assert caught.value.field == "initial_molecule.multiplicity"


def test_properties_of_formaldehyde(tmp_path):
    molecule = from_smiles("C=O")
    point = single_point(make("gfn2_xtb", molecule, tmp_path), molecule)
    assert point.bond_orders[0, 1] == pytest.approx(2.0, abs=0.2)
    assert point.homo_lumo_gap > 1
    assert point.scf_iterations > 2
    assert point.charges.sum() == pytest.approx(0, abs=1e-5)
    direction = molecule.positions[0] - molecule.positions[1]
    assert point.dipole @ direction > 0, "the dipole points from oxygen to carbon"


def test_mmff94_agrees_with_rdkit(tmp_path):
    from rdkit import Chem
    from rdkit.Chem import AllChem

    mol = Chem.AddHs(Chem.MolFromSmiles("CCO"))
    AllChem.EmbedMolecule(mol, randomSeed=3)
    field = AllChem.MMFFGetMoleculeForceField(mol, AllChem.MMFFGetMoleculeProperties(mol))
    numbers = np.array([atom.GetAtomicNum() for atom in mol.GetAtoms()])
    molecule = Molecule(numbers, mol.GetConformer().GetPositions())
    point = single_point(make("mmff94", molecule, tmp_path), molecule)
    assert point.energy * 627.5094740631 == pytest.approx(field.CalcEnergy(), abs=1e-6)


def test_a_method_that_nobody_has_is_refused_with_the_list():
    with pytest.raises(MethodNotAvailable, match=r"OMol25 eSEN conserving small is not available.*GFN2-xTB"):
        engine_of("omol25_conserving_s")
