"""Collision cross sections against the reference run of MOBCAL on choline, and the recipe."""

from __future__ import annotations

import re

import numpy as np
import pytest
from conftest import from_smiles, in_full
from scipy.spatial.transform import Rotation

from cuvette_compute import engines
from cuvette_compute.ion_mobility.cross_section import projection_area, reduced_mobility, sampled_cross_section
from cuvette_compute.ion_mobility.inelastic_factor import inelastic_factor
from cuvette_compute.ion_mobility.ion_gas import ExpSix, make_ion, make_typed_ion, potential
from cuvette_compute.ion_mobility.mmff94_nonbonded import pairs_with_nitrogen
from cuvette_compute.ion_mobility.potential_charges import potential_charges
from cuvette_compute.structures.molecule import Molecule

# Choline: geometry and charges of the example that MOBCAL comes with (bushgroup/MOBCAL-2012, Choline.mfj).
_CHOLINE = np.array(
    [
        [-0.878, 0.022, 0.0, 7, -0.021059],
        [-1.834, 1.194, -0.008, 6, -0.439073],
        [0.539, 0.582, -0.003, 6, -0.017251],
        [-1.135, -0.803, 1.239, 6, -0.340036],
        [-1.135, -0.818, -1.229, 6, -0.340003],
        [-1.658, 1.787, -0.905, 1, 0.207793],
        [-2.856, 0.814, -0.004, 1, 0.227694],
        [-1.657, 1.799, 0.881, 1, 0.207764],
        [0.627, 1.212, -0.891, 1, 0.142737],
        [0.629, 1.218, 0.88, 1, 0.142989],
        [-0.504, -1.689, 1.225, 1, 0.17859],
        [-0.913, -0.197, 2.118, 1, 0.198319],
        [-2.184, -1.101, 1.248, 1, 0.195571],
        [-0.505, -1.706, -1.202, 1, 0.178101],
        [-2.184, -1.114, -1.236, 1, 0.195693],
        [-0.909, -0.224, -2.115, 1, 0.198428],
        [1.681, -0.44, 0.0, 6, 0.199373],
        [2.83, 0.385, 0.0, 8, -0.663426],
        [1.645, -1.079, 0.893, 1, 0.042123],
        [1.647, -1.081, -0.891, 1, 0.042079],
        [3.633, -0.154, 0.0, 1, 0.463592],
    ]
)
# MMFF94's types of the same atoms: NR+, CR, HC, OR, HOR.
CHOLINE_TYPES = [{7: 34, 6: 1, 8: 6, 1: 5}[int(number)] for number in _CHOLINE[:-1, 3]] + [21]
# A pyridinium ion with a molecule of water: geometry, charges and kinds of the example that MobCal-MPI comes with
# (HopkinsLaboratory/MobCal-MPI, PyH_H2O_1_a.mfj and .mout).
_PYRIDINIUM = np.array(
    [
        [-0.7011, 1.2064, 0.0003, -0.071180],
        [-1.1347, 2.1463, 0.0007, 0.421979],
        [-1.5006, 0.1295, -0.0058, 0.006325],
        [-2.5654, 0.3209, -0.0098, 0.168967],
        [-0.9507, -1.1333, -0.0066, -0.123973],
        [-1.5975, -1.9999, -0.0115, 0.179652],
        [0.4347, -1.2607, -0.0011, 0.023715],
        [0.8878, -2.2448, -0.0017, 0.163932],
        [1.2387, -0.1253, 0.0051, -0.121607],
        [2.3176, -0.1974, 0.0095, 0.179202],
        [0.6369, 1.1136, 0.0057, 0.004030],
        [1.1840, 2.0469, 0.0103, 0.168774],
        [-1.8652, 3.7038, 0.0013, -0.978483],
        [-2.1095, 4.2260, 0.7701, 0.489314],
        [-2.1031, 4.2296, -0.7670, 0.489353],
    ]
)
# Nitrogen has the parameters of NR+ in that file.
_PYRIDINIUM_TYPES = [34, 36, *[37, 5] * 5, 70, 31, 31]
NUMBERS, POSITIONS, CHARGES = _CHOLINE[:, 3].astype(int), _CHOLINE[:, :3], _CHOLINE[:, 4]


def settings(smiles, **changes):
    return {
        "initial_molecule": from_smiles(smiles).to_json(),
        "mode": "auto",
        "protonate": False,
        "temperature": 300,
        "do_csearch": False,
        "do_optimization": True,
        "forcefield": None,
        "ccs_method": "trajectory_n2_ieritano",
        **changes,
    }


def test_the_projection_approximation_of_choline():
    assert projection_area(NUMBERS, POSITIONS) == pytest.approx(61.08, abs=0.6)


@pytest.mark.parametrize(("gas", "reference", "seeds"), [("He", 55.40, 2), ("N2", 115.92, 3)])
def test_the_trajectory_method_of_choline(gas, reference, seeds):
    """As MOBCAL has it. With nitrogen turned by the axes of the ion, not of the trajectory, it would be 4 % smaller."""
    ion = make_ion(NUMBERS, POSITIONS, CHARGES, gas)
    assert np.mean([sampled_cross_section(ion, 301, 2048, seed) for seed in range(seeds)]) == pytest.approx(reference, rel=0.02)


def test_a_cross_section_does_not_depend_on_how_the_ion_lies():
    """One that is turned as its nitrogen is has the same potential; the three orientations belong to the trajectory."""
    turned = Rotation.from_euler("xyz", [0.4, 1.1, -0.7]).as_matrix()
    points = np.array([[4.0, 1.0, 2.0], [0.5, -4.0, 1.0]])
    axes = np.array([Rotation.from_euler("z", angle).as_matrix() for angle in (0.3, 1.2)])
    energies = [
        potential(make_ion(NUMBERS, POSITIONS @ turn.T, CHARGES, "N2"), (points - POSITIONS.mean(axis=0)) @ turn.T, axes @ turn.T)[0]
        for turn in (np.eye(3), turned)
    ]
    assert energies[1] == pytest.approx(energies[0], rel=1e-9)


def test_pairs_of_mmff94_with_nitrogen():
    """By hand from Halgren's rules: an alkyl carbon and its hydrogen, 3.807 and 3.389 Å and 0.136 and 0.066 kcal/mol before the factors."""
    depth, distance = pairs_with_nitrogen([1, 5])
    assert distance == pytest.approx([3.807 * 0.825, 3.389 * 0.825], abs=0.002)
    assert depth == pytest.approx([0.1359 * 1.275 / 1.1195, 0.0663 * 1.275 / 1.1195], rel=0.01)


@in_full
def test_the_trajectory_method_of_a_hydrated_pyridinium_ion():
    """As MobCal-MPI 2 has it, 115.39 Å^2 ± 1.0 %: the typed potential, on geometry and charges of its example."""
    ion = make_typed_ion(_PYRIDINIUM_TYPES, _PYRIDINIUM[:, :3], _PYRIDINIUM[:, 3], 295)
    assert np.mean([sampled_cross_section(ion, 295, 1024, seed) for seed in range(4)]) == pytest.approx(115.39, rel=0.025)


@pytest.mark.parametrize("smiles", ["O", "C[NH3+]"])
def test_charges_of_the_potential_have_the_dipole_moment_of_the_density(smiles):
    """Which Mulliken charges have not: GFN2-xTB's atoms have dipoles of their own."""
    molecule = from_smiles(smiles)
    request = engines.request_of({"method": "gfn2_xtb", "solvent_settings": None}, molecule)
    calculator = engines.engine_of("gfn2_xtb").calculator(request)
    charges = potential_charges(molecule, calculator)
    assert charges.sum() == pytest.approx(molecule.charge, abs=1e-8)
    assert charges @ molecule.positions == pytest.approx(calculator.results["dipole"], abs=0.02)
    mulliken = calculator.results["charges"] @ molecule.positions
    assert np.linalg.norm(mulliken - calculator.results["dipole"]) > 0.05


@pytest.mark.parametrize("kind", ["He", "N2", "typed"])
def test_the_force_is_the_slope_of_the_energy(kind):
    """Of helium, and of nitrogen that cannot choose its orientation: the weights of the orientations have no slope in the method."""
    ion = make_typed_ion(CHOLINE_TYPES, POSITIONS, CHARGES, 301) if kind == "typed" else make_ion(NUMBERS, POSITIONS, CHARGES, kind)
    points, step = np.array([[6.0, 1.0, 2.0], [0.0, 0.0, 5.0]]), 1e-5
    # Three equal orientations have equal weights.
    axes = np.tile([0.6, 0.0, 0.8], (2, 3, 1))
    _, force, _ = potential(ion, points, axes)
    for axis in range(3):
        shift = step * np.eye(3)[axis]
        slope = (potential(ion, points + shift, axes)[0] - potential(ion, points - shift, axes)[0]) / (2 * step)
        assert -slope == pytest.approx(force[:, axis], abs=1e-8)


def test_reduced_mobility_of_mason_and_schamp():
    """Choline in N2 at 301 K, as MOBCAL prints it: 1.9589e-4 m^2/V/s."""
    assert reduced_mobility(115.92, 1, 104.17, "N2", 301) == pytest.approx(1.9589, abs=0.0005)


def test_a_collision_with_a_dumbbell():
    """Two atoms of 50 amu (tin has 120) and spheres of 1 Å, 4 Å apart: stiff, they only turn; soft, each is hit as if it were alone."""
    molecule = Molecule(np.array([50, 50]), np.array([[-2.0, 0, 0], [2.0, 0, 0]]), 1)
    wall = ExpSix(np.ones(2), np.ones(2))
    stretch = np.kron([[1, -1], [-1, 1]], np.diag([1.0, 0, 0]))
    gas, mass = 28.0134, float(molecule.masses[0])
    rigid = 1 / (1 / gas + 0.5 / mass)
    # Along the axis an impulse at angle t moves the whole; across it, the atom alone: translation and rotation add to 1 / mass.
    cosines = np.linspace(-1, 1, 20001)
    stiff = np.sqrt(1 / (1 / gas + (0.5 * cosines**2 + (1 - cosines**2)) / mass) / rigid).mean()
    loose = np.sqrt(1 / (1 / gas + 1 / mass) / rigid)
    assert inelastic_factor(molecule, 10 * stretch, wall, 300) == pytest.approx(stiff, abs=1e-4)
    assert inelastic_factor(molecule, 1e-9 * stretch, wall, 300) == pytest.approx(loose, abs=1e-4)
    atom = Molecule(np.array([11]), np.zeros((1, 3)), 1)
    assert inelastic_factor(atom, np.zeros((3, 3)), ExpSix(np.ones(1), np.ones(1)), 300) == pytest.approx(1)


def test_an_ion_that_gives_way(here, monkeypatch):
    """Its cross section is that of the rigid ion times the stated factor, and parameters of one's own are refused."""
    from cuvette_compute.recipes import ion_mobility

    monkeypatch.setattr(ion_mobility, "_TRAJECTORIES", 32)
    monkeypatch.setattr(ion_mobility, "_MOST", 6)
    run = here("ion_mobility", settings("CC[NH3+]", ccs_method="trajectory_n2_inelastic"))
    told = {one["title"]: one["body"] for one in run.result["messages"]}["Inelastic Collisions"]
    rigid, part, number = (
        float(one) for one in re.search(r"ion is (.+) Å².* reduce it by a factor of (0\.\d+); a factor of (1\.\d+),", told).groups()
    )
    assert 0.7 < part < 0.9
    assert run.result["data"]["average_ccs"] == pytest.approx(rigid * part * number, rel=2e-3)
    # Ethylammonium is lighter than what the number was fitted to.
    assert "100 to 460 amu" in told
    own = [{"name": "C", "atomic_number": 6, "mass": 12, "sigma": 3, "epsilon": 0.1}]
    refused = here("ion_mobility", settings("CC[NH3+]", ccs_method="trajectory_n2_inelastic", forcefield=own))
    assert refused.error["field"] == "forcefield"


def test_a_protonated_amine(here, monkeypatch):
    from cuvette_compute.recipes import ion_mobility

    monkeypatch.setattr(ion_mobility, "_TRAJECTORIES", 32)
    monkeypatch.setattr(ion_mobility, "_MOST", 6)
    run = here("ion_mobility", settings("CN", protonate=True))
    data = run.result["data"]
    assert data["average_ccs"] > 50
    assert 0 < data["average_ccs_stdev"] < 0.3 * data["average_ccs"]
    assert sum(data["boltzmann_weights"]) == pytest.approx(1)
    told = {one["title"]: one["body"] for one in run.result["messages"]}
    assert "The proton is at N2" in told["Protonation Site"]
    final = run.calculation(data["conformers"][0])
    assert final["molecules"][-1]["charge"] == 1


def test_helium_is_a_choice_of_its_own(here, monkeypatch):
    from cuvette_compute.recipes import ion_mobility

    monkeypatch.setattr(ion_mobility, "_TRAJECTORIES", 32)
    monkeypatch.setattr(ion_mobility, "_MOST", 6)
    run = here("ion_mobility", settings("C[NH3+]", ccs_method="trajectory_he_siu", do_csearch=False, do_optimization=False))
    told = {one["title"]: one["body"] for one in run.result["messages"]}
    assert "in helium was not measured here" in told["Error of the Model"]
    assert "in He at 300 K" in told["Reduced Mobility"]
    # Helium, which is hardly polarized, sees a smaller ion than nitrogen does.
    assert 15 < run.result["data"]["average_ccs"] < 50
    refused = here("ion_mobility", settings("CP", protonate=False, ccs_method="trajectory_he_siu"))
    assert refused.error["field"] == "initial_molecule"


@pytest.mark.parametrize(
    ("smiles", "changes", "field"),
    [
        ("CC", {"protonate": True}, "protonate"),
        ("C[Si](C)(C)C", {"ccs_method": None}, "ccs_method"),
        ("CB(C)C", {}, "initial_molecule"),
    ],
)
def test_what_cannot_be_computed_is_refused(here, smiles, changes, field):
    assert here("ion_mobility", settings(smiles, **changes)).error["field"] == field
