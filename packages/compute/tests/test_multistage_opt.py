"""A chain of levels: each step is what the same basic calculation gives."""

from __future__ import annotations

import pytest
from conftest import atoms, from_smiles

CONSTRAINTS = "optimization_settings.0.opt_settings.constraints.0.atoms"
ETHANOL = from_smiles("CCO").to_json()
CHAIN = {
    "mode": "manual",
    "optimization_settings": [{"method": "gfn1_xtb", "tasks": ["optimize"]}, {"method": "gfn2_xtb", "tasks": ["optimize"]}],
    "singlepoint_settings": {
        "method": "gfn2_xtb",
        "tasks": ["energy", "charge", "dipole"],
        "solvent_settings": {"solvent": "water", "model": "alpb"},
    },
}


@pytest.fixture(scope="module")
def chain(here_once):
    return here_once("multistage_opt", {"initial_molecule": ETHANOL, **CHAIN})


def test_each_step_has_the_energy_of_the_same_basic_calculation(here, chain):
    uuids = chain.result["data"]["calculations"]
    assert len(uuids) == 3
    molecule = ETHANOL
    for uuid, settings in zip(uuids, [*CHAIN["optimization_settings"], CHAIN["singlepoint_settings"]], strict=True):
        alone = here("basic_calculation", {"initial_molecule": molecule, "settings": {**settings, "mode": "rapid"}})
        expected = alone.calculation(alone.result["data"]["calculation_uuid"])["molecules"][-1]
        found = chain.calculation(uuid)["molecules"][-1]
        assert found["energy"] == pytest.approx(expected["energy"], abs=1e-6)
        molecule = {key: found[key] for key in ("charge", "multiplicity", "atoms")}


def test_steps_are_shown_as_they_end(chain):
    shown = [event["data"]["calculations"] for event in chain.all("partial")]
    assert [[uuid is not None for uuid in uuids] for uuids in shown] == [[True, False, False], [True, True, False], [True, True, True]]
    stages = [event["stage"] for event in chain.all("progress")]
    assert "Optimizing the molecule with GFN1-xTB" in stages
    assert "Computing the molecule with GFN2-xTB" in stages
    assert [row["name"] for row in chain.result["provenance"]["stages"]][-1] == "GFN2-xTB single point"


def test_a_second_attempt_starts_at_the_first_step_without_a_result(here, chain):
    kept = {key: value for key, value in chain.steps.items() if key.startswith("step/0")}
    second = here("multistage_opt", {"initial_molecule": ETHANOL, **CHAIN}, steps=kept, attempt=2)
    assert [key.split("/")[1] for key in second.steps] == ["1", "2"]
    assert second.result["data"] == chain.result["data"]


def test_a_step_that_does_not_converge_ends_the_chain_and_keeps_the_others(here):
    steps = [CHAIN["optimization_settings"][0], {"method": "gfn2_xtb", "mode": "meticulous", "opt_settings": {"max_steps": 1}}]
    done = here("multistage_opt", {"initial_molecule": ETHANOL, "mode": "manual", "optimization_settings": steps})
    assert done.error["error_class"] == "convergence_error"
    first, failed = done.all("partial")[-1]["data"]["calculations"]
    assert first is not None
    assert failed is None
    assert done.all("calculation")[-1]["calculation"]["status"] == 3


def test_a_transition_state_has_its_frequencies(here):
    """Planar ammonia with GFN2-xTB: one imaginary mode."""
    flat = atoms((7, 0, 0, 0), (1, 0.95, 0, 0.05), (1, -0.47, 0.82, 0.05), (1, -0.47, -0.82, 0.05))
    chain = {"mode": "manual", "optimization_settings": [{"method": "gfn2_xtb", "mode": "careful"}]}
    done = here("multistage_opt", {"initial_molecule": flat, "transition_state": True, "frequencies": True, **chain})
    modes = done.calculation(done.result["data"]["calculations"][-1])["molecules"][-1]["vibrational_modes"]
    assert [mode["frequency"] < 0 for mode in modes] == [True] + [False] * 5


@pytest.mark.parametrize(
    ("data", "field", "words"),
    [
        ({"mode": "manual"}, "optimization_settings", "at least one"),
        ({"mode": "manual", "optimization_settings": [{"method": "no_such"}]}, "optimization_settings.0.method", "not available"),
        ({**CHAIN, "constraints": [{"constraint_type": "bond", "atoms": [1, 99]}]}, CONSTRAINTS, "the atoms are 1 to 9"),
    ],
)
def test_what_cannot_run_is_refused_with_field_and_reason(here, data, field, words):
    error = here("multistage_opt", {"initial_molecule": ETHANOL, **data}).error
    assert (error["error_class"], error["field"]) == ("input_error", field)
    assert words in error["message"]
