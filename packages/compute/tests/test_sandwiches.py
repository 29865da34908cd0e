"""Metal complexes from SMILES: sandwiches and half-sandwiches are built, what cannot be placed is refused with what to give instead."""

from __future__ import annotations

import numpy as np
import pytest

from cuvette_compute.chemistry.embed import quick_structure
from cuvette_compute.chemistry.smiles import SmilesError, parse
from cuvette_compute.convert.smiles import smiles_to_mols
from cuvette_compute.errors import InputError

# As PubChem writes it, as an aromatic salt, and with ten bonds at the iron.
FERROCENES = [
    "[CH-]1C=CC=C1.[CH-]1C=CC=C1.[Fe+2]",
    "[Fe+2].c1cc[cH-]c1.c1cc[cH-]c1",
    "[CH]12[CH]3[CH]4[CH]5[CH]1[Fe]23451678[CH]9[CH]1[CH]6[CH]7[CH]89",
    "C12C3C4C5C1[Fe]23451678C9C1C6C7C89",
]


def built(smiles):
    molecule = quick_structure(parse(smiles))
    metal = int(np.argmax(molecule.numbers))
    distances = np.linalg.norm(molecule.positions - molecule.positions[metal], axis=1)
    return molecule, metal, distances


def nearest(molecule):
    between = np.linalg.norm(molecule.positions[:, None] - molecule.positions[None], axis=2)
    return between[np.triu_indices(len(between), 1)].min()


@pytest.mark.parametrize("smiles", FERROCENES)
def test_ferrocene_is_a_sandwich(smiles):
    """Ten carbons at 2.05 Angstrom (2.06 measured by electron diffraction), five on each side of the iron."""
    molecule, metal, distances = built(smiles)
    carbons = np.flatnonzero(molecule.numbers == 6)
    assert sorted(molecule.numbers) == [1] * 10 + [6] * 10 + [26]
    assert (molecule.charge, molecule.multiplicity) == (0, 1)
    assert distances[carbons] == pytest.approx(np.full(10, 2.05), abs=0.03)
    axis = np.linalg.svd(molecule.positions[carbons] - molecule.positions[metal])[2]
    sides = [((molecule.positions[carbons] - molecule.positions[metal]) @ row > 0.8).sum() for row in axis]
    assert 5 in sides
    assert nearest(molecule) > 1.0


def test_the_sandwich_is_near_the_minimum_of_gfn2_xtb():
    """GFN2-xTB itself has 2.16 Angstrom between iron and carbon."""
    from ase.optimize import BFGS
    from tblite.ase import TBLite

    molecule, metal, _ = built(FERROCENES[0])
    system = molecule.to_ase()
    system.calc = TBLite(method="GFN2-xTB", verbosity=0)
    before = system.get_potential_energy()
    BFGS(system, logfile=None).run(fmax=0.5, steps=15)
    carbons = np.flatnonzero(molecule.numbers == 6)
    assert system.get_distances(metal, carbons) == pytest.approx(np.full(10, 2.1), abs=0.15)
    # eV; three loose ions lie more than 30 eV higher.
    assert before - system.get_potential_energy() < 2


@pytest.mark.parametrize(
    ("smiles", "charge", "multiplicity", "bound"),
    [
        ("[Cr].c1ccccc1.c1ccccc1", 0, 1, 12),
        ("[C-]#[O+].[C-]#[O+].[C-]#[O+].[Cr].c1ccccc1", 0, 1, 9),
        ("[Fe+3].[cH-]1cccc1.[cH-]1cccc1", 1, 2, 10),
        ("[Fe+2].CC(=O)[c-]1cccc1.c1cc[cH-]c1", 0, 1, 10),
        ("[Ni+2].[cH-]1cccc1.[cH-]1cccc1", 0, 3, 10),
        ("C[c-]1c(C)c(C)c(C)c1C.C[c-]1c(C)c(C)c(C)c1C.[Ru+2]", 0, 1, 10),
    ],
)
def test_other_sandwiches_and_piano_stools(smiles, charge, multiplicity, bound):
    molecule, _, distances = built(smiles)
    assert (molecule.charge, molecule.multiplicity) == (charge, multiplicity)
    assert ((distances < 2.4) & (molecule.numbers == 6)).sum() == bound
    assert nearest(molecule) > 1.0


@pytest.mark.parametrize(
    "smiles",
    [
        "[Cu+2].CC(=O)[O-].CC(=O)[O-]",
        "[Ti+4].[Cl-].[Cl-].[cH-]1cccc1.[cH-]1cccc1",
        "[Fe+2].[Fe+2].[cH-]1cccc1.[cH-]1cccc1",
        "[CH2]1[CH]2[CH2][Pd]12Cl",
    ],
)
def test_what_a_smiles_does_not_place_is_refused_with_what_to_give(smiles):
    with pytest.raises(InputError, match=r"does not say where the ligands of \w+ lie.*XYZ file"):
        quick_structure(parse(smiles))
    (answer,) = smiles_to_mols({"smiles": [smiles]})["results"]
    assert answer["molecule"] is None
    assert "XYZ file" in answer["error"]["detail"]


def test_a_dative_bond_is_refused_with_its_place_and_what_to_give():
    with pytest.raises(SmilesError) as refused:
        parse("N->[Pt](Cl)(Cl)<-N")
    assert refused.value.position == 3
    assert "XYZ file" in refused.value.detail


@pytest.mark.parametrize("smiles", ["[Na+].[Cl-]", "CC(=O)[O-].[Na+]", "N[Pt](N)(Cl)Cl", "C[Hg]C", "CCO.O"])
def test_salts_and_complexes_of_one_piece_are_built_as_before(smiles):
    assert nearest(quick_structure(parse(smiles))) > 0.9
