"""PDB files as molecules: elements, charges, alternate places and models, none lost on the way."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import from_smiles
from test_convert import ask, read

from cuvette_compute.convert.pdb_elements import element_of_atom
from cuvette_compute.structures.elements import SYMBOLS, symbol_of

FIXTURES = Path(__file__).resolve().parents[2] / "core/src/chemistry/fixtures"


def pdb_line(name, x=0.0, y=0.0, z=0.0, *, residue="LIG", place=" ", occupancy="1.00", columns="", charge="", number=1):
    record = f"HETATM    1 {name:<4}{place}{residue:>3} A{number:4d}    {x:8.3f}{y:8.3f}{z:8.3f}"
    return f"{record}{occupancy:>6}  0.00          {columns:>2}{charge:<2}"


@pytest.mark.parametrize(
    "case", json.loads((FIXTURES / "pdb-elements.json").read_text()), ids=lambda case: f"{case['name']}-{case['residue']}"
)
def test_elements_of_pdb_files_are_those_of_the_columns_or_of_the_names(case):
    assert element_of_atom(case["columns"], case["name"], case["residue"]) == case["element"]
    reply = read("a.pdb", pdb_line(case["name"], residue=case["residue"].strip(), columns=case["columns"]))
    if case["element"] == "X":
        assert "element of atom 'X1' on line 1 is not known" in reply["error"]["detail"]
    else:
        (entry,) = reply["output"]["molecules"]
        assert [symbol_of(atom["atomic_number"], atom["mass"]).upper() for atom in entry["molecule"]["atoms"]] == [case["element"]]


def test_a_pdb_file_without_elements_keeps_its_chlorine():
    rows = [
        ("CL1 ", 0, 0, 1.78),
        (" C1 ", 0, 0, 0),
        (" H1 ", 1.03, 0, -0.35),
        (" H2 ", -0.515, 0.892, -0.35),
        (" H3 ", -0.515, -0.892, -0.35),
    ]
    (entry,) = read("a.pdb", "\n".join(pdb_line(*row) for row in rows))["output"]["molecules"]
    assert entry["smiles"] == "CCl"


def atoms_of(entry):
    return [SYMBOLS[atom["atomic_number"]] for atom in entry["molecule"]["atoms"]]


def water(place_1, place_2, occupancy_1="1.00", occupancy_2="1.00"):
    rows = [
        pdb_line(" O  ", 0, 0, 0.117, residue="HOH"),
        pdb_line(" H1 ", 0, 0.757, -0.469, residue="HOH", place=place_1, occupancy=occupancy_1),
        pdb_line(" H2 ", 0, -0.757, -0.469, residue="HOH", place=place_2, occupancy=occupancy_2),
    ]
    return "\n".join(rows)


@pytest.mark.parametrize("place", ["", "A", "B", "2", "x"])
def test_a_single_place_is_no_alternate_whatever_its_letter(place):
    output = read("a.pdb", water(place or " ", place or " "))["output"]
    assert atoms_of(output["molecules"][0]) == ["O", "H", "H"]
    assert output["failed"] == []


def test_of_alternate_places_the_fuller_is_taken_and_the_lines_of_the_others_are_said():
    first = read("a.pdb", water("B", "C"))["output"]
    assert atoms_of(first["molecules"][0]) == ["O", "H"]
    assert [entry["line"] for entry in first["failed"]] == [3]
    assert first["failed"][0]["detail"] == "Line 3: atom H2 of residue HOH 1 is at the alternate location C; B was used."
    fuller = read("a.pdb", water("B", "C", "0.30", "0.70"))["output"]
    assert [entry["line"] for entry in fuller["failed"]] == [2]
    # Residues choose for themselves.
    two = "\n".join([pdb_line("CL  ", place="A", occupancy="0.40"), pdb_line("CL  ", 1, place="B", occupancy="0.60")])
    two += "\n" + "\n".join([pdb_line("BR  ", 5, place="A", number=2), pdb_line("BR  ", 6, place="B", occupancy="0.10", number=2)])
    output = read("a.pdb", two)["output"]
    assert [atom["position"][0] for atom in output["molecules"][0]["molecule"]["atoms"]] == [1, 5]
    assert [entry["line"] for entry in output["failed"]] == [1, 4]


def test_charges_of_atoms_are_added_up():
    hydroxide = "\n".join([pdb_line(" O1 ", columns="O", charge="1-"), pdb_line(" H1 ", 0.96, columns="H")])
    (entry,) = read("a.pdb", hydroxide)["output"]["molecules"]
    assert (entry["molecule"]["charge"], entry["molecule"]["multiplicity"], entry["smiles"]) == (-1, 1, "[OH-]")
    (entry,) = read("a.pdb", pdb_line("FE  ", residue="FE", columns="FE", charge="+3"))["output"]["molecules"]
    assert (entry["molecule"]["charge"], entry["molecule"]["multiplicity"]) == (3, 2)


@pytest.mark.parametrize("filetype", ["xyz", "sdf", "pdb", "smi"])
def test_charges_and_all_molecules_come_back_from_what_is_written(filetype):
    molecules = [from_smiles(smiles).to_json() for smiles in ("[OH-]", "C[NH3+]", "O", "[NH3+]CC(=O)[O-]")]
    for comments in (None, ["one", "two", "three", "four"]):
        text = ask("mol_to_file", molecules=molecules, filetype=filetype, comments=comments)["output"]["text"]
        output = read(f"a.{filetype}", text)["output"]
        assert [entry["smiles"] for entry in output["molecules"]] == ["[OH-]", "C[NH3+]", "O", "[NH3+]CC(=O)[O-]"]
        assert [(entry["molecule"]["charge"], entry["molecule"]["multiplicity"]) for entry in output["molecules"]] == [
            (-1, 1),
            (1, 1),
            (0, 1),
            (0, 1),
        ]
        assert output["failed"] == []


def test_a_multiplicity_that_is_not_the_lowest_comes_back_from_a_pdb_file():
    oxygen = {**from_smiles("O=O").to_json(), "multiplicity": 3}
    text = ask("mol_to_file", molecules=[oxygen, oxygen], filetype="pdb")["output"]["text"]
    entries = read("a.pdb", text)["output"]["molecules"]
    assert [(entry["molecule"]["charge"], entry["molecule"]["multiplicity"]) for entry in entries] == [(0, 3), (0, 3)]


def test_models_and_files_put_together_are_molecules_of_their_own():
    cl, br = pdb_line("CL  "), pdb_line("BR  ")
    for text in (f"MODEL        1\n{cl}\nENDMDL\nMODEL        2\n{br}\nENDMDL\nEND\n", f"{cl}\nEND\n{br}\nEND\n"):
        entries = read("a.pdb", text)["output"]["molecules"]
        assert [(entry["name"], atoms_of(entry)) for entry in entries] == [("a", ["Cl"]), ("a 2", ["Br"])]


def test_what_does_not_fit_the_columns_of_a_pdb_file_is_refused():
    molecule = from_smiles("O").to_json()
    molecule["atoms"][1]["position"] = [-1000.5, 0, 0]
    error = ask("mol_to_file", molecules=[molecule], filetype="pdb")["error"]
    assert error["field"] == "molecules.0.atoms.1.position"
    assert "H2 is too far out" in error["detail"]
