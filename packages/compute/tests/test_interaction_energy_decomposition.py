"""SAPT0 by psi4, where it is installed: psi4's own published values, and what is refused before anything runs."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import in_full

from cuvette_compute.engines.programs.psi4_program import has_psi4, psi4_path
from cuvette_compute.errors import InputError
from cuvette_compute.recipes.interaction_energy_decomposition import fragments
from cuvette_compute.structures.molecule import Molecule

needs_psi4 = pytest.mark.skipif(not has_psi4(), reason="psi4 is not installed here")

# Ethene and ethyne of psi4's test "sapt1": Å.
ETHENE = [
    (6, 0.0, -0.667578, -2.124659), (6, 0.0, 0.667578, -2.124659), (1, 0.923621, -1.232253, -2.126185),
    (1, -0.923621, -1.232253, -2.126185), (1, -0.923621, 1.232253, -2.126185), (1, 0.923621, 1.232253, -2.126185),
]  # fmt: skip
ETHYNE = [(6, 0.0, 0.0, 2.900503), (6, 0.0, 0.0, 1.693240), (1, 0.0, 0.0, 0.627352), (1, 0.0, 0.0, 3.963929)]
AMMONIUM = [(7, 0, 0, 0), (1, 0.6, 0.6, 0.6), (1, -0.6, -0.6, 0.6), (1, -0.6, 0.6, -0.6), (1, 0.6, -0.6, -0.6)]
WATER = [(8, 0, 0, 3), (1, 0.96, 0, 3), (1, -0.24, 0.93, 3)]


def molecule_of(atoms, charge=0, multiplicity=1):
    return Molecule(np.array([atom[0] for atom in atoms]), np.array([atom[1:] for atom in atoms], dtype=float), charge, multiplicity)


def job_of(atoms, first, basis_set="jun-cc-pVDZ", charge=0):
    settings = {"method": "sapt0", "basis_set": {"name": basis_set}}
    return {"initial_molecule": molecule_of(atoms, charge).to_json(), "fragment1_indices": first, "energy_decomposition_settings": settings}


def test_the_charge_of_each_fragment_is_that_of_its_atoms():
    first, second = fragments(molecule_of(WATER + AMMONIUM, 1), [4, 5, 6, 7, 8])
    assert [first.charge, second.charge] == [1, 0]
    assert [len(first), len(second)] == [5, 3]
    assert first.numbers[0] == 7


@pytest.mark.parametrize(
    ("atoms", "first", "words"),
    [
        (WATER + AMMONIUM, [1, 2], "O1 and H3 are bonded"),
        (WATER, [1, 2, 3], "needs an atom"),
        (WATER, [], "needs an atom"),
        (WATER, [1, 9], "there is no atom 9"),
    ],
)
def test_fragments_that_are_none_are_refused(atoms, first, words):
    with pytest.raises(InputError, match=words):
        fragments(molecule_of(atoms, int(len(atoms) > 3)), first)


def test_without_psi4_it_says_so(here, monkeypatch):
    monkeypatch.setenv("CUVETTE_PSI4", "/nonexistent")
    psi4_path.cache_clear()
    try:
        error = here("interaction_energy_decomposition", job_of(ETHENE + ETHYNE, [1])).error
    finally:
        monkeypatch.undo()
        psi4_path.cache_clear()
    assert "psi4 program is not installed" in error["message"]


@needs_psi4
@in_full
def test_the_terms_are_those_that_psi4_publishes(here):
    """Hartree of psi4's test "sapt1": SAPT0/cc-pVDZ without frozen cores, which change the dispersion by less than 1e-4."""
    published = {"electrostatic": -0.00359915, "exchange": 0.00362911, "induction": -0.00083137, "dispersion": -0.00150542}
    result = here("interaction_energy_decomposition", job_of(ETHENE + ETHYNE, [1, 2, 3, 4, 5, 6], "cc-pVDZ")).result
    found = result["data"]["energy_decomposition_result"]
    for name, value in published.items():
        assert found[f"{name}_interaction_energy"] == pytest.approx(value * 627.5095, abs=0.02)
    terms = sum(found[f"{name}_interaction_energy"] for name in published)
    assert found["total_interaction_energy"] == pytest.approx(terms, abs=1e-3)


@needs_psi4
@in_full
def test_the_water_dimer_is_near_the_best_value(here):
    """The dimer of S22: CCSD(T) at the basis-set limit has -5.02 kcal/mol (10.1039/b600027d); SAPT0/jun-cc-pVDZ lives by such agreement."""
    first = [(8, -1.551007, -0.114520, 0.0), (1, -1.934259, 0.762503, 0.0), (1, -0.599677, 0.040712, 0.0)]
    second = [(8, 1.350625, 0.111469, 0.0), (1, 1.680398, -0.373741, -0.758561), (1, 1.680398, -0.373741, 0.758561)]
    found = here("interaction_energy_decomposition", job_of(first + second, [1, 2, 3])).result["data"]["energy_decomposition_result"]
    assert found["total_interaction_energy"] == pytest.approx(-5.02, abs=0.2)
    assert found["electrostatic_interaction_energy"] < found["induction_interaction_energy"] < 0 < found["exchange_interaction_energy"]
