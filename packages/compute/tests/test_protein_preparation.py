"""The preparation of a protein as an item: what the type does beyond the preparation of a stored protein (`test_protein.py`)."""

from __future__ import annotations

import copy
from pathlib import Path

import numpy as np
import pytest
from test_protein import pdb_object

from cuvette_compute.binding_dynamics.solute import solute_of
from cuvette_compute.proteins.structure import atom_name, take
from cuvette_compute.proteins.validate import validate_force_field

PROTEINS = Path(__file__).resolve().parents[3] / "examples/proteins"
SETTINGS = {
    "add_missing_method": "pdbfixer",
    "cap_residues": "ace_nme",
    "protonation_method": "openmm",
    "pH": 7.4,
    "retain_protonation": True,
    "retain_noncanonical_residues": False,
    "retain_non_polymer": {"NA": None, "CL": None, "MG": None},
}


@pytest.fixture(scope="module")
def turn():
    """Residues 56 to 67 of 1IA1 with formamide beside them."""
    return pdb_object((PROTEINS / "1ia1-turn.pdb").read_text())


def prepared(here, protein, **changes):
    done = here("protein_preparation", {"protein": protein, **SETTINGS, **changes})
    if done.status != 0:
        return done
    [made] = [event for event in done.events if event["event"] == "protein"]
    assert made["uuid"] == done.result["data"]["prepared_protein"]
    done.structure, done.pocket = made["structure"], made.get("pocket")
    return done


def residues_of(structure, chain="A"):
    return structure["models"][0]["polymer"][chain]["residues"]


def names_of(residue):
    return {atom["name"] or atom["element"] for atom in residue["atoms"].values()}


@pytest.fixture(scope="module")
def capped(here_once, turn):
    return prepared(here_once, turn, retain_non_polymer={"LIG": "NC=O"}, pocket_ligand="LIG")


def test_the_ends_of_a_chain_are_capped_and_the_force_field_knows_them(capped, turn):
    chain = list(residues_of(capped.structure).items())
    assert [(key, one["name"]) for key, one in (chain[0], chain[-1])] == [("A.55", "ACE"), ("A.68", "NME")]
    assert len(chain) == len(residues_of(turn)) + 2
    assert {"C", "O", "CH3", "H1", "H2", "H3"} <= names_of(chain[0][1])
    assert "OXT" not in names_of(chain[-2][1])
    assert not {"H2", "H3"} & names_of(chain[1][1])
    assert validate_force_field(capped.structure, ["LIG"])["valid"]
    report = capped.result["provenance"]["preparation"]
    assert [one["name"] for one in report["caps"]] == ["ACE", "NME"]
    carbon = next(atom for atom in chain[0][1]["atoms"].values() if atom["name"] is None and atom["element"] == "C")
    nitrogen = next(atom for atom in chain[1][1]["atoms"].values() if atom["name"] is None and atom["element"] == "N")
    assert np.linalg.norm([carbon[axis] - nitrogen[axis] for axis in "xyz"]) == pytest.approx(1.34, abs=0.1)


def test_caps_that_a_program_named_its_own_way_are_known(capped):
    """The names of the public TYK2 structure of benchmarks: C1, C2 and H2_1 in the acetyl group, C1, N1 and H1_1 in the methylamide."""
    foreign = {
        "ACE": {"C": "C1", "CH3": "C2", "H1": "H2_1", "H2": "H2_2", "H3": "H2_3"},
        "NME": {"N": "N1", "C": "C1", "H1": "H1_1", "H2": "H1_2", "H3": "H1_3"},
    }
    structure = copy.deepcopy(capped.structure)
    for residue in residues_of(structure).values():
        for atom in residue["atoms"].values():
            name = atom["name"] or atom["element"]
            atom["name"] = foreign.get(residue["name"], {}).get(name, name)
    polymer = [(one.name, {atom_name(atom) for atom in one.atoms}) for one in take(structure).of("polymer")]
    assert polymer[0] == ("ACE", {"C", "O", "CH3", "H1", "H2", "H3"})
    assert polymer[-1] == ("NME", {"N", "C", "H", "H1", "H2", "H3"})
    solute = solute_of(structure, None, None)
    assert {residue.fragment for residue in solute.residues if residue.place == "polymer"} == {0}
    assert validate_force_field(structure, ["LIG"])["valid"]


def test_a_ligand_stays_with_the_hydrogens_of_its_smiles_and_gives_the_pocket(capped, turn):
    [(key, ligand)] = capped.structure["models"][0]["non_polymer"].items()
    assert sorted(atom["element"] for atom in ligand["atoms"].values()) == ["C", "H", "H", "H", "N", "O"]
    heavy = np.array([[atom[axis] for axis in "xyz"] for atom in turn["models"][0]["non_polymer"][key]["atoms"].values()])
    centre, edges = np.array(capped.pocket[0]), np.array(capped.pocket[1])
    assert (np.abs(heavy - centre) < edges / 2 - 3.9).all()
    assert min(edges) >= 10
    report = capped.result["provenance"]["preparation"]
    assert report["ligand_hydrogens"] == [{"residue": key, "name": "LIG", "count": 3}]
    assert report["without_hydrogens"] == []


def test_a_sequence_says_what_is_missing_and_ends_stay_open(here, turn):
    cut = copy.deepcopy(turn)
    letters = {"ARG": "R", "LYS": "K", "ASN": "N", "VAL": "V", "ILE": "I", "TRP": "W", "GLU": "E", "SER": "S", "PRO": "P", "PHE": "F"}
    letters |= {"LEU": "L", "ARG": "R", "THR": "T", "GLY": "G", "ALA": "A", "ASP": "D", "GLN": "Q", "MET": "M", "HIS": "H", "TYR": "Y"}
    sequence = "".join(letters[one["name"]] for one in residues_of(cut).values())
    keys = list(residues_of(cut))
    taken = residues_of(cut).pop(keys[5])
    done = prepared(here, cut, sequence_overrides={"A": sequence}, cap_residues=None, retain_non_polymer=None)
    assert done.structure["models"][0]["non_polymer"] == {}
    assert done.result["provenance"]["preparation"]["removed"]["heterogens"][0]["name"] == "LIG"
    assert "OXT" not in names_of(list(residues_of(done.structure).values())[-1])
    assert done.result["provenance"]["preparation"]["built_residues"] == [{"residue": keys[5], "name": taken["name"]}]
    refused = prepared(here, cut, sequence_overrides={"A": "GGGG"}).error
    assert (refused["field"], refused["error_class"]) == ("sequence_overrides.A", "input_error")
    assert "B" in prepared(here, cut, sequence_overrides={"B": sequence}).error["message"]


def test_states_of_the_file_are_kept_or_decided_again(here, turn):
    acid = prepared(here, turn, pH=2, protonation_method="propka_3", retain_non_polymer=None)
    states = {one["residue"]: one["state"] for one in acid.result["provenance"]["preparation"]["titration"]}
    assert "GLH" in states.values() or "ASH" in states.values()
    kept = prepared(
        here, acid.structure, pH=10, protonation_method="propka_3", retain_protonation=True, cap_residues=None, retain_non_polymer=None
    )
    again = prepared(
        here, acid.structure, pH=10, protonation_method="propka_3", retain_protonation=False, cap_residues=None, retain_non_polymer=None
    )

    def protonated(done):
        return sum(
            len(names_of(one) & {"HE1", "HE2", "HD1", "HD2"})
            for one in residues_of(done.structure).values()
            if one["name"] in ("GLU", "ASP")
        )

    assert protonated(kept) > protonated(again) == 0
    assert any(one["title"] == "Protonation Kept" for one in kept.result["messages"])


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"add_missing_method": "boltz_2"}, "add_missing_method"),
        ({"protonation_method": "protonate_utils"}, "protonation_method"),
        ({"add_missing_method": None}, "cap_residues"),
        ({"pH": 15}, "pH"),
        ({"retain_non_polymer": {"LIG": None}}, "retain_non_polymer.LIG"),
        ({"retain_non_polymer": {"XYZ": "CCO"}}, "retain_non_polymer.XYZ"),
        ({"pocket_ligand": "XYZ"}, "pocket_ligand"),
    ],
)
def test_what_does_not_fit_is_refused(here, turn, changes, field):
    assert prepared(here, turn, **changes).error["field"] == field
