"""Numbers of basic calculations against published or independently computed ones."""

from __future__ import annotations

import math

import numpy as np
import pytest
from conftest import WATER, atoms, from_smiles, from_wire, needs_xtb_program

KCAL = 627.5094740631


def calculate(here, molecule, tasks, method="gfn2_xtb", mode="careful", **settings):
    chosen = {"method": method, "mode": mode, "tasks": tasks, **settings}
    return here("basic_calculation", {"initial_molecule": molecule, "settings": chosen})


def final(done):
    calculation = done.calculation(done.result["data"]["calculation_uuid"])
    return calculation, calculation["molecules"][-1]


@pytest.fixture(scope="module")
def water(here_once):
    return calculate(here_once, WATER, ["optimize", "frequencies", "charge", "dipole"], mode="meticulous")


def test_water_gfn2_has_the_energy_of_xtb(water):
    """-5.070544 Hartree: xtb 6.5.1, `--gfn 2 --opt`, gas phase."""
    calculation, molecule = final(water)
    assert molecule["energy"] == pytest.approx(-5.070544, abs=1e-5)
    assert calculation["engine"] == "tblite"
    assert calculation["provenance"]["ran"]["engine_version"]
    record = calculation["provenance"]["convergence"]
    assert record["converged"]
    assert record["thresholds"] == {"energy_change": 1e-6, "max_gradient": 3e-5, "rms_gradient": 2e-5}
    norms = np.linalg.norm(molecule["gradient"], axis=1)
    assert norms.max() < 3e-5
    assert record["max_gradient"] == pytest.approx(norms.max(), abs=1e-7)
    assert molecule["mulliken_charges"][0] == pytest.approx(-0.565, abs=0.01)
    assert np.linalg.norm(molecule["dipole"]) == pytest.approx(2.217, abs=0.01)
    assert [row[:2] for row in calculation["bond_orders"]] == [[0, 1], [0, 2]]
    assert sum(molecule["mulliken_charges"]) == pytest.approx(0, abs=1e-5)


def test_water_has_three_real_modes_with_intensities(water):
    """xtb 6.5.1 `--ohess` gives 1539, 3643 and 3652 cm-1."""
    modes = final(water)[1]["vibrational_modes"]
    assert [mode["frequency"] for mode in modes] == pytest.approx([1539, 3643, 3652], abs=4)
    assert all(mode["ir_intensity"] >= 0 for mode in modes)
    for mode in modes:
        omega = 2 * math.pi * 2.99792458e10 * mode["frequency"]
        assert mode["force_constant"] == pytest.approx(omega**2 * mode["reduced_mass"] * 1.66053906660e-27 / 100, rel=2e-3)
        assert np.linalg.norm(mode["displacements"]) == pytest.approx(1, abs=1e-5)


def test_water_thermochemistry_follows_from_the_printed_numbers(water):
    """Recomputed here from frequencies, temperature, concentration, geometry and the scheme; nothing of the package is used."""
    calculation, molecule = final(water)
    record = calculation["provenance"]["thermochemistry"]
    assert record["temperature"] == 298
    assert record["cutoff_frequency"] == 100
    assert record["symmetry_number"] == 2
    assert record["imaginary_modes"] == 0
    assert record["geometry_converged"]
    enthalpy, free_energy = independent_rrho(molecule, record)
    assert molecule["thermal_enthalpy_corr"] == pytest.approx(enthalpy, abs=1e-6)
    assert molecule["thermal_free_energy_corr"] == pytest.approx(free_energy, abs=1e-6)


def independent_rrho(molecule, record):
    """Enthalpy and free-energy corrections in Hartree of a non-linear molecule, in SI units throughout."""
    k, h, c, n_a, hartree, amu = 1.380649e-23, 6.62607015e-34, 2.99792458e8, 6.02214076e23, 4.3597447222071e-18, 1.66053906660e-27
    mass_of = {8: 15.99491461957, 1: 1.00782503223}
    t = record["temperature"]
    masses = [mass_of[atom["atomic_number"]] * amu for atom in molecule["atoms"]]
    points = [[x * 1e-10 for x in atom["position"]] for atom in molecule["atoms"]]
    total = sum(masses)
    centre = [sum(m * p[i] for m, p in zip(masses, points, strict=True)) / total for i in range(3)]
    inertia = np.zeros((3, 3))
    for m, p in zip(masses, points, strict=True):
        r = np.array(p) - centre
        inertia += m * (r @ r * np.eye(3) - np.outer(r, r))
    a, b, d = np.linalg.eigvalsh(inertia)
    q_rot = math.sqrt(math.pi * a * b * d) * (8 * math.pi**2 * k * t / h**2) ** 1.5 / record["symmetry_number"]
    volume = 1 / (record["concentration"] * 1000 * n_a)
    q_trans = (2 * math.pi * total * k * t / h**2) ** 1.5 * volume
    energy = 1.5 * k * t + 1.5 * k * t
    entropy = k * (math.log(q_trans) + 2.5) + k * (math.log(q_rot) + 1.5) + k * math.log(molecule["multiplicity"])
    for mode in molecule["vibrational_modes"]:
        quantum = h * c * 100 * max(mode["frequency"] * record["scaling_factor"], record["cutoff_frequency"])
        x = quantum / (k * t)
        energy += quantum * (0.5 + 1 / math.expm1(x))
        entropy += k * (x / math.expm1(x) - math.log(1 - math.exp(-x)))
    enthalpy = energy + k * t
    return enthalpy / hartree, (enthalpy - t * entropy) / hartree


def test_ethane_rotation_barrier(here):
    """2.59 kcal/mol with GFN2-xTB (xtb 6.5.1; experiment 2.9), from two constrained optimizations."""
    ethane = from_smiles("CC").to_json()
    energies = []
    for value in (60.0, 0.0):
        constraint = {"constraint_type": "dihedral", "atoms": [3, 1, 2, 6], "value": value}
        done = calculate(here, ethane, ["optimize"], opt_settings={"constraints": [constraint]})
        molecule = final(done)[1]
        assert dihedral(from_wire(molecule).positions, [2, 0, 1, 5]) == pytest.approx(value, abs=0.05)
        energies.append(molecule["energy"])
    assert 2.5 < (energies[1] - energies[0]) * KCAL < 2.7


def dihedral(positions, indices):
    a, b, c, d = (positions[i] for i in indices)
    n1, n2 = np.cross(b - a, c - b), np.cross(c - b, d - c)
    angle = np.degrees(np.arctan2(np.dot(np.cross(n1, n2), (c - b) / np.linalg.norm(c - b)), n1 @ n2))
    return abs(angle)


@pytest.mark.parametrize(
    ("constraint", "measure", "target"),
    [
        ({"constraint_type": "bond", "atoms": [1, 2], "value": 1.7}, lambda p: np.linalg.norm(p[0] - p[1]), 1.7),
        (
            {"constraint_type": "angle", "atoms": [1, 2, 3], "value": 120.0},
            lambda p: np.degrees(np.arccos((p[0] - p[1]) @ (p[2] - p[1]) / np.linalg.norm(p[0] - p[1]) / np.linalg.norm(p[2] - p[1]))),
            120.0,
        ),
    ],
)
def test_a_constraint_with_a_value_is_reached(here, constraint, measure, target):
    done = calculate(here, from_smiles("CCO").to_json(), ["optimize"], opt_settings={"constraints": [constraint]})
    assert measure(from_wire(final(done)[1]).positions) == pytest.approx(target, abs=2e-3)


def test_frozen_atoms_keep_their_distances(here):
    start = from_smiles("CCO")
    constraint = {"constraint_type": "freeze_atoms", "atoms": [1, 2, 3], "value": None}
    done = calculate(here, start.to_json(), ["optimize"], opt_settings={"constraints": [constraint]})
    assert from_wire(final(done)[1]).positions[:3] == pytest.approx(start.positions[:3], abs=1e-3)


@pytest.mark.parametrize(
    ("molecule", "modes", "symmetry_number", "linear"),
    [
        (atoms((7, 0, 0, 0), (7, 0, 0, 1.12)), 1, 2, True),
        (atoms((6, 0, 0, 0), (8, 0, 0, 1.17), (8, 0, 0.02, -1.17)), 4, 2, True),
        (atoms((2, 0, 0, 0)), 0, 1, False),
        (atoms((1, 0, 0, 0), multiplicity=2), 0, 1, False),
    ],
    ids=["N2", "CO2", "He", "H"],
)
def test_linear_molecules_and_atoms(here, molecule, modes, symmetry_number, linear):
    done = calculate(here, molecule, ["optimize", "frequencies"], mode="meticulous")
    calculation, last = final(done)
    assert len(last["vibrational_modes"]) == modes
    assert all(mode["frequency"] > 0 for mode in last["vibrational_modes"])
    record = calculation["provenance"]["thermochemistry"]
    assert (record["symmetry_number"], record["linear"]) == (symmetry_number, linear)


def test_helium_entropy_is_that_of_sackur_and_tetrode(here):
    """126.15 J/mol/K at 298.15 K and 1 bar (CODATA key values); ours at 298.15 K and 1 atm is R ln(1.01325) less."""
    thermochemistry = {"temperature": 298.15}
    last = final(calculate(here, atoms((2, 0, 0, 0)), ["frequencies"], thermochem_settings=thermochemistry))[1]
    entropy = (last["thermal_enthalpy_corr"] - last["thermal_free_energy_corr"]) / 298.15 * 2625499.639
    assert entropy == pytest.approx(126.153 - 8.314462 * math.log(1.01325), abs=0.02)


def test_ammonia_inversion_is_a_transition_state(here):
    """Planar ammonia: one imaginary mode, rotational symmetry number 6; 6.1 kcal/mol above the pyramid at fixed bonds (xtb 6.5.1)."""
    start = atoms((7, 0, 0, 0), (1, 0.95, 0, 0.05), (1, -0.47, 0.82, 0.05), (1, -0.47, -0.82, 0.05))
    done = calculate(here, start, ["optimize_ts", "frequencies"])
    calculation, last = final(done)
    assert [mode["frequency"] < 0 for mode in last["vibrational_modes"]] == [True] + [False] * 5
    assert calculation["provenance"]["thermochemistry"]["symmetry_number"] == 6
    assert calculation["settings"]["opt_settings"]["transition_state"] is True
    minimum = final(calculate(here, from_smiles("N").to_json(), ["optimize"]))[1]
    assert 3.5 < (last["energy"] - minimum["energy"]) * KCAL < 6.5


def test_a_solvent_changes_the_energy(here):
    """Water in ALPB water: -5.085021 Hartree (xtb 6.5.1, GFN2, optimized)."""
    done = calculate(here, WATER, ["optimize"], mode="meticulous", solvent_settings={"solvent": "water", "model": "alpb"})
    calculation, last = final(done)
    assert last["energy"] == pytest.approx(-5.085021, abs=2e-5)
    assert calculation["settings"]["level_of_theory"] == "gfn2_xtb/alpb(water)"


def test_the_engine_that_ran_is_recorded_as_a_deviation(here):
    done = calculate(here, WATER, ["energy"], engine="xtb")
    calculation, _ = final(done)
    assert calculation["provenance"]["requested"]["engine"] == "xtb"
    assert calculation["provenance"]["ran"]["engine"] == "tblite"
    assert calculation["provenance"]["deviations"][0]["what"] == "engine tblite instead of xtb"
    assert calculation["provenance"]["deviations"][0]["kind"] == "engine"


def test_too_few_steps_fail_but_keep_the_trajectory(here):
    done = calculate(here, from_smiles("CCO").to_json(), ["optimize"], opt_settings={"max_steps": 1})
    assert done.error["error_class"] == "convergence_error"
    calculation = done.all("calculation")[-1]["calculation"]
    assert calculation["status"] == 3
    assert len(calculation["molecules"]) == 2
    assert calculation["provenance"]["convergence"]["converged"] is False
    assert done.all("partial")[0]["data"]["calculation_uuid"] == done.all("calculation")[-1]["uuid"]


def test_loose_geometries_get_a_caveat_with_their_frequencies(here):
    done = calculate(here, from_smiles("CCO").to_json(), ["frequencies"])
    (told,) = done.result["provenance"]["caveats"]
    assert (told["severity"], told["values"]) == ("limits_use", None)
    assert "low frequencies and the free energy are unreliable" in told["text"]
    assert all(set(message) == {"type", "title", "body"} for message in done.result["messages"])
    calculation, _ = final(done)
    assert calculation["provenance"]["thermochemistry"]["geometry_converged"] is False


def test_numbers_of_a_structure_that_changed_its_bonds_say_so(here):
    """Without water the two charges of glycine meet: a proton goes over."""
    done = calculate(here, from_smiles("[NH3+]CC(=O)[O-]").to_json(), ["optimize"], mode="rapid")
    (told,) = done.result["provenance"]["caveats"]
    assert (told["severity"], told["values"]) == ("changes_number", None)
    assert "changed the molecule" in told["text"]
    assert [message["title"] for message in done.result["messages"]] == []
    calculation, _ = final(done)
    assert [message["title"] for message in calculation["messages"]] == ["Connectivity changed"]
    assert all(set(message) == {"type", "title", "body"} for message in calculation["messages"])


def test_frequencies_make_the_optimization_before_them_tight_and_the_record_says_so(here):
    done = calculate(here, from_smiles("CCO").to_json(), ["optimize", "frequencies"], mode="reckless")
    calculation, _ = final(done)
    assert calculation["provenance"]["thermochemistry"]["geometry_converged"] is True
    assert calculation["settings"]["mode"] == "careful"
    [deviation] = [each for each in done.result["provenance"]["deviations"] if each["kind"] == "convergence"]
    assert deviation["what"] == "convergence careful instead of reckless"
    assert "caveats" not in done.result["provenance"]
    loose, _ = final(calculate(here, WATER, ["optimize"], mode="reckless"))
    assert loose["settings"]["mode"] == "reckless"
    tight, _ = final(calculate(here, WATER, ["optimize", "frequencies"], mode="meticulous"))
    assert tight["settings"]["mode"] == "meticulous"


def test_a_second_attempt_uses_every_stored_step(here):
    data = {
        "initial_molecule": from_smiles("CCO").to_json(),
        "settings": {"method": "gfn2_xtb", "mode": "careful", "tasks": ["optimize", "frequencies"]},
    }
    first = here("basic_calculation", data)
    second = here("basic_calculation", data, attempt=2, steps=first.steps)
    assert first.steps
    assert not second.steps
    assert second.result["data"] == first.result["data"]
    uuid = first.result["data"]["calculation_uuid"]
    assert strip(second.calculation(uuid)) == strip(first.calculation(uuid))
    partial = {key: value for key, value in first.steps.items() if "optimize" in key}
    third = here("basic_calculation", data, attempt=3, steps=partial)
    assert {key.split("/")[1] for key in third.steps} == {"hessian"}


def strip(calculation):
    """Without what tells the time."""
    molecules = [{k: v for k, v in molecule.items() if k != "elapsed"} for molecule in calculation["molecules"]]
    return {**{k: v for k, v in calculation.items() if k not in ("elapsed", "logfile")}, "molecules": molecules}


def test_changed_input_meets_no_old_step(here):
    data = {"initial_molecule": WATER, "settings": {"method": "gfn2_xtb", "tasks": ["energy"]}}
    first = here("basic_calculation", data)
    other = {**data, "settings": {"method": "gfn1_xtb", "tasks": ["energy"]}}
    second = here("basic_calculation", other, steps=first.steps)
    assert final(second)[1]["energy"] == pytest.approx(-5.768641, abs=1e-5)


def test_a_reaction_during_the_optimization_is_flagged(here):
    """Protonated ammonia beside hydroxide falls into ammonia and water."""
    pair = atoms(
        (7, 0, 0, 0),
        (1, 1.06, 0, 0),
        (1, -0.35, 0.96, 0),
        (1, -0.35, -0.48, 0.83),
        (1, -0.35, -0.48, -0.83),
        (8, 2.5, 0, 0),
        (1, 2.8, 0.92, 0),
    )
    done = calculate(here, pair, ["optimize"], mode="rapid")
    calculation, _ = final(done)
    change = calculation["provenance"]["connectivity"]
    assert change["changed"] is True
    assert "N1-H2 broke" in change["detail"]
    assert "H2-O6 formed" in change["detail"]


@needs_xtb_program
@pytest.mark.parametrize(("method", "engine"), [("gfn_ff", "xtb"), ("gfn0_xtb", "xtb")])
def test_methods_of_the_xtb_program(run, method, engine):
    done = calculate(run, WATER, ["optimize", "frequencies"], method=method)
    calculation, last = final(done)
    assert calculation["engine"] == engine
    assert len(last["vibrational_modes"]) == 3
    assert all(mode["frequency"] > 0 and mode["ir_intensity"] is None for mode in last["vibrational_modes"])
    outside = [path for path in done.directory.parent.iterdir() if path != done.directory and not path.name.startswith("job-")]
    assert not outside
