"""Structure files: too many molecules, missing numbers, marks and spellings of other programs, each read or refused in words."""

from __future__ import annotations

import pytest
from test_convert import SALT, read

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
    # A structure of several that cannot be read is not passed over.
    second = read("salt.cif", SALT + SALT.replace(was, becomes))["error"]
    assert second["detail"] == words.replace(f"line {line}", f"line {line + 17}")


def test_uncertainties_and_usual_occupancies_of_a_crystal_are_no_mistakes():
    text = SALT.replace(SODIUM, "Na1 Na 0.000(2) 0 0 .").replace("0.5 0.5 0.5 1", "0.5(1) 0.5 .5 1.00")
    (entry,) = read("salt.cif", text)["output"]["molecules"]
    assert len(entry["molecule"]["atoms"]) == 8
