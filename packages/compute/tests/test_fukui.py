"""Fukui indices against what is known of small molecules, and the parts that a second attempt repeats."""

from __future__ import annotations

import pytest
from conftest import WATER, atoms, from_smiles


@pytest.fixture(scope="module")
def formaldehyde(here_once):
    return here_once("fukui", {"initial_molecule": from_smiles("C=O").to_json()})


def data(**changes):
    return {"initial_molecule": WATER, "opt_settings": None, **changes}


def test_formaldehyde_takes_nucleophiles_at_carbon_and_electrophiles_at_oxygen(formaldehyde):
    found = formaldehyde.result["data"]
    positive, negative, zero = (found[f"fukui_{name}"] for name in ("positive", "negative", "zero"))
    assert positive.index(max(positive)) == 0
    assert negative.index(max(negative)) == 1
    for values in (positive, negative, zero):
        assert len(values) == 4
        assert sum(values) == pytest.approx(1, abs=1e-3)
    assert zero == pytest.approx([(a + b) / 2 for a, b in zip(positive, negative, strict=True)], abs=1e-5)


def test_the_electrophilicity_follows_from_the_three_energies(formaldehyde):
    """Recomputed from the calculations that were sent; 4.846 eV is xtb's own shift."""
    done = {event["calculation"]["name"]: event["calculation"]["molecules"][-1] for event in formaldehyde.all("calculation")}
    by_charge = {molecule["charge"]: molecule for name, molecule in done.items() if "GFN1-xTB" in name}
    energies = {charge: molecule["energy"] * 27.211386245988 for charge, molecule in by_charge.items()}
    ionization, affinity = energies[1] - energies[0] - 4.846, energies[0] - energies[-1] - 4.846
    expected = ((ionization + affinity) / 2) ** 2 / (2 * (ionization - affinity))
    assert formaldehyde.result["data"]["global_electrophilicity_index"] == pytest.approx(expected, abs=1e-4)
    assert {charge: molecule["multiplicity"] for charge, molecule in by_charge.items()} == {0: 1, 1: 2, -1: 2}


def test_the_electrophilicity_is_that_of_xtb(here):
    """0.8151 eV: xtb 6.5.1, `--gfn 2 --vomega` at this geometry."""
    start = atoms((6, 0, 0, -0.53), (8, 0, 0, 0.67), (1, 0, 0.93, -1.11), (1, 0, -0.93, -1.11))
    done = here("fukui", data(initial_molecule=start, fukui_settings={"method": "gfn2_xtb"}))
    assert done.result["data"]["global_electrophilicity_index"] == pytest.approx(0.8151, abs=1e-3)


def test_the_optimized_structure_is_the_one_that_the_indices_are_of(formaldehyde):
    optimized = formaldehyde.calculation(formaldehyde.result["data"]["optimization"])
    assert optimized["settings"]["method"] == "gfn2_xtb"
    states = [event["calculation"] for event in formaldehyde.all("calculation")][-3:]
    positions = [[atom["position"] for atom in state["molecules"][-1]["atoms"]] for state in states]
    last = [atom["position"] for atom in optimized["molecules"][-1]["atoms"]]
    assert positions == [last] * 3
    rows = formaldehyde.result["provenance"]["stages"]
    assert [(row["method"], row["count_out"]) for row in rows] == [("gfn2_xtb", 1), ("gfn1_xtb", 3)]


def test_a_second_attempt_repeats_only_what_is_missing(here, formaldehyde):
    kept = {key: value for key, value in formaldehyde.steps.items() if not key.startswith("cation")}
    second = here("fukui", {"initial_molecule": from_smiles("C=O").to_json()}, steps=kept, attempt=2)
    assert [key.split("/")[0] for key in second.steps] == ["cation"]
    assert second.result["data"] == formaldehyde.result["data"]


def test_without_an_optimization_the_structure_is_taken_as_given(here):
    done = here("fukui", data())
    assert done.result["data"]["optimization"] is None
    assert len(done.all("calculation")) == 3


def test_an_ion_with_several_unpaired_electrons_takes_the_lower_of_both_multiplicities(here):
    """Fe(II) with four unpaired electrons becomes Fe(III) with five, not three (the ground terms 5D and 6S of the ions)."""
    iron = {**atoms((26, 0, 0, 0)), "charge": 2, "multiplicity": 5}
    done = here("fukui", data(initial_molecule=iron, fukui_settings={"method": "hf", "basis_set": {"name": "def2-svp"}})).result
    _, reduced, oxidized = done["provenance"]["states"]
    assert oxidized == {"charge": 3, "multiplicity": 6, "multiplicities_tried": [4, 6]}
    assert reduced["multiplicities_tried"] == [4, 6]
    assert "with one electron less has multiplicity 6; 4 lies" in str(done["messages"])


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"initial_molecule": {**atoms((8, 0, 0, 0), (8, 0, 0, 1.21)), "multiplicity": 3}}, "fukui_settings.method", "does not rank spin"),
        ({"fukui_settings": {"method": "mmff94"}}, "initial_molecule.multiplicity", "closed-shell"),
        ({"fukui_settings": {"method": "no_such"}}, "fukui_settings.method", "not available"),
        ({"initial_molecule": {**WATER, "charge": 1}}, "initial_molecule.charge", "impossible"),
    ],
)
def test_what_cannot_run_is_refused_with_field_and_reason(here, changes, field, words):
    error = here("fukui", data(**changes)).error
    assert (error["error_class"], error["field"]) == ("input_error", field)
    assert words in error["message"]
