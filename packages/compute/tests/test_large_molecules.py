"""Two hundred heavy atoms: recipes that would run for days refuse before they build anything; the quick ones answer (their own tests)."""

from __future__ import annotations

import numpy as np
import pytest
import test_hydrogen_bond_basicity
import test_ion_mobility
import test_macropka
import test_nmr
import test_pka

from cuvette_compute.structures.molecule import Molecule

_CARBONS = 200


def alkane() -> dict:
    """A stretched chain of 200 carbons with its hydrogens."""
    atoms = []
    for place in range(_CARBONS):
        side = 1 if place % 2 else -1
        carbon = np.array([1.26 * place, 0.44 * side, 0.0])
        atoms.append((6, carbon))
        atoms += [(1, carbon + np.array([0, 0.63 * side, 0.89 * up])) for up in (1, -1)]
        if place in (0, _CARBONS - 1):
            atoms.append((1, carbon + np.array([0.89 if place else -0.89, -0.63 * side, 0])))
    return Molecule(np.array([number for number, _ in atoms]), np.array([where for _, where in atoms])).to_json()


@pytest.mark.parametrize(
    ("kind", "data", "field"),
    [
        ("pka", test_pka.settings("C" * _CARBONS), "initial_smiles"),
        ("macropka", test_macropka.settings("C" * _CARBONS), "initial_smiles"),
        ("hydrogen_bond_basicity", test_hydrogen_bond_basicity.settings("C", initial_molecule=alkane()), "initial_molecule"),
        ("nmr", test_nmr.settings("C", initial_molecule=alkane()), "initial_molecule"),
        ("ion_mobility", test_ion_mobility.settings("C", initial_molecule=alkane(), do_csearch=True), "initial_molecule"),
    ],
)
def test_two_hundred_heavy_atoms_are_refused_with_their_number(here, kind, data, field):
    error = here(kind, data).error
    assert (error["error_class"], error["field"]) == ("input_error", field)
    assert "at most 100 heavy atoms; this structure has 200" in error["message"]
