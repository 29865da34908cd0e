"""The older conformer search: pentane's four conformers and their weights."""

from __future__ import annotations

import math

import pytest
from conftest import from_smiles

KCAL = 627.5094740631


def conformers(here, smiles="CCCCC", mode="rapid", steps=None, **changes):
    settings = {"final_method": "gfn2_xtb", "solvent": None, **changes}
    return here("conformers", {"initial_molecule": from_smiles(smiles).to_json(), "mode": mode, "settings": settings}, steps=steps or {})


@pytest.fixture(scope="module")
def pentane(here_once):
    return conformers(here_once, num_initial_confs=40)


def test_pentane_has_four_conformers_with_weights(pentane):
    """tt, tg, g+g+ and g+g-: 0, 0.61, 0.96, 2.81 kcal/mol (ACONF); GFN2-xTB 0, 0.57, 1.17, 2.45."""
    found = pentane.result["data"]["conformers"]
    relative = [(one["energy"] - found[0]["energy"]) * KCAL for one in found]
    assert relative == pytest.approx([0, 0.57, 1.17, 2.45], abs=0.1)
    assert sum(one["weight"] for one in found) == pytest.approx(1, abs=1e-5)
    members = pentane.result["provenance"]["ensemble"]["conformers"]
    factors = [member["degeneracy"] * math.exp(-value / 0.0019872 / 298.15) for member, value in zip(members, relative, strict=True)]
    assert [one["weight"] for one in found] == pytest.approx([factor / sum(factors) for factor in factors], abs=1e-3)
    for one in found:
        assert pentane.calculation(one["uuid"])["molecules"][-1]["energy"] == one["energy"]


def test_the_window_leaves_out_what_lies_above_it(here, pentane):
    done = conformers(here, num_initial_confs=40, max_energy=1.5, steps=pentane.steps)
    assert len(done.result["data"]["conformers"]) == 3
    assert not done.steps, "everything was there from the first attempt"
    assert any(entry["title"] == "Conformers Outside the Energy Window" for entry in done.result["messages"])


def test_a_method_that_is_missing_is_refused_by_name(here):
    error = conformers(here, final_method="aimnet2_wb97md3").error
    assert (error["error_class"], error["field"]) == ("input_error", "settings.method")
    assert "not available" in error["message"]


def test_careful_needs_crest(here, monkeypatch):
    monkeypatch.setenv("CUVETTE_CREST", "/nonexistent")
    error = conformers(here, mode="careful").error
    assert error["error_class"] == "input_error"
    assert "CREST" in error["message"]
