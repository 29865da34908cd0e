"""Structure files: too many molecules, missing numbers, marks and spellings of other programs, each read or refused with a message."""

from __future__ import annotations

import base64

import pytest
from rdkit import Chem
from rdkit.Chem import AllChem, rdChemReactions
from test_convert import SALT, XYZ, ask, read

MOL = "x\n\n\n  1  0  0  0  0  0  0  0  0  0999 V2000\n    0.0000    0.0000    0.5000 Ne  0  0\nM  END\n$$$$\n"
HELIUM = "HETATM    1 HE   UNL A   1       0.000   0.000   0.000  1.00  0.00          HE\nENDMDL\n"


@pytest.mark.parametrize(
    ("filename", "entry", "line"),
    [
        ("a.smi", "C\n", 1001),
        ("a.xyz", "1\n\nHe 0 0 0\n", 3001),
        ("a.sdf", MOL, 7001),
        ("a.pdb", HELIUM, 2001),
        ("a.cif", SALT, 17001),
    ],
)
def test_a_file_of_too_many_molecules_is_refused_with_their_number(filename, entry, line):
    assert read(filename, entry)["ok"]
    error = read(filename, entry * 1200)["error"]
    assert error["detail"] == "The file holds 1200 molecules; at most 1000 can be read at once. Split it into several files."
    assert (error["field"], error["line"]) == ("text", line)


def test_a_thousand_molecules_are_read_blank_lines_and_comments_are_none():
    assert len(read("a.xyz", "1\n\nHe 0 0 0\n\n" * 1000 + "\n\n")["output"]["molecules"]) == 1000
    text = "# list\n\n" + "[He]\n" * 1000 + "\n"
    assert len(read("a.smi", text)["output"]["molecules"]) == 1000


SODIUM = "Na1 Na 0 0 0 1"


@pytest.mark.parametrize(
    ("was", "becomes", "line", "words"),
    [
        (SODIUM, "Na1 Na ? ? ? 1", 16, "Atom Na1 has no coordinates (line 16)."),
        (SODIUM, "Na1 Na 0 . 0 1", 16, "Atom Na1 has no coordinates (line 16)."),
        (SODIUM, "Na1 Na 0 zz 0 1", 16, "Atom Na1 has the coordinate 'zz' on line 16, which is not a number."),
        (SODIUM, "'Na 1'\nNa ? 0\n0 1", 18, "Atom Na 1 has no coordinates (line 18)."),
        (SODIUM, "Na1 ? 0 0 0 1", 16, "Atom Na1 has '?' for its element, which is none (line 16)."),
        (SODIUM, "Na1 Na 0 0 0 ?", 16, "The occupancy of atom Na1 is not known (line 16)."),
        (SODIUM, "Na1 Na 0 0 0", 16, "The row of atoms that ends on line 16 has too few values: there are 6 columns."),
        ("_cell_length_a 5.64", "_cell_length_a ?", 2, "The length a of the unit cell on line 2 is not known."),
        ("_cell_angle_beta 90", "_cell_angle_beta 0", 6, "The angle beta of the unit cell on line 6 is not known."),
    ],
)
def test_what_is_missing_in_a_crystal_is_named_with_its_line(was, becomes, line, words):
    error = read("salt.cif", SALT.replace(was, becomes))["error"]
    assert (error["detail"], error["line"]) == (words, line)
    # A structure of several that cannot be read is not skipped.
    second = read("salt.cif", SALT + SALT.replace(was, becomes))["error"]
    assert second["detail"] == words.replace(f"line {line}", f"line {line + 17}")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (SALT.replace("F m -3 m", "F m -3 q"), "its space group is not known"),
        ("data_x\nhello world\n", "it breaks the format's rules"),
    ],
)
def test_a_crystal_that_cannot_be_read_is_refused_in_words_of_its_own(text, words):
    error = read("salt.cif", text)["error"]
    assert error["detail"].startswith(f"The CIF cannot be read: {words}")


def test_uncertainties_and_usual_occupancies_of_a_crystal_are_no_mistakes():
    text = SALT.replace(SODIUM, "Na1 Na 0.000(2) 0 0 .").replace("0.5 0.5 0.5 1", "0.5(1) 0.5 .5 1.00")
    (entry,) = read("salt.cif", text)["output"]["molecules"]
    assert len(entry["molecule"]["atoms"]) == 8


@pytest.mark.parametrize(
    ("filename", "text"),
    [("a.xyz", XYZ), ("a.smi", "O water\n"), ("a.sdf", MOL), ("a.pdb", HELIUM), ("a.cif", SALT)],
)
def test_a_byte_order_mark_is_none_of_the_text_and_utf_16_is_said(filename, text):
    assert read(filename, "\ufeff" + text) == read(filename, text)
    # What a reader of UTF-8 makes of the bytes of UTF-16, in both orders, with and without their mark.
    for encoding in ("utf-16-le", "utf-16-be"):
        for mark in ("\ufeff", ""):
            error = read(filename, (mark + text).encode(encoding).decode("utf-8", errors="replace"))["error"]
            assert error["detail"] == "The file is text in UTF-16. Save it as UTF-8 and choose it again."


def test_numbers_of_fortran_are_read_and_what_python_alone_reads_is_not():
    fortran = XYZ.replace("0.117", "1.17D-1").replace("0.757", "7.57d-01")
    assert read("a.xyz", fortran) == read("a.xyz", XYZ)
    for text in ("1_0", "０", "Infinity", "1e999"):
        assert read("a.xyz", XYZ.replace("0.117", text))["error"]["line"] == 3
    assert "'²' on line 3 is not an element" in read("a.xyz", XYZ.replace("O 0", "² 0"))["error"]["detail"]


@pytest.mark.parametrize("filetype", ["xyz", "sdf", "pdb", "smi"])
def test_deuterium_stays_what_it_is_from_file_to_file(filetype):
    (entry,) = read("a.xyz", XYZ.replace("H", "D", 1).replace("H", "t"))["output"]["molecules"]
    assert [atom["atomic_number"] for atom in entry["molecule"]["atoms"]] == [8, 1, 1]
    assert [atom["mass"] for atom in entry["molecule"]["atoms"]] == [None, pytest.approx(2.0141, abs=1e-4), pytest.approx(3.016, abs=1e-3)]
    assert entry["smiles"] == "[2H]O[3H]"
    text = ask("mol_to_file", molecules=[entry["molecule"]], filetype=filetype)["output"]["text"]
    (back,) = read(f"a.{filetype}", text)["output"]["molecules"]
    assert back["smiles"] == entry["smiles"]
    assert sorted(atom["mass"] or 0 for atom in back["molecule"]["atoms"]) == pytest.approx([0, 2.0141, 3.016], abs=1e-3)


def test_deuterium_of_a_crystal_keeps_its_mass():
    (entry,) = read("a.cif", SALT.replace("Na1 Na", "D1 D"))["output"]["molecules"]
    assert sorted(atom["mass"] or 0 for atom in entry["molecule"]["atoms"]) == [0] * 4 + [pytest.approx(2.0141, abs=1e-4)] * 4


def test_a_centre_that_only_deuterium_makes_has_its_name():
    (entry,) = read("a.smi", "C[C@H]([2H])O\n")["output"]["molecules"]
    assert ask("mols_to_smiles", molecules=[entry["molecule"]])["output"]["results"][0]["smiles"] == entry["smiles"]
    assert "@" in entry["smiles"]


POSCAR = """salt
 5.64
 1 0 0
 0 1 0
 0 0 1
 Na_pv Cl
 1 1
Selective dynamics
Direct
 0 0 0 F F F
 0.5 0.5 0.5 T T T
"""


@pytest.mark.parametrize("name", ["POSCAR", "CONTCAR.relaxed", "salt.vasp", "salt.poscar"])
def test_a_poscar_is_read_with_its_cell(name):
    (entry,) = read(name, POSCAR)["output"]["molecules"]
    molecule = entry["molecule"]
    assert [atom["atomic_number"] for atom in molecule["atoms"]] == [11, 17]
    assert molecule["atoms"][1]["position"] == [2.82, 2.82, 2.82]
    assert molecule["cell"]["lattice_vectors"] == [[5.64, 0, 0], [0, 5.64, 0], [0, 0, 5.64]]
    assert entry["fixed_atoms"] == [1]


def test_a_poscar_whose_atoms_move_along_one_axis_says_so():
    output = read("POSCAR", POSCAR.replace("T T T", "F F T"))["output"]
    assert output["molecules"][0]["fixed_atoms"] == [1]
    assert (output["failed"][0]["line"], "some axes only" in output["failed"][0]["detail"]) == (11, True)


def test_a_poscar_with_a_volume_and_cartesian_coordinates():
    text = POSCAR.replace(" 5.64\n", f" {-(5.64**3)}\n").replace("Selective dynamics\n", "").replace("Direct", "Cartesian")
    (entry,) = read("POSCAR", text)["output"]["molecules"]
    assert entry["molecule"]["cell"]["volume"] == pytest.approx(5.64**3, abs=1e-4)
    assert entry["molecule"]["atoms"][1]["position"] == pytest.approx([2.82] * 3)


@pytest.mark.parametrize(
    ("was", "becomes", "line", "words"),
    [
        (" Na_pv Cl", " 1 1", 6, "does not name its elements"),
        (" Na_pv Cl", " Na Xx", 6, "not an element"),
        (" 1 1\n", " 1\n", 7, "number of atoms of each"),
        ("Direct", "Somehow", 9, "Direct or Cartesian"),
        (" 0 0 1\n", " 0 1 0\n", 3, "no volume"),
        (" 0.5 0.5 0.5 T T T\n", "", 11, "the file ends there"),
    ],
)
def test_a_broken_poscar_says_where(was, becomes, line, words):
    error = read("POSCAR", POSCAR.replace(was, becomes, 1))["error"]
    assert error["line"] == line
    assert words in error["detail"]


def test_extended_xyz_says_which_directions_repeat_and_is_written_with_its_cell():
    text = '1\nLattice="4 0 0 0 5 0 0 0 6" pbc="T T F"\nHe 1 1 1\n'
    (entry,) = read("a.extxyz", text)["output"]["molecules"]
    assert entry["molecule"]["cell"]["is_periodic"] == [True, True, False]
    (boxed,) = read("a.xyz", text.replace("T T F", "F F F"))["output"]["molecules"]
    assert boxed["molecule"]["cell"] is None
    written = ask("mol_to_file", molecules=[entry["molecule"]], filetype="xyz")["output"]["text"]
    (back,) = read("b.xyz", written)["output"]["molecules"]
    assert back["molecule"]["cell"] == entry["molecule"]["cell"]


def flat(smiles):
    mol = Chem.MolFromSmiles(smiles)
    AllChem.Compute2DCoords(mol)
    return mol


def test_chemdraw_files_and_reactions_are_read():
    mol = flat("C[C@H](N)C(=O)Oc1ccccc1")
    cdx = base64.b64encode(Chem.MolToCDXMLBlock(mol, Chem.CDXMLFormat.CDX)).decode()
    for name, text in (("a.cdxml", Chem.MolToCDXMLBlock(mol)), ("a.cdx", cdx), ("a.mol", Chem.MolToV3KMolBlock(mol))):
        (entry,) = ask("files_to_mols", filename=name, text=text)["output"]["molecules"]
        assert entry["smiles"] == "C[C@H](N)C(=O)Oc1ccccc1"
        assert len(entry["molecule"]["atoms"]) == 23
    reaction = rdChemReactions.ReactionFromSmarts("[CH3:1][OH:2].C[C:4](=[O:5])Cl>>[CH3:1][O:2][C:4](=[O:5])C", useSmiles=True)
    for template in (*reaction.GetReactants(), *reaction.GetProducts()):
        AllChem.Compute2DCoords(template)
    for text in (rdChemReactions.ReactionToRxnBlock(reaction), rdChemReactions.ReactionToV3KRxnBlock(reaction)):
        read = ask("files_to_mols", filename="ester.rxn", text=text)["output"]["molecules"]
        assert [(one["name"], one["smiles"]) for one in read] == [
            ("ester, reactant 1", "CO"),
            ("ester, reactant 2", "CC(=O)Cl"),
            ("ester, product", "COC(C)=O"),
        ]


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.cdx", "hello", "give its bytes in base64"),
        ("a.cdx", base64.b64encode(b"PK\x03\x04rest").decode(), "is no CDX"),
        ("a.cdx", base64.b64encode(b"VjCD0100\x04\x03\x02\x01\x00").decode(), "cannot be read"),
        ("a.cdxml", "<svg/>", "is no CDXML"),
        ("a.cdxml", "<CDXML><page><fragment>", "cannot be read"),
        ("a.rxn", "$RXN\nnothing", "cannot be read"),
    ],
)
def test_broken_drawings_are_refused_in_words(name, text, words):
    reply = ask("files_to_mols", filename=name, text=text)
    assert not reply["ok"] and words in reply["error"]["detail"]
