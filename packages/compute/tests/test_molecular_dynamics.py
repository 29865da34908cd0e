"""Molecular dynamics with GFN2-xTB and MMFF94: energy kept, temperature held, walls, springs, what explodes, what is repeated."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import WATER, atoms, from_smiles

from cuvette_compute.dynamics.motion import mean_temperature_error
from cuvette_compute.dynamics.radial_distribution import radial_distribution
from cuvette_compute.structures.cell import Cell
from cuvette_compute.structures.molecule import Molecule

HARTREE_IN_KCAL = 627.5094740631
OPTIMIZED_WATER = atoms((8, 0, 0, 0.1147), (1, 0, 0.7717, -0.4586), (1, 0, -0.7717, -0.4586))


def move(here, molecule, method="gfn2_xtb", steps=None, **settings):
    asked = {"ensemble": "nve", "initialization": "random", "timestep": 0.5, "num_steps": 100, "save_interval": 10, "temperature": 300}
    data = {
        "initial_molecule": molecule,
        "settings": {**asked, **settings},
        "calc_settings": {"method": method, "tasks": ["energy", "gradient"]},
    }
    return here("molecular_dynamics", data, steps=steps or {})


def optimized(smiles):
    """A molecule at its minimum in MMFF94."""
    from rdkit import Chem
    from rdkit.Chem import AllChem

    built = from_smiles(smiles)
    mol = Chem.AddHs(Chem.MolFromSmiles(smiles))
    conformer = Chem.Conformer(mol.GetNumAtoms())
    conformer.SetPositions(built.positions)
    mol.AddConformer(conformer)
    AllChem.MMFFOptimizeMolecule(mol, maxIters=5000)
    return built.at(mol.GetConformer().GetPositions()).to_json()


def said(done, title):
    return next(message["body"] for message in done.result["messages"] if message["title"] == title)


@pytest.fixture(scope="module")
def water(here_once):
    return move(here_once, OPTIMIZED_WATER, num_steps=300, save_interval=30)


def test_the_energy_of_water_is_kept(water):
    """The drift asked for is at most 1e-5 Hartree per atom and ps."""
    drift = float(said(water, "Drift of the Energy").split(" by ")[1].split()[0])
    assert abs(drift) < 1e-5
    frames = water.result["data"]["frames"]
    assert [frame["index"] for frame in frames] == list(range(1, 11))
    total = np.array([frame["energy"] for frame in frames])
    potential = np.array([frame["potential_energy"] for frame in frames])
    assert np.ptp(total) < 0.1 * np.ptp(potential)
    shown = water.calculation(frames[-1]["calculation_uuid"])["molecules"][-1]
    assert shown["energy"] * HARTREE_IN_KCAL == pytest.approx(frames[-1]["potential_energy"], abs=1e-4)
    assert len(shown["velocities"]) == 3


def test_how_far_the_elements_are_apart(water):
    found = water.result["provenance"]["radial_distribution"]
    assert (found["quantity"], [pair["pair"] for pair in found["pairs"]]) == ("density", ["H–H", "H–O"])
    distances, bonds = np.array(found["distances"]), np.array(found["pairs"][1]["values"])
    assert (bonds * 0.05).sum() == pytest.approx(1, abs=1e-3)
    assert (bonds * distances).sum() / bonds.sum() == pytest.approx(0.97, abs=0.03)


def test_the_radial_distribution_of_a_gas_is_one():
    """Atoms without any order, in a skewed cell."""
    vectors = np.array([[20.0, 0, 0], [4, 20, 0], [0, 3, 21]])
    places = np.random.default_rng(1).random((400, 3)) @ vectors
    gas = Molecule(np.full(400, 18), places, cell=Cell(vectors))
    found = radial_distribution([gas])
    values = np.array(found["pairs"][0]["values"])
    assert found["quantity"] == "g(r)"
    assert values[100:].mean() == pytest.approx(1, abs=0.02)


def test_a_second_attempt_repeats_only_the_missing_frames(here, water):
    kept = {key: value for key, value in water.steps.items() if not key.startswith(("frame/9/", "frame/10/"))}
    again = move(here, OPTIMIZED_WATER, steps=kept, num_steps=300, save_interval=30)
    assert len(again.steps) == 2
    for first, second in zip(water.result["data"]["frames"], again.result["data"]["frames"], strict=True):
        assert first == pytest.approx(second, abs=0.05) if first["index"] > 8 else first == second


def test_a_thermostat_holds_the_temperature(here):
    """Octane with MMFF94 over 5 ps: 78 degrees of freedom, so that the mean is within 5 percent."""
    octane = from_smiles("CCCCCCCC").to_json()
    done = move(here, octane, "mmff94", ensemble="nvt", timestep=1.25, num_steps=4000, save_interval=100, langevin_thermostat_timescale=20)
    mean = float(said(done, "Temperature").split(" is ")[1].split()[0])
    assert 285 < mean < 315
    frames = [frame["temperature"] for frame in done.result["data"]["frames"]]
    assert np.std(frames) > 10


def test_what_explodes_is_stopped_with_its_frames(here):
    squeezed = atoms((8, 0, 0, 0.1), (1, 0, 0.7, -0.45), (1, 0, -0.7, -0.45))
    done = move(here, squeezed, temperature=9000, timestep=5, num_steps=200, save_interval=1, equilibration_steps=0)
    told = said(done, "Dynamics Stopped")
    assert "above 10,000 K" in told and "frames are kept" in told
    assert 0 < len(done.result["data"]["frames"]) < 200


def test_a_random_start_of_an_optimized_structure_has_the_temperature_that_was_set(here):
    """Octane has 78 degrees of freedom. Without thermalization half of its energy becomes potential energy at once."""
    octane = optimized("CCCCCCCC")
    short = {"timestep": 1, "num_steps": 60, "save_interval": 5, "langevin_thermostat_timescale": 1000}
    for ensemble in ("nvt", "nve"):
        cold, warm = (move(here, octane, "mmff94", ensemble=ensemble, **short, **more) for more in ({"equilibration_steps": 0}, {}))
        means = [float(np.mean([frame["temperature"] for frame in done.result["data"]["frames"]])) for done in (cold, warm)]
        assert means[0] < 215
        assert 245 < means[1] < 355
        (told,) = cold.result["provenance"]["caveats"]
        assert (told["severity"], told["values"], told["table"]) == ("changes_number", None, None)
        assert (
            f"Not equilibrated: the mean temperature is {float(said(cold, 'Temperature').split(' is ')[1].split()[0]):.0f} K"
            in told["text"]
        )
        assert "where 300 K was set" in told["text"]


def test_a_mean_of_few_degrees_of_freedom_and_a_short_time_says_how_uncertain_it_is():
    """One molecule of water for 500 fs: 300 K times the root of 2/6 over 5 independent values."""
    assert mean_temperature_error(300, 6, 500, 100) == pytest.approx(300 * (2 / 6 / 5) ** 0.5)
    assert mean_temperature_error(300, 6, 10, 100) == pytest.approx(300 * (2 / 6) ** 0.5)


def test_a_wall_and_springs_hold_what_would_leave(here):
    pair = atoms((2, 0, 0, 0), (2, 0, 0, 3.0))
    pair |= {"velocities": [[0, 0, -0.02], [0, 0, 0.02]]}
    free = move(here, pair, initialization="read", timestep=1, num_steps=200, save_interval=200)
    held = move(
        here, pair, initialization="read", timestep=1, num_steps=200, save_interval=200, confining_constraint={"confining_radius": 2.0}
    )
    sprung = move(
        here,
        pair,
        initialization="read",
        timestep=1,
        num_steps=200,
        save_interval=200,
        constraints=[{"atoms": [1, 2], "force_constant": 100, "equilibrium": 3.0}],
    )

    def apart(done):
        [frame] = done.result["data"]["frames"]
        first, second = (atom["position"] for atom in done.calculation(frame["calculation_uuid"])["molecules"][-1]["atoms"])
        return float(np.linalg.norm(np.subtract(first, second)))

    assert apart(free) > 9
    assert apart(held) < 6
    assert 2 < apart(sprung) < 4


def test_what_cannot_run_is_refused(here):
    assert "NPT is for periodic systems only" in move(here, WATER, ensemble="npt", pressure=1).error["message"]
    assert move(here, WATER, save_interval=500).error["field"] == "settings.save_interval"
    assert "no velocities" in move(here, WATER, initialization="read").error["message"]


# Two molecules of water in a cell of 5.2 x 5 x 5.4 Angstrom.
_CELL = {"lattice_vectors": [[5.2, 0, 0], [0, 5.0, 0], [0, 0, 5.4]], "is_periodic": [True, True, True]}
_PAIR = [(8, 0, 0, 0.12), (1, 0, 0.76, -0.47), (1, 0, -0.76, -0.47), (8, 2.6, 2.5, 2.82), (1, 2.6, 3.26, 2.23), (1, 2.6, 1.74, 2.23)]
PERIODIC = atoms(*_PAIR) | {"cell": _CELL}
PRESSED = {
    "ensemble": "npt", "pressure": 200_000, "berendsen_barostat_timescale": 500, "num_steps": 40, "save_interval": 20,
    "equilibration_steps": 4,
}  # fmt: skip


@pytest.fixture(scope="module")
def pressed(here_once):
    """Constant pressure far above what is there, with a quick barostat."""
    settings = PRESSED
    return move(here_once, PERIODIC, "gfn1_xtb", **settings)


def test_a_periodic_cell_runs_at_constant_pressure(here, pressed):
    """The volume follows the barostat; each frame keeps its cell, its pressure and its volume; the steps resume."""
    frames = pressed.result["data"]["frames"]
    cells = [pressed.calculation(frame["calculation_uuid"])["molecules"][-1]["cell"] for frame in frames]
    assert [frame["volume"] for frame in frames] == pytest.approx([cell["volume"] for cell in cells], rel=1e-4)
    assert frames[-1]["volume"] < frames[0]["volume"] < 5.2 * 5.0 * 5.4
    shape = np.array(cells[-1]["lattice_vectors"]).diagonal()
    assert shape / shape[0] == pytest.approx(np.array([5.2, 5.0, 5.4]) / 5.2, abs=1e-6)
    assert "200000 atm was asked for" in said(pressed, "Pressure")
    assert "Γ point" in said(pressed, "Small Cell")
    kept = {key: value for key, value in pressed.steps.items() if key.startswith(("frame/1/", "thermalization/"))}
    settings = PRESSED
    again = move(here, PERIODIC, "gfn1_xtb", steps=kept, **settings)
    assert len(again.steps) == 1
    for name in ("volume", "temperature", "potential_energy"):
        assert again.result["data"]["frames"][-1][name] == pytest.approx(frames[-1][name], rel=1e-3)


def test_stress_is_the_derivative_of_the_energy_by_the_strain(here):
    """Central differences of the energy for a cell stretched in each direction."""

    def point(molecule, tasks):
        done = here("basic_calculation", {"initial_molecule": molecule, "settings": {"method": "gfn1_xtb", "tasks": tasks}})
        return done.calculation(done.result["data"]["calculation_uuid"])["molecules"][-1]

    start = point(PERIODIC, ["energy", "stress"])
    assert start["dipole"] is None
    step = 0.002
    for axis in range(3):
        energies = []
        for sign in (1, -1):
            stretch = np.eye(3)
            stretch[axis, axis] += sign * step
            places = [(row[0], *(np.array(row[1:]) @ stretch)) for row in _PAIR]
            cell = {**_CELL, "lattice_vectors": (np.array(_CELL["lattice_vectors"]) @ stretch).tolist()}
            energies.append(point(atoms(*places) | {"cell": cell}, ["energy"])["energy"])
        slope = (energies[0] - energies[1]) / (2 * step) / (5.2 * 5.0 * 5.4)
        assert start["stress"][axis][axis] == pytest.approx(slope, abs=2e-6)


def test_atoms_in_a_cell_are_optimized_and_a_molecule_across_its_border_keeps_its_bonds(here):
    """The same structure moved by a lattice vector, and cut by the border, has the same energy."""
    done = here("basic_calculation", {"initial_molecule": PERIODIC, "settings": {"method": "gfn1_xtb", "tasks": ["energy"]}})
    cut = [(row[0], row[1], row[2] + (5.0 if row[2] < 0 else 0.0), row[3]) for row in _PAIR]
    moved = here(
        "basic_calculation", {"initial_molecule": atoms(*cut) | {"cell": _CELL}, "settings": {"method": "gfn1_xtb", "tasks": ["optimize"]}}
    )
    calculation = moved.calculation(moved.result["data"]["calculation_uuid"])
    energy = done.calculation(done.result["data"]["calculation_uuid"])["molecules"][-1]["energy"]
    assert calculation["molecules"][0]["energy"] == pytest.approx(energy, abs=1e-6)
    assert calculation["molecules"][-1]["energy"] < energy
    assert calculation["molecules"][-1]["cell"]["lattice_vectors"] == _CELL["lattice_vectors"]


@pytest.mark.parametrize(
    ("cell", "settings", "field", "words"),
    [
        ({"is_periodic": [True, True, False]}, {}, "initial_molecule.cell.is_periodic", "repeats in 2"),
        ({"lattice_vectors": [[5, 0, 0], [0, 5, 0], [5, 5, 0]]}, {}, "initial_molecule.cell.lattice_vectors", "no volume"),
        ({}, {"method": "mmff94"}, "settings.method", "does not take periodic systems"),
        ({}, {"solvent_settings": {"solvent": "water", "model": "alpb"}}, "settings.solvent_settings", "no solvent model"),
        ({}, {"tasks": ["frequencies"]}, "settings.tasks", "Frequencies of periodic systems"),
        ({}, {"opt_settings": {"optimize_cell": True}}, "settings.opt_settings.optimize_cell", "cannot be relaxed"),
        ({"lattice_vectors": [[5.2, 0, 0], [0, 1.52, 0], [0, 0, 5.4]]}, {}, "initial_molecule.atoms.2.position", "apart"),
    ],
)
def test_what_a_cell_cannot_have_is_refused(here, cell, settings, field, words):
    molecule = PERIODIC | {"cell": {**_CELL, **cell}}
    error = here(
        "basic_calculation", {"initial_molecule": molecule, "settings": {"method": "gfn1_xtb", "tasks": ["energy"], **settings}}
    ).error
    assert (error["error_class"], error["field"]) == ("input_error", field)
    assert words in error["message"]
