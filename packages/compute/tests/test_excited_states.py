"""Excited states of a basic calculation against PySCF called by hand, published values, and what symmetry demands."""

from __future__ import annotations

import math

import numpy as np
import pytest

EV = 27.211386245988


def wire(*rows):
    return {"charge": 0, "multiplicity": 1, "atoms": [{"atomic_number": number, "position": list(place)} for number, *place in rows]}


FORMALDEHYDE = wire((6, 0, 0, -0.529), (8, 0, 0, 0.679), (1, 0, 0.934, -1.119), (1, 0, -0.934, -1.119))


def peroxide(turn: float):
    """H2O2 with a dihedral angle in degrees: the two signs are mirror images."""
    angle, half = math.radians(100), math.radians(turn) / 2
    across, along = 0.96 * math.sin(angle), 0.725 - 0.96 * math.cos(angle)
    return wire(
        (8, 0, 0.725, 0),
        (8, 0, -0.725, 0),
        (1, across * math.cos(half), along, across * math.sin(half)),
        (1, across * math.cos(half), -along, -across * math.sin(half)),
    )


def excited(here, molecule, method, basis, count, tda=True, **more):
    wanted = {"num_excitations": count, "tda": tda}
    settings = {"method": method, "basis_set": {"name": basis}, "tasks": ["energy"], "excited_state_settings": wanted, **more}
    return here("basic_calculation", {"initial_molecule": molecule, "settings": settings})


def last(done):
    return done.calculation(done.result["data"]["calculation_uuid"])["molecules"][-1]


def test_formaldehyde_has_the_states_of_pyscf_called_by_hand(here):
    """TDA-B3LYP/6-31G by PySCF 2.14 without density fitting: 3.92746, 9.09500 and 9.17681 eV, of which the third has f = 0.1946.

    The first one is n to pi*, dark by symmetry; the best estimate of its energy is 3.98 eV (QUEST database, 10.1021/acs.jctc.8b00406).
    """
    done = excited(here, FORMALDEHYDE, "b3lyp", "6-31G", 3)
    molecule = last(done)
    energies = np.array(molecule["excited_state_energies"])
    assert energies[0] == pytest.approx(molecule["energy"], abs=1e-6)
    assert (energies[1:] - energies[0]) * EV == pytest.approx([3.92746, 9.09500, 9.17681], abs=2e-3)
    assert molecule["oscillator_strengths"] == pytest.approx([0, 0, 0.0058, 0.1946], abs=5e-4)
    # The molecule is achiral.
    assert molecule["rotatory_strengths"] == pytest.approx([0, 0, 0, 0], abs=0.01)
    assert molecule["excited_state_transitions"][1] == [[0, 0, pytest.approx(0.998, abs=0.002)]]


def test_mirror_images_have_rotatory_strengths_of_opposite_signs(here):
    right, left = (last(excited(here, peroxide(turn), "hf", "def2-SVP", 3, tda=False)) for turn in (110, -110))
    assert right["excited_state_energies"] == pytest.approx(left["excited_state_energies"], abs=1e-6)
    assert right["rotatory_strengths"] == pytest.approx([-each for each in left["rotatory_strengths"]], abs=1e-2)
    assert max(abs(each) for each in right["rotatory_strengths"]) > 1


@pytest.mark.parametrize(
    ("molecule", "method", "count", "words", "field"),
    [
        ({**FORMALDEHYDE, "charge": 1, "multiplicity": 2}, "b3lyp", 3, "closed shells only", "settings.excited_state_settings"),
        (FORMALDEHYDE, "b3lyp", 500, "At most 50", "settings.excited_state_settings.num_excitations"),
        (FORMALDEHYDE, "wb97x_v", 3, "Choose CAM-B3LYP", "settings.excited_state_settings"),
        (wire(*((1, 0, 0, 0.74 * index) for index in range(200))), "hf", 3, "at most 100 atoms", "settings.excited_state_settings"),
    ],
)
def test_what_cannot_be_computed_is_refused_with_what_would_do(here, molecule, method, count, words, field):
    refused = excited(here, molecule, method, "def2-SVP", count).error
    assert words in refused["message"]
    assert refused["field"] == field


def test_a_method_without_orbitals_of_its_own_basis_is_refused(here):
    settings = {"method": "gfn2_xtb", "tasks": ["energy"], "excited_state_settings": {"num_excitations": 3}}
    refused = here("basic_calculation", {"initial_molecule": FORMALDEHYDE, "settings": settings}).error
    assert "CAM-B3LYP/def2-SVP" in refused["message"]


def test_no_states_asked_for_are_none(here):
    settings = {"method": "gfn2_xtb", "tasks": ["energy"], "excited_state_settings": {"num_excitations": None}}
    done = here("basic_calculation", {"initial_molecule": FORMALDEHYDE, "settings": settings})
    assert "excited_state_energies" not in last(done)
