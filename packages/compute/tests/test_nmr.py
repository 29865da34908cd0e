"""NMR: shieldings against the package's own numbers, which nuclei are one, and the shifts of methanol."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import from_smiles, in_full
from rdkit import Chem
from rdkit.Chem import AllChem

from cuvette_compute.chemistry.nuclei import equivalent_groups, nucleus_keys
from cuvette_compute.engines import Request, single_point
from cuvette_compute.engines.pyscf import PySCFEngine
from cuvette_compute.engines.pyscf.shieldings import isotropic_shieldings
from cuvette_compute.recipes.nmr import left_out_caveats, nucleus_class, reference_shielding
from cuvette_compute.schemas.knowledge import calibration_lines
from cuvette_compute.structures.molecule import Molecule

HYDROGEN_FLUORIDE = Molecule(np.array([1, 9]), np.array([[0.0, 0.0, 0.917], [0.0, 0.0, 0.0]]))


def shielded(molecule, basis, solvent=None):
    settings = {"model": "cpcm", "solvent": solvent} if solvent else None
    request = Request("b3lyp", molecule, None, basis_set=basis, solvent_settings=settings, extras={"coarse_surface": True})
    calculator = PySCFEngine().calculator(request)
    single_point(calculator, molecule, gradient=False)
    return isotropic_shieldings(calculator.solution.mean_field, list(range(len(molecule))))


def test_shieldings_are_those_of_the_package():
    # pyscf-properties, prop/nmr/rks.py: HF at 0.917 Å, B3LYP/cc-pVDZ, fluorine xx = yy = 387.102778, zz = 482.207925 ppm.
    fluorine = shielded(HYDROGEN_FLUORIDE, "cc-pVDZ")[1]
    assert fluorine == pytest.approx((2 * 387.102778 + 482.207925) / 3, abs=0.3)


def test_shieldings_in_a_solvent_do_not_depend_on_the_origin():
    here = shielded(HYDROGEN_FLUORIDE, "STO-3G", "water")
    elsewhere = shielded(HYDROGEN_FLUORIDE.at(HYDROGEN_FLUORIDE.positions + 8.0), "STO-3G", "water")
    assert elsewhere == pytest.approx(here, abs=0.02)
    assert abs(here[1] - shielded(HYDROGEN_FLUORIDE, "STO-3G")[1]) > 0.1


@pytest.mark.parametrize(
    ("smiles", "groups"),
    [
        # Methyl groups turn, rings flip.
        ("CCO", ["C1", "C2", "H4 H5 H6", "H7 H8", "H9"]),
        ("C1CCCCC1", ["C1 C2 C3 C4 C5 C6", "H7 H8 H9 H10 H11 H12 H13 H14 H15 H16 H17 H18"]),
        # A CH2 beside a stereocentre, a terminal =CH2 and a dimethylamide have two places each.
        ("OC[C@@](F)(Cl)Br", ["C2", "C3", "H7", "H8", "H9"]),
        ("C=CCl", ["C1", "C2", "H4", "H5", "H6"]),
        ("CN(C)C=O", ["C1", "C3", "C4", "H6 H7 H8", "H9 H10 H11", "H12"]),
    ],
)
def test_nuclei_that_are_one(smiles, groups):
    mol = Chem.AddHs(Chem.MolFromSmiles(smiles))
    sets = []
    for seed in (1, 2):
        AllChem.EmbedMolecule(mol, randomSeed=seed)
        keys = nucleus_keys(mol, mol.GetConformer().GetPositions())
        sets.append(sorted(keys.values()))
    names = [" ".join(f"{mol.GetAtomWithIdx(i).GetSymbol()}{i + 1}" for i in group) for group in equivalent_groups(keys)]
    assert names == groups
    assert sets[0] == sets[1]


@pytest.mark.parametrize(
    ("smiles", "expected"),
    [
        ("CCO", "H on C beside O"),
        ("CCOC", "H on C beside O"),
        ("C1CO1", "H on C"),
        ("CC=O", "H on C"),
    ],
)
def test_hydrogens_beside_oxygen_have_a_line_of_their_own(smiles, expected):
    mol = Chem.AddHs(Chem.MolFromSmiles(smiles))
    found = {nucleus_class(mol, atom.GetIdx()) for atom in mol.GetAtomWithIdx(1).GetNeighbors() if atom.GetAtomicNum() == 1}
    assert found == {expected}


def test_ethanol_is_nearer_by_the_line_of_hydrogens_beside_oxygen():
    """The shieldings of the stored example, for 3.72 measured (Babij et al. 2016); the line of other hydrogens gives 4.08."""
    line = calibration_lines("nmr", "giao_b3lyp_631gd")["H on C beside O"]
    assert line(reference_shielding("chloroform", 1) - 28.3915) == pytest.approx(3.72, abs=0.17)
    # What is left is more than the ±, which the caveat of alcohols says (below).
    assert line.size >= 10 and line.error < 0.15


def settings(smiles, **changes):
    return {
        "initial_molecule": from_smiles(smiles).to_json(),
        "mode": "auto",
        "nmr_method": "giao_b3lyp_631gd",
        "solvent": "chloroform",
        "conf_gen_settings": None,
        "multistage_opt_settings": {"mode": "manual", "optimization_settings": [{"method": "gfn2_xtb", "tasks": ["optimize"]}]},
        **changes,
    }


def test_shifts_of_methanol(here):
    run = here("nmr", settings("CO"))
    data = run.result["data"]
    # Fulmer et al. 2010 (10.1021/om100106e), CDCl3: CH3 3.49 and 50.41 ppm.
    assert data["chemical_shifts"][0] == pytest.approx(50.41, abs=4)
    assert data["chemical_shifts"][1] is None
    assert data["chemical_shifts"][2:5] == [pytest.approx(3.49, abs=0.15)] * 3
    assert data["symmetry_equivalent_nuclei"] == [[2, 3, 4]]
    assert [peak["atom_indices"] for peak in data["predicted_peaks"]["1"]] == [[2, 3, 4], [5]]
    assert data["boltzmann_weights"] == [1.0]
    assert data["conformers"] == [run.all("calculation")[-1]["uuid"]]
    record = run.result["provenance"]["nmr"]
    assert record["classes"] == ["C", None, *["H on C beside O"] * 3, "H on O"]
    assert record["drawing"] == {"smiles": "CO", "atoms": [0, 1]}
    (told,) = run.result["provenance"]["caveats"]
    assert (told["severity"], told["table"]) == ("changes_number", "proton_nmr")
    assert "ethanol" in told["text"]
    assert {"Couplings Are Not Computed", "Exchangeable Hydrogens"} <= {told["title"] for told in run.result["messages"]}


def test_shifts_of_few_conformers_say_how_much_of_the_weight_they_hold():
    (told,) = left_out_caveats(1, 0.58)
    assert (told["severity"], told["values"], told["table"]) == ("changes_number", None, None)
    assert "the most populated conformer alone, which holds 58 % of the weight" in told["text"]
    assert "3 most populated conformers alone, which hold 80 %" in left_out_caveats(3, 0.8)[0]["text"]
    assert left_out_caveats(3, 0.91) == []


@in_full
@pytest.mark.parametrize(("choice", "most"), [("one", 1), ("three", 3)])
def test_shieldings_are_computed_for_as_many_conformers_as_were_chosen(here, choice, most):
    """1-Propanol has nine rotamers, five of them different, and none of them nine tenths of the weight."""
    etkdg = {"settings_type": "etkdg", "mode": "rapid"}
    run = here("nmr", settings("CCCO", conf_gen_settings=etkdg, shielded_conformers=choice))
    weights, told = run.result["data"]["boltzmann_weights"], [one["text"] for one in run.result["provenance"]["caveats"]]
    assert 1 <= len(weights) <= most
    assert sum(weights) == pytest.approx(1, abs=1e-5)
    assert any("of the weight" in text for text in told) is (choice == "one")


def test_what_cannot_be_predicted_is_refused(here):
    radical = {**from_smiles("C").to_json(), "charge": 1, "multiplicity": 2}
    assert here("nmr", settings("C", initial_molecule=radical)).error["field"] == "initial_molecule.multiplicity"
    assert here("nmr", settings("C", nmr_method="magnet-zero")).error["field"] == "nmr_method"
    assert here("nmr", settings("O=C=O", solvent="hexane")).status == 1
    metal = here("nmr", settings("C[Pt]C")).error
    assert (metal["field"], "no functions for Pt" in metal["message"]) == ("nmr_method", True)
