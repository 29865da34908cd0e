"""Redox potentials in acetonitrile against experiment."""

from __future__ import annotations

from dataclasses import replace

import pytest
from conftest import atoms, from_smiles, in_full
from rdkit import Chem

from cuvette_compute.chemistry.redox_classes import couple_class
from cuvette_compute.methods.applicability import covers
from cuvette_compute.schemas.knowledge import calibration_lines

SOLVENT = {"solvent": "acetonitrile", "model": "alpb"}


def redox(here, molecule, level=None, **more):
    chain = {"mode": "manual", "optimization_settings": [level or {"method": "gfn2_xtb", "solvent_settings": SOLVENT}]}
    extra = {name: more.pop(name) for name in ("steps",) if name in more}
    data = {
        "initial_molecule": molecule,
        "mode": "manual",
        "redox_method": "gfn2_alpb_absolute",
        "solvent": "acetonitrile",
        "multistage_opt_settings": chain,
        **more,
    }
    return here("redox_potential", data, **extra)


@pytest.fixture(scope="module")
def quinone(here_once):
    return redox(here_once, from_smiles("O=C1C=CC(=O)C=C1").to_json(), oxidation=False, reduction=True)


@pytest.mark.parametrize(
    ("smiles", "kind", "adiabatic", "experiment"),
    [("CCN(CC)CC", "oxidation", 10.2461, 1.034), ("COc1ccc(OC)cc1", "oxidation", 10.6451, 1.584)],
)
def test_oxidation_potentials_are_those_of_the_calibration(here, smiles, kind, adiabatic, experiment):
    """Adiabatic ionization energies with xtb 6.5.1 (eV) and experiment against SHE (V); one conformer may differ from the other by some
    0.05 V.
    """
    found = redox(here, from_smiles(smiles).to_json()).result["data"][f"{kind}_potential"]
    assert found == pytest.approx(adiabatic - 4.846 - 4.28, abs=0.1)
    assert abs(found - experiment) < 0.3


def test_benzoquinone_is_reduced_near_its_experimental_potential(quinone):
    """-0.27 V against SHE in acetonitrile; 8.9084 eV with xtb 6.5.1."""
    values = quinone.result["data"]
    record = quinone.result["provenance"]["redox"]
    assert record["classes"] == {"reduction": "quinone"}
    assert record["absolute"]["reduction"] == pytest.approx(8.9084 - 9.126, abs=0.02)
    line = calibration_lines("redox_potential", "gfn2_alpb_absolute")["quinone"]
    assert values["reduction_potential"] == pytest.approx(line(record["absolute"]["reduction"]), abs=1e-4)
    assert abs(values["reduction_potential"] + 0.27) < 0.2
    told = [one for one in quinone.result["provenance"]["caveats"] if one["values"] == ["reduction_potential"]]
    assert [one["severity"] for one in told] == ["changes_number"]
    neutral, anion = (quinone.calculation(values[f"{name}_molecule"])["molecules"][-1] for name in ("neutral", "anion"))
    assert (anion["charge"], anion["multiplicity"]) == (-1, 2)
    difference = (neutral["energy"] - anion["energy"]) * 27.211386245988
    assert record["absolute"]["reduction"] == pytest.approx(difference - 4.846 - 4.28, abs=1e-3)
    assert values["cation_molecule"] is None
    assert quinone.result["provenance"]["reference_electrode"] == "SHE"


@pytest.mark.parametrize(
    ("smiles", "expected"),
    [
        ("O=C1C=CC(=O)C=C1", "quinone"),
        ("O=C1c2ccccc2C(=O)c2ccccc12", "quinone"),
        ("O=c1c2ccccc2oc2ccccc12", "aromatic ketone"),
        ("O=c1cc(-c2ccccc2)oc2ccccc12", "aromatic ketone"),
        ("CC(=O)c1ccccc1", "aromatic ketone"),
        # The nitro group is reduced first; a ketone without a benzene ring, a lactam and an ester are no aromatic ketones.
        ("CC(=O)c1ccc([N+](=O)[O-])cc1", "other acceptor"),
        ("CC(C)=O", "other acceptor"),
        ("O=c1cc[nH]cc1", "other acceptor"),
        ("COC(=O)c1ccccc1", "other acceptor"),
    ],
)
def test_classes_of_acceptors(smiles, expected):
    mol = Chem.AddHs(Chem.MolFromSmiles(smiles))
    assert couple_class(mol, "reduction") == expected
    assert couple_class(mol, "oxidation") == "donor"


def test_lines_hold_for_neutral_closed_shells_of_the_elements_of_the_set():
    judged = [("O", {}), ("O", {"charge": 1}), ("O", {"multiplicity": 3}), ("FC(F)(F)F", {})]
    found = [covers("redox_potential", "gfn2_alpb_absolute", replace(from_smiles(smiles), **changes)) for smiles, changes in judged]
    assert found == [True, False, False, False]


def test_a_second_attempt_repeats_only_the_unfinished_ion(here, quinone):
    kept = {key: value for key, value in quinone.steps.items() if key.startswith("neutral")}
    molecule = from_smiles("O=C1C=CC(=O)C=C1").to_json()
    second = redox(here, molecule, oxidation=False, reduction=True, steps=kept)
    assert [key.split("/")[0] for key in second.steps] == ["anion"]
    assert second.result["data"] == quinone.result["data"]


@in_full
def test_the_reduction_of_an_ion_of_chromium_takes_the_quintet(here):
    """Cr(III), three unpaired electrons, becomes Cr(II) with four, not two: the ground term of the ion is 5D."""
    chromium = {**atoms((24, 0, 0, 0)), "charge": 3, "multiplicity": 4}
    level = {"method": "hf", "basis_set": {"name": "def2-svp"}, "solvent_settings": {"solvent": "acetonitrile", "model": "cpcm"}}
    done = redox(here, chromium, level, oxidation=False, reduction=True).result
    assert done["provenance"]["states"][1] == {"charge": 2, "multiplicity": 5, "multiplicities_tried": [3, 5]}
    assert "The reduced molecule has multiplicity 5; 3 lies" in str(done["messages"])


def test_a_method_that_ranks_no_spin_states_is_refused_for_an_ion_of_unknown_spin(here):
    error = redox(here, {**atoms((8, 0, 0, 0), (8, 0, 0, 1.21)), "multiplicity": 3}).error
    assert (error["error_class"], error["field"]) == ("input_error", f"{LAST}.method")
    assert "multiplicity 2 or 4. GFN2-xTB does not rank spin states" in error["message"]


WATER_LEVEL = {"method": "gfn2_xtb", "solvent_settings": {"solvent": "water", "model": "alpb"}}
LAST = "multistage_opt_settings.optimization_settings.0"


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"oxidation": False}, "oxidation", "Choose oxidation"),
        ({"solvent": "water"}, "solvent", "exchange protons"),
        ({"level": {"method": "gfn2_xtb"}}, f"{LAST}.solvent_settings", "gas phase"),
        ({"level": WATER_LEVEL}, f"{LAST}.solvent_settings.solvent", "not in water"),
        ({"level": {"method": "mmff94"}}, f"{LAST}.method", "no redox potentials"),
    ],
)
def test_what_gives_no_potential_is_refused_with_field_and_reason(here, changes, field, words):
    error = redox(here, from_smiles("O").to_json(), **changes).error
    assert (error["error_class"], error["field"]) == ("input_error", field)
    assert words in error["message"]
