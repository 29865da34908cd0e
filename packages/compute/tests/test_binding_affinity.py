"""The interaction energy of a ligand and its pocket: a small complex by GFN2-xTB, and by MOPAC where it is installed."""

from __future__ import annotations

import numpy as np
import pytest
from complexes import SMILES, small_complex
from conftest import in_full

from cuvette_compute.engines.programs.mopac_program import has_mopac, mopac_path, pm6_energy
from cuvette_compute.structures.molecule import Molecule
from cuvette_compute.units import KCAL_PER_HARTREE

needs_mopac = pytest.mark.skipif(not has_mopac(), reason="MOPAC is not installed here")


def settings(method: str, **more):
    level = {"method": method, "solvent_settings": {"solvent": "water", "model": "alpb" if method == "gfn2_xtb" else "cosmo2"}}
    chain = {"optimization_settings": [], "singlepoint_settings": level}
    return {"settings_type": "single_point_energy", "multistage_opt_settings": chain, "truncation_radius": 6.0, **more}


DATA = {"ligand_residue_name": "LIG", "ligand_smiles": [SMILES]}


@pytest.fixture(scope="module")
def finished(here_once):
    return here_once(
        "binding_affinity", {**DATA, "binding_affinity_settings": settings("gfn2_xtb"), "protein": small_complex(first=62, last=64)}
    )


def test_a_ligand_is_judged_in_its_pocket(finished):
    (found,) = finished.result["data"]["binding_affinity_results"]
    # Formamide that touches a peptide: a weak interaction, the part of it that water leaves.
    assert -25 < found["binding_affinity"] < 3
    (protein,) = finished.all("protein")
    assert found["complex_pdb"] == protein["uuid"]
    assert [one["name"] for one in protein["structure"]["models"][0]["non_polymer"].values()] == ["LIG"]
    (calculation,) = finished.all("calculation")
    assert found["pose"] == calculation["uuid"]
    assert len(calculation["calculation"]["molecules"][0]["atoms"]) == 6
    said = {message["title"]: message for message in finished.result["messages"]}
    assert "no accuracy is known" in said["No Accuracy Is Known"]["body"]
    assert said["No Accuracy Is Known"]["type"] == "warning"
    assert finished.result["provenance"]["stages"][-1]["method"] == "gfn2_xtb"


@in_full
def test_a_ligand_far_away_has_no_interaction(here):
    """The difference of three energies is nothing where the two do not touch."""
    complex_ = small_complex(first=62, last=64, distance=60.0)
    data = {**DATA, "binding_affinity_settings": settings("gfn2_xtb", truncation_radius=90.0), "protein": complex_}
    far = here("binding_affinity", data).result["data"]["binding_affinity_results"][0]["binding_affinity"]
    assert abs(far) < 0.05


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"ligand_smiles": []}, "ligand_smiles", "one SMILES"),
        ({"ligand_residue_name": None}, "ligand_residue_name", "A ligand is needed"),
        ({"binding_affinity_settings": settings("b3lyp")}, None, "not offered for pockets"),
        ({"binding_affinity_settings": {"settings_type": "gnina"}}, "binding_affinity_settings.settings_type", "single-point"),
    ],
)
def test_what_cannot_be_judged_is_refused(here, changes, field, words):
    data = {**DATA, "binding_affinity_settings": settings("gfn2_xtb"), "protein": small_complex(first=62, last=63), **changes}
    error = here("binding_affinity", data).error
    assert words in error["message"]
    assert field is None or error["field"] == field


def test_without_mopac_it_says_what_is_missing(here, monkeypatch):
    monkeypatch.setenv("CUVETTE_MOPAC", "/nonexistent")
    mopac_path.cache_clear()
    data = {**DATA, "binding_affinity_settings": settings("pm6_d3h4x"), "protein": small_complex(first=62, last=63)}
    try:
        error = here("binding_affinity", data).error
    finally:
        monkeypatch.undo()
        mopac_path.cache_clear()
    assert "mopac program is not installed" in error["message"]


@needs_mopac
def test_mopac_gives_the_interaction_energy_of_the_water_dimer(tmp_path):
    """The dimer of S22; CCSD(T) has -5.02 kcal/mol (10.1039/b600027d), and PM6-D3H4 was fitted to such complexes."""
    first = np.array([[-1.551007, -0.114520, 0.0], [-1.934259, 0.762503, 0.0], [-0.599677, 0.040712, 0.0]])
    second = np.array([[1.350625, 0.111469, 0.0], [1.680398, -0.373741, -0.758561], [1.680398, -0.373741, 0.758561]])
    water = np.array([8, 1, 1])
    both = Molecule(np.concatenate([water, water]), np.concatenate([first, second]))
    energies = [pm6_energy(one, tmp_path, 1, in_water=False) for one in (both, Molecule(water, first), Molecule(water, second))]
    assert (energies[0] - energies[1] - energies[2]) * KCAL_PER_HARTREE == pytest.approx(-5.02, abs=1.0)


@needs_mopac
def test_a_pocket_by_mopac(here):
    data = {**DATA, "binding_affinity_settings": settings("pm6_d3h4x"), "protein": small_complex(first=62, last=63)}
    result = here("binding_affinity", data).result
    assert -25 < result["data"]["binding_affinity_results"][0]["binding_affinity"] < 3
    assert result["provenance"]["stages"][-1]["engine"] == "mopac"
    assert [one["reason"] for one in result["provenance"]["deviations"]] == ["MOPAC has no COSMO2."]
