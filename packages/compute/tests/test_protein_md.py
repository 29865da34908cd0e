"""Dynamics of a protein: a small one runs from start to end, and what is computed of frames is what they were made with."""

from __future__ import annotations

import numpy as np
import pytest
from complexes import SMILES, small_complex

from cuvette_compute.binding_dynamics import simulation
from cuvette_compute.binding_dynamics.ambertools import has_ambertools
from cuvette_compute.binding_dynamics.clusters import distances, greedy, k_means, medoid
from cuvette_compute.binding_dynamics.protein_analysis import Binder, ProteinAnalysis
from cuvette_compute.binding_dynamics.superposition import rmsd_to
from cuvette_compute.binding_dynamics.system import Model
from cuvette_compute.recipes.protein_md import fluctuations

# Ten steps a frame; a cutoff as short as the box is small.
QUICK = {
    "num_trajectories": 1, "equilibration_time_ns": 0.00008, "simulation_time_ns": 0.0002, "timestep_fs": 4, "hydrogen_mass": 3,
    "frame_save_interval_ps": 0.04, "analysis_interval_ps": 0.08, "clustering": {"settings_type": "greedy", "cutoff_angstrom": 1.0},
    "nonbonded_cutoff": 5.0, "water_buffer": 1.0,
}  # fmt: skip


@pytest.fixture(scope="module")
def finished(here_once):
    simulation.MINIMIZATION = 30
    return here_once("protein_md", {**QUICK, "protein": small_complex(first=60, last=65)})


def test_a_protein_runs_from_start_to_end(finished):
    data, provenance = finished.result["data"], finished.result["provenance"]
    (trajectory,) = data["trajectories"]
    assert len(trajectory["protein_rmsd"]) == len(trajectory["isotropic_radius_of_gyration"]) == len(trajectory["potential_energy"]) == 5
    assert trajectory["protein_rmsd"][0] == 0
    assert all(0 < value < 3 for value in trajectory["protein_rmsd"][1:])
    assert len(trajectory["rmsf"]) == len(provenance["residue_names"]) == 6
    # Every second frame has its surface, which is of a few residues.
    assert [value is None for value in trajectory["sasa"]] == [False, True, False, True, False]
    assert 400 < trajectory["sasa"][0] < 1500
    assert 0 < trajectory["polar_sasa"][0] < trajectory["sasa"][0]
    # Some thousand water molecules of about -10 kcal/mol each.
    assert -60 < trajectory["potential_energy"][0] < -1
    assert len(trajectory["cluster_indices_by_frame"]) == 5
    assert 0 <= trajectory["median_structure_frame_index"] < 5
    assert trajectory["binder_rmsd"] == trajectory["contacts"] == []
    assert all(0 <= kept <= 1 for kept in provenance["native_contacts"][0])
    assert provenance["stages"][0]["method"] == "ff14SB, TIP3P water"
    # Formamide has no SMILES here: it is taken out, with a warning.
    said = {message["title"]: message for message in finished.result["messages"]}
    assert "LIG" in said["Residues Were Taken Out"]["body"]
    assert said["Residues Were Taken Out"]["type"] == "warning"


def test_a_later_attempt_has_the_energies_of_the_frames_that_it_did_not_simulate(here, finished):
    run = here("protein_md", {**QUICK, "protein": small_complex(first=60, last=65)}, steps=dict(finished.steps))
    assert run.result["data"]["trajectories"] == finished.result["data"]["trajectories"]


def model_of(finished):
    return Model.from_json(next(value for key, value in finished.steps.items() if key.startswith("system/"))["model"])


def test_what_is_computed_of_frames_is_what_they_were_made_with(finished):
    model = model_of(finished)
    # Six residues touch one another where they are drawn together.
    positions = 0.6 * model.positions
    start = positions[: model.shown]
    angle = np.radians(50.0)
    turn = np.array([[1, 0, 0], [0, np.cos(angle), -np.sin(angle)], [0, np.sin(angle), np.cos(angle)]])
    analysis = ProteinAnalysis(model, positions, Binder(), 0)
    analysis.take([analysis.laid_on_start(frame) for frame in (start, start @ turn + 7.0, 2 * start)])
    traces = analysis.traces()
    assert rmsd_to(traces, traces[0])[:2] == pytest.approx([0, 0], abs=1e-4)
    # Twice as large in each direction: twice the radius, and every contact is gone.
    assert analysis.radii[1] == pytest.approx(analysis.radii[0], abs=2e-3)
    assert analysis.radii[2] == pytest.approx(2 * analysis.radii[0], abs=2e-3)
    assert analysis.native[:2] == [1, 1]
    assert analysis.native[2] < 0.5


def test_fluctuations_and_clusters_of_frames_that_were_made_for_it():
    generator = np.random.default_rng(5)
    shape = generator.normal(0, 8, (40, 3))
    # One atom swings by 3 Å to both sides of its place; the others stay.
    swings = np.repeat(shape[None], 6, axis=0)
    swings[::2, 7, 0] += 3.0
    swings[1::2, 7, 0] -= 3.0
    found = fluctuations(swings)
    assert found[7] == pytest.approx(3.0, rel=0.06)
    assert np.delete(found, 7).max() < 0.5
    other = shape * [1.4, 1.0, 0.8]
    frames = np.array([shape, shape, other, shape, other]) + generator.normal(0, 0.05, (5, 40, 3))
    matrix = distances(frames)
    assert matrix == pytest.approx(matrix.T, abs=1e-6)
    assert medoid(matrix) in (0, 1, 3)
    for clusters in (greedy(matrix, 1.0), k_means(frames, matrix, 2, 1)):
        assert clusters.of_frames == [0, 0, 1, 0, 1]
        assert clusters.centroids[0] in (0, 1, 3)
        assert clusters.centroids[1] in (2, 4)


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"water_ff": "opc"}, "water_ff", "opc is not available on this worker; choose tip3p"),
        ({"binder": {"chain_ids": ["Q"]}}, "binder.chain_ids", "no chain Q; it has A"),
        ({"binder": {"chain_ids": ["A"]}}, "binder.chain_ids", "every chain"),
        ({"binder": {"small_molecule_residues": ["LIG"]}}, "binder.small_molecule_residues", "Give the SMILES of LIG"),
        ({"small_molecules": {"9": SMILES}}, "small_molecules", "none of the place 9"),
        ({"small_molecules": {"ATP": SMILES}}, "small_molecules", "no ligand with the residue name ATP"),
        ({"timestep_fs": 9}, "timestep_fs", "between 0.1 and 5 fs"),
    ],
)
def test_what_cannot_be_simulated_is_refused(here, changes, field, words):
    error = here("protein_md", {**QUICK, "protein": small_complex(first=62, last=63), **changes}).error
    assert error["field"] == field
    assert words in error["message"]


@pytest.mark.skipif(not has_ambertools(), reason="AmberTools is not installed here")
def test_a_ligand_is_simulated_as_the_binder(here):
    data = {**QUICK, "small_molecules": {"LIG": SMILES}, "binder": {"small_molecule_residues": ["LIG"]}, "simulation_time_ns": 0.00008}
    run = here("protein_md", {**data, "protein": small_complex(first=62, last=63), "protein_restraint_cutoff": 7.0})
    (trajectory,) = run.result["data"]["trajectories"]
    assert len(trajectory["binder_rmsd"]) == 2
    assert all(0 < contact["occupancy"] <= 1 for contact in trajectory["contacts"])
    assert run.result["provenance"]["stages"][0]["method"] == "gaff2_am1bcc"
