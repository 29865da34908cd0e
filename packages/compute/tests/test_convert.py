"""The convert service: structures in and out, and mistakes with their place."""

from __future__ import annotations

import json
import subprocess
import sys
import time

import numpy as np
import pytest
from conftest import WATER, from_smiles, from_wire, judge, process_environment
from rdkit import Chem

from cuvette_compute.chemistry.perceive import perceived_smiles
from cuvette_compute.convert import _operations, answer

OPERATIONS = _operations()


def ask(op, **content):
    reply = answer(json.dumps({"id": 1, "op": op, "input": content}).encode(), OPERATIONS)
    json.dumps(reply, allow_nan=False)
    return reply


def inspected(smiles):
    return ask("inspect_smiles", smiles=[smiles])["output"]["results"][0]


@pytest.mark.parametrize(
    ("smiles", "position", "words"),
    [
        ("", None, "empty"),
        ("   ", None, "empty"),
        ("C1CC", 2, "ring 1 opened at character 2 is never closed"),
        ("C1CC1C2", 7, "ring 2 opened at character 7"),
        ("C%12CC", 2, "ring 12 opened at character 2"),
        ("C(C", 2, "parenthesis opened at character 2 is never closed"),
        ("CC)", 3, "parenthesis closed at character 3 was never opened"),
        ("[C", 1, "bracket opened at character 1 is never closed"),
        ("CC]", 3, "bracket closed at character 3 was never opened"),
        ("C[Xx]", 3, '"Xx" at character 3 is not an element'),
        ("CXC", 2, '"X" at character 2 is not an element'),
        ("hello", 1, '"h" at character 1 is not an element'),
        ("CSiC", 3, "not an element"),
        ("C(C)(C)(C)(C)C", 1, "atom C1 (character 1) cannot have 5 bonds"),
        ("OCN(C)(C)C", 3, "atom N3 (character 3) cannot have 4 bonds"),
        ("c1cccc1", 1, "aromatic ring around atom C1"),
        ("C==C", 3, "near character 3"),
        ("CC O", 3, "blank at character 3"),
        ("*CC", 1, "placeholder"),
        ("C$(touch x)", 4, "t at character 4"),
        ("../../etc/passwd", 4, "e at character"),
        ("C" * 2001, 2001, "2001 characters"),
        ("\u202eCC", 1, "U+202E"),
        (" C1CC", 3, "ring 1"),
    ],
)
def test_mistakes_in_a_smiles_have_a_place(smiles, position, words):
    error = inspected(smiles)["error"]
    assert words in error["detail"] or words.split()[0] in error["detail"]
    assert error["position"] == position or (smiles.startswith("../..") and error["position"])


def test_a_thousand_brackets_and_ten_megabytes_are_answered_quickly():
    begun = time.monotonic()
    assert inspected("[" * 2000)["error"]
    assert inspected("(" * 2000)["error"]
    assert inspected("C" * 10_000_000)["error"]["detail"].endswith("at most 2000 are allowed")
    judge(begun, 3)


@pytest.mark.parametrize("value", [None, 5, ["C"], {"a": 1}, True])
def test_what_is_no_text_is_no_smiles(value):
    assert inspected(value)["error"]["detail"] == "a SMILES is a text"


def test_inspection_tells_what_a_structure_says():
    result = inspected("CC(C)Cc1ccc(cc1)C(C)C(=O)O")
    assert result["formula"] == "C13H18O2"
    assert (result["charge"], result["multiplicity"], result["atom_count"], result["fragments"]) == (0, 1, 33, 1)
    assert result["elements"] == [1, 6, 8]
    assert result["undefined_stereocentres"] == [{"atom": "C11", "index": 11, "kind": "tetrahedral"}]
    assert len(result["stereoisomers"]) == 2
    ion = inspected("CC(=O)[O-].[Na+]")
    assert (ion["charge"], ion["fragments"]) == (0, 2)
    assert inspected("[CH3]")["multiplicity"] == 2
    assert inspected("CC=CC")["undefined_stereocentres"][0]["kind"] == "double_bond"
    assert inspected("N[C@@H](C)C(=O)O")["undefined_stereocentres"] == []


@pytest.mark.parametrize(
    ("smiles", "sizes"),
    [
        ("C[C@@H]1CC[C@H]([C@@H](C1)O)C(C)C", [6]),
        ("OC(=O)[C@@H]1CCCN1", [5]),
        ("C1CCC2CCCCC2C1", [6, 6]),
        ("C1CC2CCC1C2", []),
        ("CC(C)Cc1ccc(cc1)C(C)C(=O)O", []),
        ("C1CCC=CC1", []),
    ],
)
def test_rings_that_take_several_forms_are_those_that_core_finds_in_a_geometry(smiles, sizes):
    """The molecules and sizes of core's own test (`saturated-rings.test.ts`)."""
    assert inspected(smiles)["saturated_rings"] == sizes


def test_small_drawings_have_lines_and_letters_and_fail_alone():
    drawings = ask("draw_smiles", smiles=["C[C@H](N)C(=O)O", "C1CC", "C" * 600, "CC"])["output"]["drawings"]
    alanine, unreadable, long, ethane = drawings
    assert (unreadable, long) == (None, None)
    assert "".join(sorted(label["text"] for label in alanine["labels"])) == "2HHNOO"
    assert {label["colour"] for label in alanine["labels"]} == {"#0000FF", "#FF0000"}
    assert all(0 <= label["x"] <= alanine["width"] for label in alanine["labels"])
    assert ethane["labels"] == []
    assert [(path["colour"], path["width"]) for path in ethane["paths"]] == [("#000000", 2)]
    assert len(json.dumps(alanine)) < 1500


def test_geometries_are_sound_and_fail_alone():
    results = ask("smiles_to_mols", smiles=["CCO", "C1CC", "[Na+].[Cl-]", "[He]"])["output"]["results"]
    assert [result["molecule"] is None for result in results] == [False, True, False, False]
    ethanol = from_wire(results[0]["molecule"])
    assert len(ethanol) == 9
    assert perceived_smiles(ethanol) == "CCO"
    salt = from_wire(results[2]["molecule"])
    assert salt.charge == 0
    assert np.linalg.norm(salt.positions[0] - salt.positions[1]) > 2


@pytest.mark.parametrize(
    "smiles",
    ["CC(=O)c1ccc([N+](=O)[O-])cc1", "O=[N+]([O-])c1cc([N+](=O)[O-])cc([N+](=O)[O-])c1", "CCO[N+](=O)[O-]", "CSC(C)=O", "CCSC(=O)OC"],
)
def test_nitro_groups_and_thioesters_survive_the_way_through_coordinates(smiles):
    assert perceived_smiles(from_smiles(smiles)) == Chem.CanonSmiles(smiles)


def test_stereo_survives_the_way_through_coordinates():
    for smiles in ("C[C@H](N)C(=O)O", "C/C=C/C", "C/C=C\\C", "O=C([O-])c1ccccc1", "C[N+](C)(C)C", "O=[N+]([O-])c1ccccc1"):
        molecule = ask("smiles_to_mols", smiles=[smiles])["output"]["results"][0]["molecule"]
        back = ask("mols_to_smiles", molecules=[molecule])["output"]["results"][0]
        assert back == {"smiles": inspected(smiles)["canonical"], "perceived": True, "error": None}


def test_molecules_without_a_lewis_structure_fail_alone():
    bad = {**WATER, "charge": -40, "multiplicity": 1}
    results = ask("mols_to_smiles", molecules=[WATER, bad, {"atoms": []}])["output"]["results"]
    assert results[0]["smiles"] == "O"
    assert (results[1]["smiles"], results[1]["perceived"]) == (None, False)
    assert results[2]["error"]["field"] == "molecules.2.atoms"


XYZ = "3\nwater\nO 0 0 0.117\nH 0 0.757 -0.469\nH 0 -0.757 -0.469\n"


def read(filename, text):
    return ask("files_to_mols", filename=filename, text=text)


def test_xyz_is_read_with_charge_and_several_frames():
    molecules = read("../dir/two waters.xyz", XYZ + XYZ.replace("water", "charge: 1; multiplicity: 2;"))["output"]["molecules"]
    assert [entry["name"] for entry in molecules] == ["two waters", "two waters 2"]
    assert molecules[0]["smiles"] == "O"
    assert (molecules[1]["molecule"]["charge"], molecules[1]["molecule"]["multiplicity"]) == (1, 2)
    assert read("a.XYZ", XYZ.replace("\n", "\r\n"))["ok"]


@pytest.mark.parametrize(
    ("filename", "text", "line", "words"),
    [
        ("a.xyz", XYZ.replace("0.117", "nan"), 3, "nan"),
        ("a.xyz", XYZ.replace("0.117", "inf"), 3, "inf"),
        ("a.xyz", XYZ.replace("0.117", "x"), 3, "not a number"),
        ("a.xyz", XYZ.replace("O 0", "Qq 0"), 3, "not an element"),
        ("a.xyz", XYZ.replace("H 0 -0.757 -0.469", "H 0 0.757 -0.469"), 1, "H2 and H3"),
        ("a.xyz", XYZ.replace("3\n", "4\n", 1), 6, "file ends"),
        ("a.xyz", XYZ.replace("H 0 0.757 -0.469", "H 0 0.757"), 4, "three coordinates"),
        ("a.xyz", "<svg onload=alert(1)>", 1, "number of atoms"),
        ("a.xyz", "99999999\n", 1, "number of atoms"),
        ("a.xyz", "999999\n", 1, "999999 atoms"),
        ("a.xyz", "", 1, "empty"),
        ("a.xyz", "\x00\x01", 1, "not a text file"),
        ("a.sdf", "garbage\n\n\nnothing here\n", 4, "numbers of atoms"),
        ("a.mol", "x\n\n\n  2  1  0  0  0  0  0  0  0  0999 V2000\n    0.0000    0.0000    0.0000 C   0  0\n", 6, "ends there"),
        ("a.smi", "\nC1CC ring\n", 2, "ring 1 opened at character 2"),
        ("a.cif", "data_x\n_cell_length_a 5\n", 1, "no molecule"),
        ("a.cif", "data_x\nhello world\n", 1, "CIF cannot be read"),
        ("a.cif", "loop_\n_atom_site.id\n1\n", 1, "Upload it as a protein"),
        ("a.pdb", "HEADER\n", 1, "no ATOM"),
        ("a.pdb", "ATOM      1  C   LIG A   1         x       0.000   0.000  1.00  0.00           C\n", 1, "not a number"),
    ],
)
def test_mistakes_in_a_file_have_a_line(filename, text, line, words):
    reply = read(filename, text)
    assert reply["ok"] is False
    assert reply["error"]["line"] == line
    assert reply["error"]["field"] == "text"
    assert words in reply["error"]["detail"]


def test_a_bad_line_in_a_list_of_smiles_fails_alone():
    output = read("a.smi", "CCO ethanol\nC1CC ring\nC\tmeth\u202eane\n[Xx]\n")["output"]
    assert [entry["name"] for entry in output["molecules"]] == ["ethanol", "methane"]
    assert [entry["line"] for entry in output["failed"]] == [2, 4]
    assert "ring 1 opened at character 2" in output["failed"][0]["detail"]


SALT = """data_salt
_cell_length_a 5.64
_cell_length_b 5.64
_cell_length_c 5.64
_cell_angle_alpha 90
_cell_angle_beta 90
_cell_angle_gamma 90
_symmetry_space_group_name_H-M 'F m -3 m'
loop_
_atom_site_label
_atom_site_type_symbol
_atom_site_fract_x
_atom_site_fract_y
_atom_site_fract_z
_atom_site_occupancy
Na1 Na 0 0 0 1
Cl1 Cl 0.5 0.5 0.5 1
"""


def test_a_crystal_is_read_as_its_whole_cell():
    (entry,) = read("salt.cif", SALT)["output"]["molecules"]
    atoms = entry["molecule"]["atoms"]
    assert sorted(atom["atomic_number"] for atom in atoms) == [11] * 4 + [17] * 4
    assert np.diag(entry["molecule"]["cell"]["lattice_vectors"]) == pytest.approx([5.64] * 3)
    sodium = [atom["position"] for atom in atoms if atom["atomic_number"] == 11]
    nearest = min(np.linalg.norm(np.subtract(sodium[0], other)) for other in sodium[1:])
    assert nearest == pytest.approx(5.64 / np.sqrt(2), abs=1e-3)
    assert "no unit cell" in read("salt.cif", SALT.replace("_cell_length_a 5.64\n", ""))["error"]["detail"]
    assert "disordered" in read("salt.cif", SALT.replace("0 0 0 1", "0 0 0 0.5"))["error"]["detail"]


def test_a_periodic_cell_is_kept_and_not_forgotten():
    text = '1\nLattice="0.0 2.023 2.023 2.023 0.0 2.023 2.023 2.023 0.0" Properties=species:S:1:pos:R:3\nAl 0 0 0\n'
    entry = read("al.xyz", text)["output"]["molecules"][0]
    assert entry["molecule"]["cell"]["lattice_vectors"][0] == [0.0, 2.023, 2.023]
    assert entry["smiles"] is None
    assert read("al.xyz", text.replace("0.0 2.023 2.023 2.023", "0.0 2.023", 1))["error"]["line"] == 2


def test_files_of_a_wrong_kind_are_refused():
    for filename in ("a.png", "a", "a.xyz.exe", "../../etc/passwd"):
        reply = read(filename, XYZ)
        assert reply["ok"] is False
        assert "cannot be read" in reply["error"]["detail"]


@pytest.mark.parametrize("filetype", ["xyz", "sdf", "mol", "pdb", "smi"])
def test_what_is_written_can_be_read_again(filetype):
    molecule = from_smiles("C[C@H](N)C(=O)O")
    reply = ask("mol_to_file", molecules=[molecule.to_json()], filetype=filetype, comments=["a\nb $(touch x)"])
    text = reply["output"]["text"]
    assert "a\nb" not in text
    back = read(f"x.{filetype}", text)["output"]["molecules"][0]
    assert back["smiles"] == "C[C@H](N)C(=O)O"
    if filetype != "smi":
        assert from_wire(back["molecule"]).positions == pytest.approx(molecule.positions, abs=2e-3)


def test_a_flat_drawing_gets_hydrogens_and_a_geometry():
    from rdkit import Chem
    from rdkit.Chem import AllChem

    flat = Chem.MolFromSmiles("C[C@H](N)C(=O)O")
    AllChem.Compute2DCoords(flat)
    entry = read("drawn.mol", Chem.MolToMolBlock(flat))["output"]["molecules"][0]
    assert entry["smiles"] == "C[C@H](N)C(=O)O"
    assert len(entry["molecule"]["atoms"]) == 13


def shuffled(molecule, seed):
    """The molecule with its atoms in another order, turned and shifted; and where each atom went."""
    generator = np.random.default_rng(seed)
    order = generator.permutation(len(molecule["atoms"]))
    turn, _ = np.linalg.qr(generator.normal(size=(3, 3)))
    turn[:, 0] *= np.sign(np.linalg.det(turn))
    atoms = [{**molecule["atoms"][i], "position": (turn @ molecule["atoms"][i]["position"] + 3).tolist()} for i in order]
    return {**molecule, "atoms": atoms, "mulliken_charges": [float(i) for i in order]}


@pytest.mark.parametrize(
    "smiles",
    [
        "O",
        "C",
        "[H][H]",
        "C[C@H](N)C(=O)O",
        "C1CCCCC1",
        "CC(C)(C)c1cc(C(C)(C)C)cc(C(C)(C)C)c1",
        "C[N+](C)(C)CC(=O)[O-]",
        "FC(F)(F)C(F)(F)F",
    ],
)
def test_a_shuffled_molecule_gets_back_the_order_of_its_template(smiles):
    template = from_smiles(smiles).to_json()
    # Many equal atoms have thousands of equivalent orders: one is enough.
    molecules = [shuffled(template, seed) for seed in range(1 if len(template["atoms"]) > 40 else 3)]
    results = ask("reorder_to_match_template", template=template, molecules=molecules)["output"]["results"]
    for result in results:
        assert result["error"] is None
        assert result["rmsd"] < 1e-3
        assert sorted(result["order"]) == list(range(len(template["atoms"])))
        # Each atom carries its old place as its charge: it is at its old place, or at that of an equivalent atom.
        assert [atom["atomic_number"] for atom in result["molecule"]["atoms"]] == [atom["atomic_number"] for atom in template["atoms"]]
        assert result["molecule"]["smiles"] == template["smiles"]
    if smiles.startswith("C[C@H]"):
        assert all(result["molecule"]["mulliken_charges"] == list(range(13)) for result in results)


def test_a_molecule_with_other_bonds_or_atoms_fails_alone():
    template = from_smiles("CCO").to_json()
    others = [from_smiles(smiles).to_json() for smiles in ("COC", "CCN", "OCC")]
    reply = ask("reorder_to_match_template", template=template, molecules=[*others, {"atoms": []}])
    results = reply["output"]["results"]
    assert "the same bonds" in results[0]["error"]["detail"]
    assert "the same atoms" in results[1]["error"]["detail"]
    assert results[2]["error"] is None
    assert [atom["atomic_number"] for atom in results[2]["molecule"]["atoms"]][:3] == [6, 6, 8]
    assert results[3]["error"]["field"] == "molecules.3.atoms"
    assert ask("reorder_to_match_template", template={}, molecules=others)["error"]["field"] == "template.atoms"
    assert ask("reorder_to_match_template", template=template, molecules=[])["error"]["field"] == "molecules"


def test_rings_are_drawn_as_chairs_and_geometries_are_at_a_minimum():
    from rdkit.Chem import rdForceFieldHelpers

    from cuvette_compute.chemistry.perceive import mol_from_molecule

    for smiles, most in (("C1CCCCC1", -3.5), ("CC1CCCCC1", 0.8), ("OC[C@H]1O[C@@H](O)[C@H](O)[C@@H](O)[C@@H]1O", 83.5)):
        mol = mol_from_molecule(from_wire(ask("smiles_to_mols", smiles=[smiles])["output"]["results"][0]["molecule"]))
        properties = rdForceFieldHelpers.MMFFGetMoleculeProperties(mol, mmffVariant="MMFF94")
        field = rdForceFieldHelpers.MMFFGetMoleculeForceField(mol, properties)
        field.Initialize()
        assert field.CalcEnergy() < most
        assert max(abs(component) for component in field.CalcGrad()) < 0.1


def test_a_structure_with_too_many_ways_to_place_bonds_is_answered_soon():
    atoms = [{"atomic_number": 16, "position": [1.64 * i, 1.2 * (i % 2), 0]} for i in range(20)]
    start = time.monotonic()
    [smiles] = ask("mols_to_smiles", molecules=[{**WATER, "atoms": atoms}])["output"]["results"]
    assert smiles["smiles"].count("S") == 20
    judge(start, 20)


def test_an_inchi_becomes_the_smiles_of_its_molecule_and_one_that_is_none_becomes_null():
    ethanol = "InChI=1S/C2H6O/c1-2-3/h3H,2H2,1H3"
    assert ask("inchi_to_smiles", inchi=[ethanol, "InChI=1S/nonsense", 7])["output"]["results"] == ["CCO", None, None]


def test_unusual_requests_are_answered():
    for line in (b"junk", b"[]", b"{}", b'{"id":1,"op":"inspect_smiles"}', b'{"id":1,"op":"inspect_smiles","input":{}}', b"[" * 100_000):
        assert answer(line, OPERATIONS)["ok"] is False
    assert ask("mol_to_file", molecules=[], filetype="xyz")["error"]["field"] == "molecules"
    assert ask("mol_to_file", molecules=[WATER], filetype="exe")["error"]["field"] == "filetype"
    assert ask("nothing")["error"]["field"] == "op"


def test_the_service_answers_in_order_until_its_input_ends():
    requests = [{"id": i, "op": "inspect_smiles", "input": {"smiles": ["C" * (i + 1)]}} for i in range(20)]
    done = subprocess.run(
        [sys.executable, "-m", "cuvette_compute", "convert"],
        input="".join(json.dumps(request) + "\n" for request in requests).encode(),
        capture_output=True,
        env=process_environment(),
        timeout=400,
        check=True,
    )
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert [reply["id"] for reply in replies] == list(range(20))
    assert replies[4]["output"]["results"][0]["formula"] == "C5H12"
