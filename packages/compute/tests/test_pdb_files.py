"""PDB files as molecules: elements, charges, alternate places and models, none lost on the way."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from test_convert import read

from cuvette_compute.convert.pdb_elements import element_of_atom
from cuvette_compute.elements import SYMBOLS

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
    elif case["element"] != "D":
        (entry,) = reply["output"]["molecules"]
        assert [SYMBOLS[atom["atomic_number"]].upper() for atom in entry["molecule"]["atoms"]] == [case["element"]]


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
