"""Permeation by PyPermm, where it is installed: its own published values, and what is refused elsewhere."""

from __future__ import annotations

import pytest

from cuvette_compute.properties.permeation import has_pypermm, pypermm_version

needs_pypermm = pytest.mark.skipif(not has_pypermm(), reason="PyPermm is not installed here")
SMILES = {"initial_smiles": "CC(=O)Oc1ccccc1C(=O)O", "membrane_permeability_method": "pypermm"}


@needs_pypermm
def test_a_molecule_crosses_membranes(here):
    result = here("membrane_permeability", {**SMILES, "initial_smiles": "CCCCCCO"}).result
    data = result["data"]
    polar = here("membrane_permeability", {**SMILES, "initial_smiles": "OCC(O)C(O)C(O)C(O)CO"}).result["data"]
    for key in ("caco_2_logP", "blm_logP", "pampa_logP", "plasma_logP", "bbb_logP"):
        # Six hydroxyl groups cost more than an order of magnitude.
        assert data[key] > polar[key] + 1
    profile = data["energy_profile"]
    assert profile[0][1] == pytest.approx(0, abs=0.05), "far outside, in water"
    assert [z for z, _ in profile] == sorted(z for z, _ in profile)
    assert result["provenance"]["stages"][0]["engine_version"] == pypermm_version()
    assert result["messages"][0]["title"] == "One Conformer"


@needs_pypermm
def test_an_element_without_parameters_is_refused(here):
    error = here("membrane_permeability", {**SMILES, "initial_smiles": "CB(O)O"}).error
    assert error["field"] == "initial_smiles"
    assert "no parameters for B" in error["message"]


def test_without_the_package_it_says_what_to_install(here, monkeypatch):
    monkeypatch.setenv("CUVETTE_PYPERMM", "/nonexistent")
    pypermm_version.cache_clear()
    try:
        error = here("membrane_permeability", SMILES).error
    finally:
        monkeypatch.undo()
        pypermm_version.cache_clear()
    assert error["error_class"] == "input_error"
    assert "npm run setup -- --with pypermm" in error["message"]


def test_the_trained_model_is_refused(here):
    error = here("membrane_permeability", {**SMILES, "membrane_permeability_method": "chemprop_ohlsson2025"}).error
    assert error["field"] == "membrane_permeability_method"
