"""Dynamics of a ligand in its protein: a small complex runs from start to end, goes on where it was killed, and keeps its energy."""

from __future__ import annotations

import base64
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from complexes import SMILES, small_complex
from conftest import in_full

from cuvette_compute.binding_dynamics import simulation
from cuvette_compute.binding_dynamics.ambertools import MISSING, LigandParameters, directory_of_programs, has_ambertools
from cuvette_compute.binding_dynamics.analysis import Analysis
from cuvette_compute.binding_dynamics.ligand import find_ligand
from cuvette_compute.binding_dynamics.packing import FRAME_PRECISION, pack_floats, pack_frames, unpack_frames
from cuvette_compute.binding_dynamics.platforms import Speed, set_state
from cuvette_compute.binding_dynamics.preparation import without
from cuvette_compute.binding_dynamics.solute import solute_of
from cuvette_compute.binding_dynamics.system import Model, Settings, build_system, force_field, restrained_atoms, topology_of
from cuvette_compute.proteins.options import Options
from cuvette_compute.proteins.prepare import prepare
from cuvette_compute.recipes import pose_analysis_md as recipe

pytestmark = pytest.mark.skipif(not has_ambertools(), reason="AmberTools is not installed here")

# Ten steps a frame; a cutoff as short as the box is small.
QUICK = {
    "initial_smiles": SMILES, "num_trajectories": 1, "equilibration_time_ns": 0.00005, "simulation_time_ns": 0.0001, "timestep_fs": 2,
    "nonbonded_cutoff": 5.0, "water_buffer": 1.0, "protein_restraint_cutoff": 7.0, "protein_prune_cutoff": None,
}  # fmt: skip


@pytest.fixture(scope="module")
def complex_():
    return small_complex(first=62, last=63)


@pytest.fixture(scope="module")
def finished(here_once, complex_):
    """A short run, and what it left."""
    simulation.MINIMIZATION = 30
    return here_once("pose_analysis_md", {**QUICK, "protein": complex_})


def frames_of(run, event):
    values = np.frombuffer((run.directory / event["path"]).read_bytes(), dtype="<f4")
    return values.reshape(event["details"]["num_frames"], event["details"]["num_atoms"], 3)


def test_a_complex_runs_from_start_to_end(finished):
    data = finished.result["data"]
    structure = finished.all("protein")[-1]
    assert data["minimized_protein_uuid"] == structure["uuid"]
    model = structure["structure"]["models"][0]
    assert [one["name"] for one in model["non_polymer"].values()] == ["LIG"]
    assert model["water"] == {}
    atoms = sum(len(residue["atoms"]) for chain in model["polymer"].values() for residue in chain["residues"].values()) + 6
    file = finished.all("file")[-1]
    assert (file["details"]["num_atoms"], file["details"]["num_frames"], file["details"]["frame_interval_fs"]) == (atoms, 5, 20)
    frames = frames_of(finished, file)
    assert np.isfinite(frames).all()
    # Formamide is bonded as it is written: 5 bonds among its 6 atoms, which stay bonds in every frame.
    ligand = [pair for pair in data["bonds"] if min(pair) >= atoms - 6]
    assert len(ligand) == 5
    for a, b in data["bonds"]:
        assert (np.linalg.norm(frames[:, a] - frames[:, b], axis=1) < 2.3).all()
    (trajectory,) = data["trajectories"]
    assert len(trajectory["ligand_rmsd"]) == 5
    assert all(0 < value < 5 for value in trajectory["ligand_rmsd"])
    assert all(0 < contact["occupancy"] <= 1 and contact["ligand_atom_index"] >= atoms - 6 for contact in trajectory["contacts"])
    said = {message["title"]: message["body"] for message in finished.result["messages"]}
    assert "ns a day on OpenMM's platform" in said["Speed"]
    assert finished.result["provenance"]["stages"][1]["engine"] == "openmm"


def test_a_killed_run_goes_on_after_its_last_block(here, complex_, finished):
    steps = dict(finished.steps)
    ended = next(key for key in steps if key.startswith("trajectory/0/"))
    block = next(key for key in steps if key.startswith("frames/0/0/"))
    atoms = finished.all("file")[-1]["details"]["num_atoms"]
    first = unpack_frames(steps[block], atoms)
    # As it was after two of the five frames: the block of these two, and the state after them.
    model = Model.from_json(next(value for key, value in steps.items() if key.startswith("system/"))["model"])
    minimized = np.array(next(value for key, value in steps.items() if key.startswith("minimized/")))
    state = {"positions": pack_floats(minimized), "velocities": pack_floats(np.zeros_like(minimized)), "box": pack_floats(model.box)}
    steps |= {block: pack_frames(first[:2]), ended: {"blocks": 1, **state}}
    run = here("pose_analysis_md", {**QUICK, "protein": complex_}, steps=steps)
    frames = frames_of(run, run.all("file")[-1])
    assert frames.shape == (5, atoms, 3)
    assert np.allclose(frames[:2], first[:2], atol=FRAME_PRECISION)
    assert any("continues after frame 2" in event["text"] for event in run.all("log"))
    assert not any(key.startswith(("ligand-parameters/", "system/", "minimized/")) for key in run.steps)


def test_a_disk_that_is_full_while_frames_are_written_is_told_and_loses_no_block(here, complex_, finished, monkeypatch):
    """The frames go to a device that the system itself calls full; what was simulated until then is kept for the next attempt."""
    begin = simulation.Trajectory.__init__

    def on_a_full_disk(trajectory, *arguments):
        begin(trajectory, *arguments)
        (trajectory._path / "frames").symlink_to("/dev/full")

    monkeypatch.setattr(simulation.Trajectory, "__init__", on_a_full_disk)
    before = {key: value for key, value in finished.steps.items() if not key.startswith(("trajectory/", "frames/"))}
    run = here("pose_analysis_md", {**QUICK, "protein": complex_}, steps=before)
    assert run.error["error_class"] == "resource_error"
    assert "disk is full" in run.error["message"]
    assert not run.all("file"), "half a file is no trajectory"
    monkeypatch.undo()
    again = here("pose_analysis_md", {**QUICK, "protein": complex_}, steps={**before, **run.steps})
    assert again.all("file")[-1]["details"]["num_frames"] == 5
    assert not again.steps, "nothing is simulated twice"


def test_the_ligand_has_the_energy_that_ambers_own_file_gives_it(finished):
    """The ligand alone through our force field, against the numbers that it was read from, term by term."""
    import openmm
    from openmm import unit

    model = Model.from_json(next(value for key, value in finished.steps.items() if key.startswith("system/"))["model"])
    _, system = build_system(model, Settings(nonbonded_cutoff=5.0))
    place = set(model.atoms_of("ligand").tolist())
    parameters: LigandParameters = model.parameters
    first = min(place)
    bonds = {tuple(sorted((int(a), int(b)))) for a, b, *_ in parameters.bonds}
    constrained = {
        tuple(sorted((a - first, b - first)))
        for a, b, _ in map(system.getConstraintParameters, range(system.getNumConstraints()))
        if a in place
    }
    kept = {}
    for force in system.getForces():
        if isinstance(force, openmm.HarmonicBondForce):
            rows = [force.getBondParameters(index) for index in range(force.getNumBonds())]
            found = {tuple(sorted((a - first, b - first))) for a, b, *_ in rows if a in place}
            # A bond to hydrogen is a constraint instead.
            assert found | constrained == bonds
            assert not found & constrained
        if isinstance(force, openmm.HarmonicAngleForce):
            kept["angles"] = sum(force.getAngleParameters(index)[0] in place for index in range(force.getNumAngles()))
        if isinstance(force, openmm.PeriodicTorsionForce):
            kept["torsions"] = sum(force.getTorsionParameters(index)[0] in place for index in range(force.getNumTorsions()))
        if isinstance(force, openmm.NonbondedForce):
            charges = [force.getParticleParameters(index)[0].value_in_unit(unit.elementary_charge) for index in sorted(place)]
            assert charges == pytest.approx(parameters.charges)
            assert sum(charges) == pytest.approx(0, abs=1e-9)
            total = sum(
                force.getParticleParameters(index)[0].value_in_unit(unit.elementary_charge) for index in range(system.getNumParticles())
            )
            assert total == pytest.approx(0, abs=1e-4), "ions make the box neutral"
    assert kept == {"angles": len(parameters.angles), "torsions": len(parameters.torsions)}
    assert len(parameters.torsions) >= 6


def nve(model, settings, femtoseconds, picoseconds):
    """Drift of the total energy (kcal/mol/ps/atom) at constant energy, from velocities of 300 K."""
    import openmm
    from openmm import unit

    _, system = build_system(model, settings)
    properties = {"Threads": "1", "DeterministicForces": "true"}
    integrator = openmm.VerletIntegrator(femtoseconds * unit.femtosecond)
    integrator.setConstraintTolerance(1e-8)
    context = openmm.Context(system, integrator, openmm.Platform.getPlatformByName("CPU"), properties)
    set_state(context, model.positions, model.box)
    openmm.LocalEnergyMinimizer.minimize(context, 10.0, 100)
    context.setVelocitiesToTemperature(300 * unit.kelvin, 7)
    integrator.step(int(200 / femtoseconds))
    energies, steps = [], max(1, int(1000 * picoseconds / femtoseconds / 20))
    for _ in range(20):
        integrator.step(steps)
        state = context.getState(getEnergy=True)
        energies.append((state.getPotentialEnergy() + state.getKineticEnergy()).value_in_unit(unit.kilocalorie_per_mole))
    slope = np.polyfit(np.arange(20) * steps * femtoseconds / 1000, energies, 1)[0]
    return slope / system.getNumParticles()


def model_of(finished):
    return Model.from_json(next(value for key, value in finished.steps.items() if key.startswith("system/"))["model"])


def test_a_ligand_is_measured_from_its_protein_whatever_way_the_frame_turned(finished):
    model = model_of(finished)
    start = model.positions[: model.shown]
    ligand = model.atoms_of("ligand")
    angle = np.radians(70.0)
    turn = np.array([[np.cos(angle), -np.sin(angle), 0.0], [np.sin(angle), np.cos(angle), 0.0], [0.0, 0.0, 1.0]])
    shifted, away = start.copy(), start.copy()
    shifted[ligand] += [1.5, 0.0, 0.0]
    away[ligand] += [80.0, 0.0, 0.0]
    analysis = Analysis(model, model.positions)
    analysis.take([analysis.laid_on_start(frame @ turn + [3.0, -4.0, 5.0]) for frame in (start, shifted, start, away)])
    assert analysis.rmsd == pytest.approx([0.0, 1.5, 0.0, 80.0], abs=2e-3)
    # A contact is two heavy atoms within 4 Å, counted over the frames.
    elements = np.array(model.elements())
    pairs = {(a, b) for a in model.atoms_of("polymer") for b in ligand if "H" not in (elements[a], elements[b])}
    seen = {pair: [np.linalg.norm(frame[pair[0]] - frame[pair[1]]) <= 4.0 for frame in (start, shifted, start, away)] for pair in pairs}
    expected = {pair: np.mean(near) for pair, near in seen.items() if np.mean(near) >= 0.25}
    found = {(one["protein_atom_index"], one["ligand_atom_index"]): one["occupancy"] for one in analysis.contacts()}
    assert found == expected
    assert len(set(found.values())) > 1


def test_heavy_atoms_beyond_the_cutoff_are_held(finished):
    model = model_of(finished)
    elements = np.array(model.elements())
    heavy = [index for index in model.atoms_of("polymer") if elements[index] != "H"]
    ligand = [index for index in model.atoms_of("ligand") if elements[index] != "H"]
    apart = {atom: np.linalg.norm(model.positions[ligand] - model.positions[atom], axis=1).min() for atom in heavy}
    cutoff = float(np.median(list(apart.values())))
    held = restrained_atoms(model, cutoff)
    assert sorted(held) == [atom for atom in sorted(heavy) if apart[atom] > cutoff]
    _, system = build_system(model, Settings(nonbonded_cutoff=5.0, protein_restraint_cutoff=cutoff))
    springs = [force for force in system.getForces() if force.getName() == "CustomExternalForce"]
    assert len(held) in [force.getNumParticles() for force in springs]


@in_full
def test_at_constant_energy_the_energy_is_kept(finished):
    """Issue 18: 1e-4 kcal/mol/ps/atom."""
    model = model_of(finished)
    settings = Settings(nonbonded_cutoff=5.0, constrain_hydrogens=True, protein_restraint_cutoff=None)
    assert abs(nve(model, settings, 0.5, 8.0)) < 1e-4


@in_full
def test_the_temperature_is_that_which_was_asked_for(here, complex_):
    """Issue 18: 300 ± 3 K, over 20 ps."""
    longer = {**QUICK, "equilibration_time_ns": 0.006, "simulation_time_ns": 0.02, "langevin_timescale_ps": 0.2, "nonbonded_cutoff": 7.0}
    run = here("pose_analysis_md", {**longer, "protein": complex_})
    words = next(message["body"] for message in run.result["messages"] if message["title"] == "Temperature")
    assert abs(float(words.split()[4]) - 300) < 3


@pytest.mark.parametrize(("nanoseconds", "title"), [(2.0, "Speed"), (200.0, "This Takes Days")])
def test_how_long_it_takes_is_said_beforehand_and_days_are_warned_of(nanoseconds, title):
    """Issue 18. 0.01 s a step of 2 fs are 17.28 ns a day."""
    said: list[str] = []
    runs = SimpleNamespace(
        speed=Speed("CPU", {}, 1.0),
        _seconds_per_step=lambda: 0.01,
        settings=SimpleNamespace(timestep_fs=2.0),
        plan=SimpleNamespace(trajectories=1, steps=round(nanoseconds * 500_000), equilibration_steps=0),
        advice="Simulate less.",
        nanoseconds=lambda steps: steps / 500_000,
        job=SimpleNamespace(log=said.append, progress=lambda words, *_: said.append(words)),
    )
    (told,) = recipe._Runs.estimate(runs)
    assert told["title"] == title
    assert "About 17.3 ns a day" in told["body"]
    days = nanoseconds > 17
    assert ("11.6 days" if days else "2.8 hours") in told["body"]
    # A person reads it while the dynamics runs.
    assert any(words.startswith("Takes about 11.6 days") for words in said) is days


@pytest.mark.parametrize(
    ("changes", "prune", "names"),
    [
        # Cut at both ends: what was there closes the peptide bonds.
        pytest.param({"first": 56, "last": 68, "beside": 62}, 7.0, ("ACE", "NME"), marks=in_full),
        # A residue is missing inside: both sides of the gap are closed by the geometry of a peptide.
        ({"first": 60, "last": 65, "without": (62,)}, None, ("ACE", "NME")),
    ],
)
def test_a_cut_protein_has_closed_ends(finished, changes, prune, names):
    """Where a chain is cut or broken, its ends are acetyl and methylamide that the force field knows and that clash with nothing."""
    import openmm
    from openmm import unit

    pdb = small_complex(**changes)
    ligand = find_ligand(pdb, "LIG", SMILES, "ligand_residue_name")
    prepared, _ = prepare(without(pdb, ligand), replace(Options(), remove_heterogens=False), lambda *_: None)
    solute = solute_of(prepared, ligand, prune)
    residues = [one for one in solute.residues if one.place == "polymer"]
    assert set(names) <= {one.name for one in residues}
    assert len({one.key for one in residues}) == len(residues)
    if prune:
        assert len(residues) < 13
    stored = next(value for key, value in finished.steps.items() if key.startswith("ligand-parameters/"))
    bonds = [[bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()] for bond in ligand.mol.GetBonds()]
    field = force_field(LigandParameters(**stored), bonds, next(one for one in solute.residues if one.place == "ligand").elements)
    system = field.createSystem(topology_of(solute, bonds, []))
    context = openmm.Context(system, openmm.VerletIntegrator(0.001), openmm.Platform.getPlatformByName("Reference"))
    context.setPositions(np.array([place for one in solute.residues for place in one.positions]) / 10)
    openmm.LocalEnergyMinimizer.minimize(context, 10.0, 100)
    energy = context.getState(getEnergy=True).getPotentialEnergy().value_in_unit(unit.kilocalorie_per_mole)
    assert energy / system.getNumParticles() < 5


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"ligand_residue_name": "ATP"}, "ligand_residue_name", "no ligand with the residue name ATP; it has LIG"),
        ({"initial_smiles": ""}, "initial_smiles", "SMILES is needed"),
        ({"initial_smiles": "CCO.Cl"}, "initial_smiles", "several parts"),
        ({"initial_smiles": "c1ccccc1"}, "initial_smiles", "3 heavy atoms in the structure and 6"),
        ({"initial_smiles": "COC"}, "initial_smiles", "their bonds differ"),
        ({"timestep_fs": 9}, "timestep_fs", "between 0.1 and 5 fs"),
        ({"protein": None}, "protein_uuid", "needs a protein"),
    ],
)
def test_what_cannot_be_simulated_is_refused(here, complex_, changes, field, words):
    error = here("pose_analysis_md", {**QUICK, "protein": complex_, **changes}).error
    assert (error["error_class"], error["field"]) == ("input_error", field)
    assert words in error["message"]


def test_a_ligand_bound_to_the_protein_or_part_of_it_is_refused(here):
    bound = here("pose_analysis_md", {**QUICK, "protein": small_complex(first=62, last=63, distance=1.5)}).error
    assert "bound covalently" in bound["message"]
    protein = small_complex(first=62, last=63)
    residue = next(iter(protein["models"][0]["polymer"]["A"]["residues"].values()))["name"]
    peptide = here("pose_analysis_md", {**QUICK, "protein": protein, "ligand_residue_name": residue}).error
    assert "part of a chain" in peptide["message"]


def test_without_ambertools_it_says_what_to_install(here, complex_, monkeypatch):
    monkeypatch.setenv("CUVETTE_AMBERTOOLS", "/nonexistent")
    directory_of_programs.cache_clear()
    try:
        error = here("pose_analysis_md", {**QUICK, "protein": complex_}).error
    finally:
        monkeypatch.undo()
        directory_of_programs.cache_clear()
    assert error["error_class"] == "input_error"
    assert MISSING in error["message"]
    assert "npm run setup -- --with ambertools" in error["message"]


def test_frames_pack_to_a_hundredth_of_an_angstrom():
    generator = np.random.default_rng(3)
    frames = np.cumsum(generator.normal(0, 0.3, (40, 200, 3)), axis=0) + generator.uniform(-50, 50, (200, 3))
    text = pack_frames(frames)
    assert np.abs(unpack_frames(text, 200) - frames).max() <= FRAME_PRECISION / 2 + 1e-5
    assert len(base64.b64decode(text)) < frames.size * 2
