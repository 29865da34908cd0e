"""Tautomers of 2-pyridone, ranked in water."""

from __future__ import annotations

import pytest
from conftest import from_smiles

KCAL = 627.5094740631


def tautomers(here, smiles="O=c1cccc[nH]1", mode="reckless", steps=None, method="gfn2_alpb", **changes):
    molecule = {**from_smiles(smiles).to_json(), **changes}
    return here("tautomers", {"initial_molecule": molecule, "mode": mode, "tautomer_method": method}, steps=steps or {})


@pytest.fixture(scope="module")
def pyridone(here_once):
    return tautomers(here_once)


def test_pyridone_lies_below_hydroxypyridine_in_water_and_above_it_in_the_gas_phase(pyridone):
    """GFN2-xTB: 0.6 to 1.1 kcal/mol in favour of the oxo form in ALPB(water), of the hydroxy form in the gas phase."""
    found = pyridone.result["data"]["tautomers"]
    names = pyridone.result["provenance"]["tautomers"]
    oxo, hydroxy = names.index("O=c1cccc[nH]1"), names.index("Oc1ccccn1")
    water = (found[hydroxy]["energy"] - found[oxo]["energy"]) * KCAL
    assert 0.6 < water < 1.1
    gas = {}
    for event in pyridone.all("calculation"):
        calculation = event["calculation"]
        if calculation["settings"]["solvent_settings"] is None:
            last = calculation["molecules"][-1]
            gas[last["smiles"]] = min(last["energy"], gas.get(last["smiles"], 0.0))
    assert 0.6 < (gas["O=c1cccc[nH]1"] - gas["Oc1ccccn1"]) * KCAL < 1.1


def test_weights_and_relative_energies_follow_from_the_energies(pyridone):
    found = pyridone.result["data"]["tautomers"]
    assert sum(one["weight"] for one in found) == pytest.approx(1, abs=1e-4)
    assert [one["energy"] for one in found] == sorted(one["energy"] for one in found)
    for one in found:
        assert one["predicted_relative_energy"] == pytest.approx((one["energy"] - found[0]["energy"]) * KCAL, abs=1e-3)
        assert pyridone.calculation(one["structures"][0]["uuid"])["molecules"][-1]["energy"] == one["energy"]


def test_a_second_attempt_repeats_nothing_that_is_there(here, pyridone):
    second = tautomers(here, steps=pyridone.steps)
    assert not second.steps
    assert second.result["data"] == pyridone.result["data"]


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"mode": "meticulous"}, "mode", "meticulous"),
        ({"method": None}, "tautomer_method.method", "not available"),
        ({"smiles": "[Na]C"}, "initial_molecule", "Na"),
    ],
)
def test_what_cannot_run_is_refused_with_field_and_value(here, changes, field, words):
    error = tautomers(here, **changes).error
    assert (error["error_class"], error["field"]) == ("input_error", field)
    assert words in error["message"]
