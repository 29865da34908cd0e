"""Descriptors equal to those of Mordred called by hand, and the values of the atoms."""

from __future__ import annotations

import pytest
from conftest import from_smiles, from_wire

from cuvette_compute.chemistry.perceive import mol_from_molecule


@pytest.fixture(scope="module")
def acetonitrile(here_once):
    return here_once("descriptors", {"initial_molecule": from_smiles("CC#N").to_json()})


def test_all_1826_are_those_of_mordred_on_the_optimized_structure(acetonitrile):
    from mordred import Calculator, descriptors

    result = acetonitrile.result
    optimized = from_wire(acetonitrile.calculation(result["data"]["optimization"])["molecules"][-1])
    by_hand = Calculator(descriptors, ignore_3D=False)(mol_from_molecule(optimized)).asdict()
    assert len(by_hand) == 1826
    found = result["data"]["descriptors"]
    failed = {name for names in result["provenance"]["failed_descriptors"].values() for name in names}
    assert len(failed) < 700
    for name, value in by_hand.items():
        if name in failed:
            assert found[name] is None
        else:
            assert found[name] == pytest.approx(float(value), rel=1e-4, abs=1e-4), name


def test_failed_ones_say_why(acetonitrile):
    message = next(entry for entry in acetonitrile.result["messages"] if "Have No Value" in entry["title"])
    assert message["type"] == "info"
    assert "The molecule has no atoms of the kind: MAX" in message["body"]
    assert "sequence" not in message["body"]


def test_the_xtb_group_has_the_values_of_the_atoms(acetonitrile):
    found = acetonitrile.result["data"]["descriptors"]
    for name in ("charges", "fukui_positive", "fukui_zero", "fukui_negative"):
        assert len(found[name]) == 6
        assert sum(found[name]) == pytest.approx(0 if name == "charges" else 1, abs=1e-3)
    assert min(range(6), key=lambda index: found["charges"][index]) == 2, "nitrogen is the most negative"
    assert found["global_electrophilicity_index"] > 0


def test_a_second_attempt_repeats_only_what_is_missing(here, acetonitrile):
    kept = {key: value for key, value in acetonitrile.steps.items() if not key.startswith("anion")}
    second = here("descriptors", {"initial_molecule": from_smiles("CC#N").to_json()}, steps=kept)
    assert [key.split("/")[0] for key in second.steps] == ["anion"]


def test_a_radical_is_refused(here):
    radical = {**from_smiles("C").to_json(), "charge": 1, "multiplicity": 2}
    error = here("descriptors", {"initial_molecule": radical}).error
    assert (error["error_class"], error["field"]) == ("input_error", "initial_molecule.multiplicity")
