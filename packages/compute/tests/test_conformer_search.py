"""Conformer searches, end to end: numbers, identity, resuming, refusals."""

from __future__ import annotations

import stat
import time
from types import SimpleNamespace

import numpy as np
import pytest
from conftest import UUID, WATER, atoms, from_smiles, in_full, judge, needs_xtb_program

from cuvette_compute.calculations.levels import chain_levels
from cuvette_compute.chemistry.openconf_ensemble import openconf_version
from cuvette_compute.recipes.conformer_generation import Pool
from cuvette_compute.recipes.conformer_search import Conformer, Search
from cuvette_compute.recipes.conformer_structure import generator_settings, read_structure
from cuvette_compute.runtime.job import Job
from cuvette_compute.runtime.protocol import Emitter

KCAL = 627.5094740631
NO_PROGRAMS = {"CUVETTE_XTB": "/nonexistent", "CUVETTE_CREST": "/nonexistent"}


def search(run, smiles=None, method="gfn2_xtb", mode="rapid", environment=None, options=None, steps=None, seed=42, **data):
    chain = {"mode": "manual", "optimization_settings": [{"method": method, "mode": mode, "tasks": ["optimize"]}]}
    content = {"initial_smiles": smiles, "conf_gen_mode": "rapid", "mso_mode": "manual", "multistage_opt_settings": chain, **data}
    if smiles is None:
        content.pop("initial_smiles")
    return run(
        "conformer_search",
        content,
        environment=NO_PROGRAMS if environment is None else environment,
        options=options or {},
        steps=steps or {},
        seed=seed,
    )


@pytest.fixture(scope="module")
def butane(here_once):
    return search(here_once, "CCCC")


def test_butane_has_two_conformers_with_the_known_energy(butane):
    """Gauche 0.598 kcal/mol above anti: W1h (ACONF set) and GFN2-xTB alike; gauche and its mirror image are one, twice weighted."""
    result = butane.result
    assert len(result["data"]["conformer_uuids"]) == 2
    anti, gauche = result["data"]["energies"]
    assert 0.55 < (gauche - anti) * KCAL < 0.65
    ensemble = result["provenance"]["ensemble"]
    assert [c["degeneracy"] for c in ensemble["conformers"]] == [1, 2]
    assert ensemble["temperature"] == 298.15
    assert 0.40 < ensemble["conformers"][1]["weight"] < 0.44
    assert sum(c["weight"] for c in ensemble["conformers"]) == pytest.approx(1, abs=1e-5)
    assert ensemble["conformers"][1]["relative_energy_kcal"] == pytest.approx((gauche - anti) * KCAL, abs=1e-3)


def test_butane_does_not_depend_on_the_seed_or_the_mode(here, butane):
    for seed, mode in ((7, "rapid"), (42, "careful")):
        energies = search(here, "CCCC", mode=mode, seed=seed).result["data"]["energies"]
        assert energies == pytest.approx(butane.result["data"]["energies"], abs=2e-5)


def test_a_missing_ranking_method_is_a_recorded_deviation(butane):
    provenance = butane.result["provenance"]
    assert provenance["ranking"]["requested"] == "gfn0_xtb"
    assert provenance["ranking"]["ran"] == "mmff94"
    assert "GFN0-xTB" in provenance["deviations"][0]["what"]
    assert any(message["title"] == "Done differently" for message in butane.result["messages"])


def test_each_conformer_and_stage_is_a_calculation(butane):
    for uuids, energy in zip(butane.result["data"]["conformer_uuids"], butane.result["data"]["energies"], strict=True):
        assert len(uuids) == 1
        calculation = butane.calculation(uuids[-1])
        assert calculation["molecules"][-1]["energy"] == energy
        assert calculation["provenance"]["connectivity"]["changed"] is False
        assert calculation["provenance"]["seed"] == 42
    partial = butane.all("partial")[-1]["data"]
    assert partial["conformer_uuids"] == butane.result["data"]["conformer_uuids"]


def test_a_second_attempt_repeats_no_finished_step(here, butane):
    second = search(here, "CCCC", steps=butane.steps)
    assert not second.steps
    assert second.result["data"] == butane.result["data"]
    assert second.result["provenance"]["ensemble"] == butane.result["provenance"]["ensemble"]
    unfinished = {key: value for key, value in butane.steps.items() if not key.startswith("conformer/1/")}
    third = search(here, "CCCC", steps=unfinished)
    assert [key.split("/")[:2] for key in third.steps] == [["conformer", "1"]]
    assert third.result["data"] == butane.result["data"]


def test_pentane_has_four_conformers(here):
    """tt, tg, g+g+ and g+g-(x): 0, 0.61, 0.96, 2.81 kcal/mol (ACONF); GFN2-xTB 0, 0.57, 1.17, 2.45."""
    result = search(here, "CCCCC").result
    relative = [c["relative_energy_kcal"] for c in result["provenance"]["ensemble"]["conformers"]]
    assert relative == pytest.approx([0, 0.57, 1.17, 2.45], abs=0.1)


def test_a_rigid_molecule_has_one_conformer(here):
    result = search(here, "c1ccccc1").result
    assert len(result["data"]["energies"]) == 1
    assert result["provenance"]["ensemble"]["conformers"][0]["symmetry_number"] == 12


def test_the_given_geometry_joins_the_pool_and_keeps_its_stereo(here):
    """(S)-2-butanol from coordinates: every conformer is (S), and the atoms keep their order."""
    start = from_smiles("CC[C@H](C)O")
    done = search(here, initial_molecule={**start.to_json(), "smiles": None})
    structure = done.result["provenance"]["structure"]
    assert structure["perceived"] is True
    assert "(S)" in structure["stereo"]
    assert all(c["degeneracy"] == 1 for c in done.result["provenance"]["ensemble"]["conformers"])
    last = done.calculation(done.result["data"]["conformer_uuids"][0][-1])["molecules"][-1]
    assert [atom["atomic_number"] for atom in last["atoms"]] == start.numbers.tolist()
    assert len(done.result["data"]["energies"]) >= 6


def test_one_undefined_centre_runs_one_enantiomer_and_says_so(here):
    done = search(here, "CC(F)Cl", method="mmff94")
    stereo = done.result["provenance"]["structure"]["stereo"]
    assert stereo in [f"one undefined stereocentre at C2: ({label}) was run" for label in "RS"]
    assert done.result["messages"][0]["title"] == "Undefined stereochemistry"


@pytest.mark.parametrize("smiles", ["CC(O)C(N)F", "CC=CC", "C[C@H](O)C(N)F", "CC(O)C(O)C"])
def test_diastereomers_are_never_mixed(here, smiles):
    done = search(here, smiles, method="mmff94")
    assert done.error["error_class"] == "input_error"
    assert done.error["field"] == "initial_smiles"
    assert "Choose one" in done.error["message"]


@pytest.mark.parametrize("smiles", ["CC=CC", pytest.param("CC(O)C(N)F", marks=in_full), pytest.param("CC(O)C(O)C", marks=in_full)])
def test_one_diastereomer_runs_where_the_others_are_to_be_listed(here, smiles):
    chosen = search(here, smiles, method="mmff94", options={"enumerate_stereo": True})
    assert "Not run, and different compounds" in chosen.result["messages"][0]["body"]


@pytest.mark.parametrize(
    ("smiles", "data", "field", "words"),
    [
        ("", {}, "initial_smiles", "empty"),
        ("C1CC", {}, "initial_smiles", "ring 1 opened at character 2 is never closed"),
        ("C" * 2001, {}, "initial_smiles", "2001 characters"),
        ("$(touch x)", {}, "initial_smiles", "character"),
        ("CC(=O)[O-].[Na+]", {}, "initial_smiles", "several separate molecules"),
        ("C[CH2]", {}, "initial_molecule.multiplicity", "open-shell"),
        ("CB(O)O", {}, "initial_smiles", "atom B2"),
        ("CCCC", {"constraints": [{"constraint_type": "bond", "atoms": [1, 2]}]}, "constraints", "no constraints"),
        ("CCCC", {"conf_gen_mode": "reckless", "transition_state": True}, "transition_state", "reckless"),
        ("CCCC", {"conf_gen_mode": "careful"}, "conf_gen_mode", "ETKDG"),
        ("CCCC", {"conf_gen_settings": {"settings_type": "lyrebird"}}, "conf_gen_settings", "Lyrebird"),
        (
            "CCCC",
            {
                "multistage_opt_settings": {
                    "mode": "manual",
                    "optimization_settings": [{"method": "gfn2_xtb", "tasks": ["optimize"]}],
                    "singlepoint_settings": {"method": "omol25_conserving_s", "tasks": ["energy"]},
                }
            },
            "multistage_opt_settings.singlepoint_settings.method",
            "OMol25 eSEN conserving small is not available",
        ),
    ],
)
def test_what_cannot_run_is_refused_with_reason(here, smiles, data, field, words):
    done = search(here, smiles, **data)
    assert done.error["error_class"] == "input_error"
    assert done.error["field"] == field
    assert words in done.error["message"]


def test_frequencies_turn_the_weights_into_those_of_free_energies(here):
    done = search(here, "CCCC", mode="careful", frequencies=True)
    ensemble = done.result["provenance"]["ensemble"]
    assert ensemble["quantity"] == "G"
    last = done.calculation(done.result["data"]["conformer_uuids"][0][-1])["molecules"][-1]
    assert len(last["vibrational_modes"]) == 36
    assert last["thermal_free_energy_corr"] is not None


def test_a_chain_gives_one_calculation_for_each_stage(here):
    chain = {
        "mode": "manual",
        "optimization_settings": [{"method": "mmff94", "mode": "rapid"}, {"method": "gfn1_xtb", "mode": "rapid"}],
        "singlepoint_settings": {"method": "gfn2_xtb", "solvent_settings": {"solvent": "water", "model": "alpb"}},
    }
    done = search(here, "CCCO", multistage_opt_settings=chain)
    for uuids, energy in zip(done.result["data"]["conformer_uuids"], done.result["data"]["energies"], strict=True):
        calculations = [done.calculation(uuid) for uuid in uuids]
        assert [c["settings"]["method"] for c in calculations] == ["mmff94", "gfn1_xtb", "gfn2_xtb"]
        assert calculations[-1]["molecules"][-1]["energy"] == energy
    energies = done.result["data"]["energies"]
    assert energies == sorted(energies)
    assert len(energies) == 5, "propanol has Tt, Tg, Gt, Gg and Gg'"


@needs_xtb_program
def test_ranking_runs_with_the_named_method_where_it_is_installed(run):
    done = search(run, "CCCC", environment={})
    assert done.result["provenance"]["ranking"] == {"requested": "gfn0_xtb", "ran": "gfn0_xtb", "reason": None}
    assert len(done.result["data"]["energies"]) == 2
    assert sorted(path.name for path in done.directory.iterdir()) == [], "engine directories are removed"


def test_a_molecule_that_does_not_stay_itself_is_no_result(here):
    """Glycine's zwitterion is no minimum in the gas phase with GFN2-xTB: the proton goes back."""
    done = search(here, "[NH3+]CC(=O)[O-]")
    assert done.error["error_class"] == "input_error"
    assert "bond N1-H" in done.error["message"]
    calculations = [event["calculation"] for event in done.all("calculation") if event["calculation"]["status"] > 1]
    assert calculations
    assert all(calculation["provenance"]["connectivity"]["changed"] for calculation in calculations)


def test_flagged_conformers_stand_at_the_end_without_weight(run_once):
    """Three finished conformers, one of which broke a bond and lies lowest."""
    chain = {"mode": "manual", "optimization_settings": [{"method": "gfn2_xtb"}]}
    data = {"initial_smiles": "CCO", "multistage_opt_settings": chain}
    job = Job(UUID, 1, "conformer_search", data, {}, 1, 42, {}, run_once.root, Emitter(2))
    job.emitter.send = lambda event: None
    hunt = Search(job, read_structure(job), generator_settings(data), chain_levels(data))
    positions = from_smiles("CCO").positions
    conformers = [Conformer(i, positions, positions, energy=energy) for i, energy in enumerate((-11.39, -11.40, -11.38))]
    for conformer in conformers:
        conformer.outcomes = [SimpleNamespace(uuid=str(conformer.index))]
    conformers[1].excluded = "connectivity changed"
    result = hunt._result(Pool([], [], {}, []), conformers)
    assert result.data == {"conformer_uuids": [["0"], ["2"], ["1"]], "energies": [-11.39, -11.38, -11.40]}
    members = result.provenance["ensemble"]["conformers"]
    assert [member["excluded"] for member in members] == [None, None, "connectivity changed"]
    assert members[2]["weight"] is None
    assert members[0]["weight"] + members[1]["weight"] == pytest.approx(1, abs=1e-5)
    assert any(message["type"] == "warning" for message in result.messages)


@in_full
def test_ibuprofen_within_three_minutes(run):
    begun = time.monotonic()
    done = search(run, "CC(C)Cc1ccc(cc1)C(C)C(=O)O")
    judge(begun, 180)
    result = done.result
    assert 8 <= len(result["data"]["energies"]) <= 30
    assert result["data"]["energies"] == sorted(result["data"]["energies"])
    assert result["provenance"]["structure"]["stereo"].startswith("one undefined stereocentre at C11")
    stages = {event["stage"] for event in done.all("progress")}
    assert any(stage.startswith("Optimizing conformer 2 of ") and stage.endswith(" with GFN2-xTB") for stage in stages)


FAKE_CREST = """#!/bin/sh
if [ "$1" = "--version" ]; then echo "Version 3.0.2, stand-in of a test"; exit 0; fi
echo "$@" > ../crest-arguments.txt
cat > crest_conformers.xyz <<'XYZ'
{frames}XYZ
"""


@needs_xtb_program
def test_crest_is_driven_and_its_ensemble_read(run, tmp_path):
    """A stand-in that answers like CREST (arguments in, crest_conformers.xyz out); the program itself is not packaged."""
    from rdkit import Chem

    from cuvette_compute.chemistry.embed import embed, minimise

    mol = embed(Chem.AddHs(Chem.MolFromSmiles("CCCC")), 20, 1)
    energies = minimise(mol, 1, 500)
    frames = []
    for index in range(20):
        rows = [
            f"{atom.GetSymbol()} {x:.6f} {y:.6f} {z:.6f}"
            for atom, (x, y, z) in zip(mol.GetAtoms(), mol.GetConformer(index).GetPositions(), strict=True)
        ]
        frames.append("\n".join(["14", f"  {-13.6 + energies[index] / KCAL:.8f}", *rows, ""]))
    crest = tmp_path / "crest"
    crest.write_text(FAKE_CREST.replace("{frames}", "".join(frames)))
    crest.chmod(crest.stat().st_mode | stat.S_IXUSR)
    done = search(run, "CCCC", conf_gen_mode="careful", nci=True, environment={"CUVETTE_CREST": str(crest)})
    assert len(done.result["data"]["energies"]) == 2
    assert done.result["provenance"]["stages"][0]["engine"] == "crest"
    words = (done.directory / "crest-arguments.txt").read_text().split()
    assert words == ["coord", "--gfnff", "--chrg", "0", "--uhf", "0", "-T", "1", "--quick", "--nci"]


MONTE_CARLO = {"settings_type": "monte_carlo_multiple_minimum", "mode": "manual", "num_monte_carlo_iterations": 60}


def monte_carlo(here, smiles, **data):
    chain = {"mode": "manual", "optimization_settings": [{"method": "gfn2_xtb", "mode": "rapid", "tasks": ["optimize"]}]}
    content = {"conf_gen_mode": "manual", "conf_gen_settings": MONTE_CARLO, "mso_mode": "manual", "multistage_opt_settings": chain, **data}
    return here("conformer_search", {"initial_smiles": smiles, **content})


def test_monte_carlo_finds_the_conformers_of_pentane_without_metadynamics(here):
    """The four of ACONF, as distance geometry finds them: 0, 0.61, 0.96, 2.81 kcal/mol; GFN2-xTB 0, 0.57, 1.17, 2.45."""
    done = monte_carlo(here, "CCCCC")
    energies = done.result["data"]["energies"]
    assert [(energy - energies[0]) * KCAL for energy in energies] == pytest.approx([0, 0.57, 1.17, 2.45], abs=0.1)
    assert "Monte Carlo" in done.result["provenance"]["stages"][0]["name"]


OPENCONF = {"settings_type": "openconf", "n_steps": 50, "energy_window_kcal": 10.0}


def test_openconf_finds_the_conformers_of_pentane_where_it_is_installed(here):
    """The four that the other generators find; a worker whose Python is too old says so."""
    done = monte_carlo(here, "CCCCC", conf_gen_settings=OPENCONF)
    if openconf_version() is None:
        assert "openconf is not available" in done.error["message"]
        return
    energies = done.result["data"]["energies"]
    assert [(energy - energies[0]) * KCAL for energy in energies] == pytest.approx([0, 0.57, 1.17, 2.45], abs=0.1)
    assert done.result["provenance"]["stages"][0]["engine"] == "openconf"


def test_clusters_by_shape_leave_conformers_out_and_say_so(here):
    """Pentane has four conformers; of two clusters of shapes one each is computed."""
    clusters = {"descriptors": ["radius_of_gyration"], "num_clusters": 2, "conformers_per_cluster": 1}
    done = search(here, "CCCCC", conformer_clustering_settings=clusters)
    assert len(done.result["data"]["energies"]) == 2
    assert any(one["title"] == "Conformers Were Clustered" for one in done.result["messages"])
    assert "Clustering of shapes" in [stage["name"] for stage in done.result["provenance"]["stages"]]


def test_given_conformers_are_ranked_and_one_of_another_molecule_is_refused(here, butane):
    """In place of generated ones: the two of butane, one of them twice."""
    found = [done["calculation"]["molecules"][-1] for done in butane.all("calculation") if done["calculation"]["status"] == 2]
    first, last = found[0], found[-1]
    given = {"initial_molecule": first, "initial_conformers": [last, first, last], "conf_gen_settings": None}
    done = search(here, **given)
    assert done.result["data"]["energies"] == pytest.approx(butane.result["data"]["energies"], abs=2e-5)
    moved = [last["atoms"][1], last["atoms"][0], *last["atoms"][2:]]
    other = search(here, **{**given, "initial_conformers": [first, {**last, "atoms": moved}]})
    assert other.error["field"] == "initial_conformers.1"


def test_a_complex_is_drawn_together_by_a_wall_where_there_is_no_crest(here):
    """The dimer of water: one hydrogen bond, O to O 2.8 to 3.0 Angstrom (2.91 by experiment), bound by 4 to 6 kcal/mol."""
    # As the form stores it: the generator's settings have a mode of their own.
    done = monte_carlo(here, "O.O", nci=True, conf_gen_settings={**MONTE_CARLO, "mode": "rapid"})
    best = done.calculation(done.result["data"]["conformer_uuids"][0][-1])["molecules"][-1]
    oxygens = [atom["position"] for atom in best["atoms"] if atom["atomic_number"] == 8]
    assert 2.7 < np.linalg.norm(np.subtract(*oxygens)) < 3.05
    alone = here("basic_calculation", {"initial_molecule": WATER, "settings": {"method": "gfn2_xtb", "tasks": ["optimize"]}})
    single = alone.calculation(alone.result["data"]["calculation_uuid"])["molecules"][-1]["energy"]
    assert 4 < (2 * single - best["energy"]) * KCAL < 6
    assert monte_carlo(here, "O.O").error["field"] == "initial_smiles"


def test_periodic_input_is_refused(here):
    cell = {"lattice_vectors": [[4, 0, 0], [0, 4, 0], [0, 0, 4]]}
    done = search(here, initial_molecule={**atoms((10, 0, 0, 0)), "cell": cell})
    assert done.error["field"] == "initial_molecule.cell"
