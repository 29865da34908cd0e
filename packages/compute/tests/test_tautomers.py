"""Tautomers of 2-pyridone, ranked in water."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import from_smiles

from cuvette_compute.recipes.tautomers import hydroxyl_groups
from cuvette_compute.schemas.knowledge import calibration_lines

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


def test_a_hydroxyl_group_costs_what_the_calibration_says(here, pyridone):
    """The same calculations, ranked with the correction: 2-pyridone is 4.8 kcal/mol below 2-hydroxypyridine in water (bench/sets)."""
    corrected = tautomers(here, method="gfn2_alpb_hydroxyl", steps=pyridone.steps)
    assert not corrected.steps
    number = calibration_lines("tautomers", "gfn2_alpb_hydroxyl")["hydroxyl group"].intercept

    def relative(run):
        names, found = run.result["provenance"]["tautomers"], run.result["data"]["tautomers"]
        return {name: one["predicted_relative_energy"] for name, one in zip(names, found, strict=True)}

    plain, ranked = relative(pyridone), relative(corrected)
    oxo, hydroxy = "O=c1cccc[nH]1", "Oc1ccccn1"
    assert ranked[hydroxy] - ranked[oxo] == pytest.approx(plain[hydroxy] - plain[oxo] + number, abs=1e-3)
    assert ranked[hydroxy] - ranked[oxo] == pytest.approx(4.8, abs=1.5)
    assert list(ranked.values()) == sorted(ranked.values())
    added = corrected.result["provenance"]["calibration"]["added"]
    assert added == [number * hydroxyl_groups(name) for name in corrected.result["provenance"]["tautomers"]]
    energies = {one["energy"] for one in pyridone.result["data"]["tautomers"]}
    assert {one["energy"] for one in corrected.result["data"]["tautomers"]} == energies


def test_the_set_of_the_calibration_counts_hydroxyl_groups_as_the_recipe_does():
    table = json.loads((Path(__file__).parents[1] / "bench" / "sets" / "tautomers.json").read_text("utf-8"))
    for name, _, first, second, _, more, _ in table["equilibria"]:
        assert hydroxyl_groups(second) - hydroxyl_groups(first) == more, name


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
