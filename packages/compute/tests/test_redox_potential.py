"""Redox potentials in acetonitrile against experiment."""

from __future__ import annotations

import pytest
from conftest import from_smiles

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
    assert values["reduction_potential"] == pytest.approx(8.9084 - 9.126, abs=0.02)
    assert abs(values["reduction_potential"] + 0.27) < 0.2
    neutral, anion = (quinone.calculation(values[f"{name}_molecule"])["molecules"][-1] for name in ("neutral", "anion"))
    assert (anion["charge"], anion["multiplicity"]) == (-1, 2)
    difference = (neutral["energy"] - anion["energy"]) * 27.211386245988
    assert values["reduction_potential"] == pytest.approx(difference - 4.846 - 4.28, abs=1e-3)
    assert values["cation_molecule"] is None
    assert quinone.result["provenance"]["reference_electrode"] == "SHE"


def test_a_second_attempt_repeats_only_the_unfinished_ion(here, quinone):
    kept = {key: value for key, value in quinone.steps.items() if key.startswith("neutral")}
    molecule = from_smiles("O=C1C=CC(=O)C=C1").to_json()
    second = redox(here, molecule, oxidation=False, reduction=True, steps=kept)
    assert [key.split("/")[0] for key in second.steps] == ["anion"]
    assert second.result["data"] == quinone.result["data"]


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
