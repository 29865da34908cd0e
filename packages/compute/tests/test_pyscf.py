"""PySCF: energies against other programs, gradients against finite differences, refusals in words."""

from __future__ import annotations

import gc
import json
from pathlib import Path

import numpy as np
import pytest
from conftest import WATER, from_smiles, from_wire, in_full

from cuvette_compute.engines import Request, engine_of, request_of, single_point
from cuvette_compute.engines.pyscf.corrections import added_energy
from cuvette_compute.engines.pyscf.fields import box_around, density_fields, electrostatic_potential, orbital_fields
from cuvette_compute.engines.pyscf.gradient import coulomb_gradient, has_own_gradient, mean_field_gradient
from cuvette_compute.engines.pyscf.mean_field import make_mole, solve
from cuvette_compute.engines.pyscf.memory import check_memory
from cuvette_compute.engines.pyscf.methods import THEORIES
from cuvette_compute.engines.pyscf.properties import electronic_properties, spin_densities
from cuvette_compute.engines.pyscf.solvents import SOLVENT_MODELS, dielectric_constant
from cuvette_compute.errors import ConvergenceError, InputError, MethodNotAvailable, ResourceError
from cuvette_compute.methods.settings import complete_settings, level_of_theory
from cuvette_compute.optimization.optimize import optimize
from cuvette_compute.schemas.knowledge import knowledge
from cuvette_compute.structures.molecule import Molecule
from cuvette_compute.units import ANGSTROM_PER_BOHR, DEBYE_PER_E_BOHR


def make(method, molecule, basis=None, **changes):
    request = Request(method, molecule, None, basis_set=basis, **changes)
    engine = engine_of(method)
    engine.check(request, "settings")
    return engine.calculator(request)


def sample_water() -> Molecule:
    """Psi4's sample inputs: r(OH) 0.96 Å, 104.5 degrees."""
    angle = np.deg2rad(104.5)
    places = [[0, 0, 0], [0.96, 0, 0], [0.96 * np.cos(angle), 0.96 * np.sin(angle), 0]]
    return Molecule(np.array([8, 1, 1]), np.array(places))


@pytest.mark.parametrize(
    ("method", "basis", "energy"),
    [
        ("hf", "STO-3G", -74.963033),
        ("b3lyp", "6-31G(d)", -76.408713),
        ("pbe0", "def2-TZVP", -76.377338),
        ("m062x", "6-31G(d)", -76.373255),
    ],
)
def test_water_agrees_with_psi4(method, basis, energy):
    """Psi4 1.3.2 with density fitting at O 0 0 0.117, H 0 ±0.757 −0.469."""
    water = from_wire(WATER)
    assert single_point(make(method, water, basis), water, gradient=False).energy == pytest.approx(energy, abs=1e-4)


@pytest.mark.parametrize(
    ("method", "energy"),
    [
        # tests/gcp/r2scan3c and tests/gcp/b973c of Psi4 1.9, 99 radial and 590 spherical points.
        ("r2scan_3c", -76.41835894),
        ("b97_3c", -76.39769005),
    ],
)
def test_composites_agree_with_psi4_samples(method, energy):
    water = sample_water()
    assert single_point(make(method, water), water, gradient=False).energy == pytest.approx(energy, abs=1e-5)


def acetylene() -> Molecule:
    """The second molecule of dimer 16 of S22, as Psi4's tests/pytests/test_dftd3.py gives it in bohr."""
    heights = np.array([5.48115630, 3.19975986, 1.18552346, 7.49074019]) * ANGSTROM_PER_BOHR
    return Molecule(np.array([6, 6, 1, 1]), np.stack([0 * heights, 0 * heights, heights], axis=1))


ORCA_ACETYLENE = {"wb97x_3c": -12.501060363754, "b97_3c": -77.285860375503, "r2scan_3c": -77.30233380 - 3.3971225644558e-4 + 3.797674e-4}


@in_full
def test_composites_agree_with_orca():
    """ORCA's energies of acetylene with 400 x 770 points and exact Coulomb integrals, as Psi4 keeps them in test_dftd3.py.

    That of r2SCAN-3c is put together there from ORCA's r2SCAN, dftd4 and mctc-gcp. Density fitting moves energies by 2e-5 to 5e-5 Hartree.
    """
    molecule = acetylene()
    for method, energy in ORCA_ACETYLENE.items():
        assert single_point(make(method, molecule), molecule, gradient=False).energy == pytest.approx(energy, abs=7e-5), method


@in_full
def test_a_composite_with_exact_integrals_agrees_with_orca_within_the_grids():
    """What is left of wB97X-3c without density fitting is 2e-6 Hartree."""
    from pyscf import dft

    molecule = acetylene()
    theory = THEORIES["wb97x_3c"]
    exact = dft.RKS(make_mole(Request("wb97x_3c", molecule, None), molecule), xc=theory.functional)
    exact.nlc, exact.grids.level = 0, 3
    added, _ = added_energy(exact.mol, theory, (), False)
    assert exact.kernel() + added == pytest.approx(ORCA_ACETYLENE["wb97x_3c"], abs=5e-6)


def relaxed(molecule: Molecule, directory: Path, dihedral: float | None = None) -> Molecule:
    """The minimum of GFN2-xTB, or its lowest structure with this angle (degrees) at the first four atoms."""
    given = [] if dihedral is None else [{"constraint_type": "dihedral", "atoms": [1, 2, 3, 4], "value": dihedral}]
    settings = complete_settings({"method": "gfn2_xtb", "tasks": ["optimize"]}, "settings")
    done = optimize(molecule, make("gfn2_xtb", molecule), settings, given, directory)
    assert done.converged, done.reason
    return molecule.at(done.frames[-1].positions)


@in_full
@pytest.mark.parametrize("method", ["r2scan_3c", "b97_3c", "wb97x_3c"])
def test_composites_know_the_rotation_of_butane_and_ethane(method, tmp_path):
    """Gauche against anti 0.60 kcal/mol (W1h-val, 10.1021/jp903640h); barrier of ethane 2.7 to 3.1; at geometries of GFN2-xTB."""

    def kcal(molecule: Molecule) -> float:
        return single_point(make(method, molecule), molecule, gradient=False).energy * 627.5094740631

    # Carbons first, then the first hydrogen of each: the chain of an ethane is H-C-C-H.
    butane, ethane = from_smiles("CCCC"), from_smiles("CC")
    ethane = Molecule(ethane.numbers[[2, 0, 1, 5, 3, 4, 6, 7]], ethane.positions[[2, 0, 1, 5, 3, 4, 6, 7]])
    anti, gauche = (relaxed(relaxed(butane, tmp_path, angle), tmp_path) for angle in (180.0, 60.0))
    staggered, eclipsed = relaxed(ethane, tmp_path), relaxed(ethane, tmp_path, 0.0)
    difference, barrier = kcal(gauche) - kcal(anti), kcal(eclipsed) - kcal(staggered)
    print(f"{method}: butane {difference:.3f}, ethane {barrier:.3f} kcal/mol")
    assert 0.5 <= difference <= 0.7
    assert 2.7 <= barrier <= 3.1


@in_full
def test_gradient_of_a_composite_radical_in_solvent_is_the_derivative_of_its_energy():
    """One case with everything that adds to a gradient: unrestricted field, solvent, D4, counterpoise correction, core potential."""
    hydride = Molecule(np.array([4, 1]), np.array([[0, 0, 0], [0.1, 0.3, 1.3]]), 0, 2)
    for method in ("r2scan_3c", "wb97x_3c"):
        calculator = make(method, hydride, tight=True, solvent_settings={"solvent": "water", "model": "cpcm"})
        gradient = single_point(calculator, hydride).gradient
        moved = []
        for step in (5e-4, -5e-4):
            positions = hydride.positions.copy()
            positions[1, 2] += step
            moved.append(single_point(calculator, hydride.at(positions), gradient=False).energy)
        assert gradient[1, 2] == pytest.approx((moved[0] - moved[1]) / 1e-3, abs=3e-5), method
        assert gradient.sum(axis=0) == pytest.approx(np.zeros(3), abs=1e-9)


@in_full
def test_own_sums_over_grid_and_fitted_integrals_give_what_pyscf_gives():
    """Energy and gradient of a closed and an open shell against PySCF's own integrator, Coulomb matrices and gradient."""
    from pyscf import dft

    water = from_wire(WATER)
    cation = Molecule(water.numbers, water.positions, 1, 2)
    for method, molecule, kind in (("r2scan_3c", water, dft.RKS), ("b97_3c", cation, dft.UKS)):
        request = Request(method, molecule, None, tight=True)
        mole = make_mole(request, molecule)
        solved = solve(request, mole, None)
        assert has_own_gradient(solved.mean_field)
        bare = kind(mole, xc=solved.mean_field.xc).density_fit(auxbasis=solved.mean_field.with_df.auxbasis)
        bare.grids.level, bare.conv_tol, bare.conv_tol_grad = 3, 1e-10, 1e-6
        bare.kernel(dm0=solved.mean_field.make_rdm1())
        assert solved.energy == pytest.approx(bare.e_tot, abs=1e-8), method
        theirs = bare.nuc_grad_method()
        theirs.grid_response = True
        density = sum(spin_densities(solved.mean_field))
        in_memory = coulomb_gradient(solved.mean_field, density)
        assert mean_field_gradient(solved.mean_field) == pytest.approx(theirs.kernel(), abs=2e-6), method
        # Where the integrals do not fit into memory, they are made again each time.
        solved.mean_field.with_df.max_memory = 0
        solved.mean_field.with_df._kept = None
        assert coulomb_gradient(solved.mean_field, density) == pytest.approx(in_memory, abs=1e-9)


def test_a_correction_is_added_and_named_in_the_level_of_theory():
    water = from_wire(WATER)
    bare, corrected = (
        single_point(make("hf", water, "STO-3G", corrections=given), water, gradient=False).energy for given in ((), ("d3bj",))
    )
    assert -1e-2 < corrected - bare < -1e-5
    settings = complete_settings({"method": "B3LYP", "basis_set": {"name": "6-31G(d)"}, "corrections": ["d3bj"]}, "settings")
    assert level_of_theory(settings) == "b3lyp-d3bj/6-31g(d)"


def test_properties_of_the_oxygen_triplet():
    oxygen = Molecule(np.array([8, 8]), np.array([[0, 0, 0], [0, 0, 1.21]]), 0, 3)
    point = single_point(make("pbe", oxygen, "def2-SVP"), oxygen, gradient=False)
    assert point.spin_densities == pytest.approx([1, 1], abs=1e-3)
    assert point.charges == pytest.approx([0, 0], abs=1e-6)
    assert point.bond_orders[0, 1] == pytest.approx(2, abs=0.3), "a double bond"


def test_a_field_that_does_not_converge_is_tried_once_more_and_that_is_recorded():
    water = from_wire(WATER)
    usual = single_point(make("hf", water, "STO-3G"), water, gradient=False)
    hurried = single_point(make("hf", water, "STO-3G", max_scf_iterations=2), water, gradient=False)
    assert hurried.energy == pytest.approx(usual.energy, abs=1e-6)
    assert usual.deviations == []
    assert [deviation["kind"] for deviation in hurried.deviations] == ["scf"]


@pytest.mark.parametrize(
    ("settings", "multiplicity", "error", "words", "field"),
    [
        ({"method": "b3lyp"}, 1, InputError, "needs a basis set", "settings.basis_set"),
        ({"method": "b3lyp", "basis_set": {"name": "6-99G"}}, 1, MethodNotAvailable, "6-99G is not there", "settings.basis_set"),
        ({"method": "b3lyp", "basis_set": {"name": "6-31G(d)"}}, 1, InputError, r"no functions for I \(atom I1\)", "settings.basis_set"),
        ({"method": "r2scan_3c", "basis_set": {"name": "def2-SVP"}}, 1, InputError, "brings its own", "settings.basis_set"),
        (
            {"method": "hf", "basis_set": {"name": "def2-SVP"}, "scf_settings": {"reference": "rhf"}},
            3,
            InputError,
            "restricted reference cannot hold the unpaired electrons",
            "settings.scf_settings.reference",
        ),
        (
            {"method": "m062x", "basis_set": {"name": "def2-SVP"}, "corrections": ["d4"]},
            1,
            MethodNotAvailable,
            "d4 has no parameters for M06-2X",
            "settings.corrections",
        ),
        (
            {"method": "r2scan_3c", "solvent_settings": {"solvent": "n_methylpyrrolidone", "model": "SMD"}},
            1,
            InputError,
            "not parametrized for SMD",
            "settings.solvent_settings.solvent",
        ),
        ({"method": "gfn2_xtb", "basis_set": {"name": "def2-SVP"}}, 1, InputError, "has its own basis", "settings.basis_set"),
    ],
)
def test_what_cannot_run_is_refused_in_words(settings, multiplicity, error, words, field):
    iodide = Molecule(np.array([53, 1]), np.array([[0, 0, 0], [0, 0, 1.61]]), 0, multiplicity)
    completed = complete_settings(settings, "settings")
    with pytest.raises(error, match=words) as caught:
        engine_of(completed["method"]).check(request_of(completed, iodide), "settings")
    assert caught.value.field == field


def test_corrections_and_solvents_are_those_that_core_offers():
    """What the form offers has parameters here, and what has parameters here is offered."""
    for method, theory in THEORIES.items():
        assert set(theory.corrections) == set(knowledge()["pyscf_corrections"][method]), method
    offered = knowledge()["solvents_of_model"]
    for model in SOLVENT_MODELS:
        for solvent in offered[model.lower()]:
            assert 1.5 < dielectric_constant(solvent) < 120
            chosen = {"solvent": solvent, "model": model}
            engine_of("hf").check(Request("hf", from_wire(WATER), None, basis_set="sto-3g", solvent_settings=chosen), "settings")


def test_a_job_that_cannot_fit_into_its_memory_is_refused_before_it_starts():
    with pytest.raises(ResourceError, match=r"at least \d+ MB for 4000 basis functions; this job may use 2000 MB"):
        check_memory(4000, 1, "B3LYP/def2-QZVP", given=2000)
    assert check_memory(400, 1, "B3LYP/def2-SVP", given=2000) == 2000


def test_a_field_that_never_converges_is_a_convergence_error(monkeypatch):
    from pyscf.soscf.newton_ah import _CIAH_SOSCF

    monkeypatch.setattr(_CIAH_SOSCF, "kernel", lambda self, *a, **k: setattr(self, "converged", False))
    water = from_wire(WATER)
    with pytest.raises(ConvergenceError, match="nor did a second attempt"):
        single_point(make("hf", water, "STO-3G", max_scf_iterations=2), water, gradient=False)


def test_fields_and_properties_agree_with_each_other():
    """On a grid: orbitals are normalized, the potential far away is that of the dipole, and the bytes are those that core reads."""
    water = from_wire(WATER)
    calculator = make("hf", water, "6-31G(d)")
    point = single_point(calculator, water, gradient=False)
    field = calculator.solution.mean_field
    box = box_around(field.mol)
    whole = electronic_properties(field)
    assert whole.dipole == pytest.approx(point.dipole)
    assert whole.dipole[2] == pytest.approx(-2.2252, abs=1e-3), "PySCF's own dipole moment"
    assert np.trace(whole.quadrupole) == pytest.approx(0, abs=1e-9)
    assert whole.lowdin_charges.sum() == pytest.approx(0, abs=1e-9)
    assert 0.7 < whole.mayer_bond_orders[0, 1] < whole.wiberg_bond_orders[0, 1] < 1
    homo, lumo = orbital_fields(field, box, 1, 1)
    assert (homo.orbital["index"], homo.orbital["occupation"], lumo.orbital["occupation"]) == (4, 2, 0)
    assert (homo.values**2).sum() * box.spacing**3 == pytest.approx(1, abs=0.03)
    (density,) = density_fields(field, box)
    far = np.array([[0.0, 0.0, 25.0]])
    assert electrostatic_potential(field, far)[0] == pytest.approx(whole.dipole[2] / DEBYE_PER_E_BOHR / 25.0**2, rel=0.02)
    data = density.encoded()
    length = int.from_bytes(data[:4], "little")
    header = json.loads(data[4 : 4 + length])
    values = np.frombuffer(data[4 + length :], "<f4").reshape(header["shape"])
    place = np.round((field.mol.atom_coord(0) - header["origin"]) / header["axes"][0][0]).astype(int)
    assert tuple(place) == np.unravel_index(values.argmax(), values.shape), "the density is largest at the oxygen"


def test_the_analytic_hessian_is_the_derivative_of_gradient_and_dipole():
    """With dispersion and an open shell; frequencies and infrared intensities follow from the two."""
    cation = Molecule(np.array([8, 1, 1]), np.array([[0, 0, 0.117], [0, 0.757, -0.469], [0.1, -0.757, -0.469]]), 1, 2)
    calculator = make("hf", cation, "STO-3G", corrections=("d3bj",), tight=True)
    hessian, dipoles = calculator.analytic_hessian(cation)
    moved = []
    for step in (1e-3, -1e-3):
        positions = cation.positions.copy()
        positions[2, 1] += step
        moved.append(single_point(calculator, cation.at(positions)))
    row = (moved[0].gradient - moved[1].gradient).reshape(-1) / 2e-3 * ANGSTROM_PER_BOHR**2
    assert hessian[7] == pytest.approx(row, abs=5e-4), "PySCF's density-fitted Hessian is that close"
    assert dipoles[7] == pytest.approx((moved[0].dipole - moved[1].dipole) / 2e-3, abs=1e-2)


def test_fields_of_earlier_molecules_do_not_stay_in_memory():
    """Fifty conformers are as many fields in one process: those of all but the last must go."""
    from pyscf.scf.hf import SCF

    def fields_alive() -> int:
        return sum(isinstance(each, SCF) for each in gc.get_objects())

    ethanol = from_smiles("CCO")
    gc.collect()
    before = fields_alive()
    gc.disable()
    try:
        counts = []
        for _ in range(3):
            single_point(make("hf", ethanol, "def2-svp"), ethanol, gradient=False)
            counts.append(fields_alive() - before)
    finally:
        gc.enable()
    assert counts[-1] == counts[0]
