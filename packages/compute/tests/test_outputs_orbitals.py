"""Orbitals of Molden and fchk files on grids, against the same orbitals of PySCF, and against what a density has to be.

The conventions of ORCA, Psi4, CFOUR and Turbomole are made here from PySCF's orbitals, as their files differ from PySCF's. Files of these
programs in the test data of theochem/iodata (GPL, not kept here) were read with the same code: `docs/import-results.md` lists them.
"""

from __future__ import annotations

import gzip
import json
import zipfile
from pathlib import Path

import numpy as np
import pytest
from pyscf import gto, scf
from pyscf.tools import molden
from scipy.linalg import block_diag

from cuvette_compute.engines.pyscf.fields import box_around, density_fields, orbital_fields
from cuvette_compute.outputs import read_output
from cuvette_compute.outputs.molden import read_molden
from cuvette_compute.outputs.molden import sections_of as molden_sections
from cuvette_compute.outputs.orbitals.attach import missing_electrons
from cuvette_compute.outputs.orbitals.conventions import solve
from cuvette_compute.outputs.orbitals.fchk_basis import fchk_orbitals
from cuvette_compute.outputs.orbitals.molden_basis import molden_orbitals

DATA = Path(__file__).parent / "data" / "outputs"
POSITIONS = "O 0.1 0.2 0.12; H 0.05 0.96 -0.48; H 0.0 -0.56 -0.5"
# A d function on hydrogen and an f function on oxygen, each alone, and contractions of s and p.
BASIS = {
    "O": [
        [0, [130.7, 0.154], [23.8, 0.535], [6.44, 0.445]],
        [0, [5.03, -0.1], [1.17, 0.4], [0.38, 0.7]],
        [1, [5.03, 0.156], [1.17, 0.608], [0.38, 0.392]],
        [2, [1.2, 1.0]],
        [3, [1.4, 1.0]],
    ],
    "H": [[0, [3.43, 0.154], [0.624, 0.535], [0.169, 0.445]], [1, [0.8, 1.0]], [2, [1.1, 1.0]]],
}


def solved(cart: bool = False, charge: int = 0):
    """A converged field of water, or of its cation, in a small basis with f functions."""
    mole = gto.M(atom=POSITIONS, basis=BASIS, cart=cart, charge=charge, spin=charge, verbose=0)
    return (scf.UHF if charge else scf.RHF)(mole).run(conv_tol=1e-10)


@pytest.fixture(scope="module")
def spherical():
    return solved()


@pytest.fixture(scope="module")
def cartesian():
    return solved(cart=True)


def read(folder: Path, text: str, name: str = "job.molden") -> tuple[dict, dict]:
    """The one calculation of a file, and the content of its file of orbitals."""
    path = folder / name
    path.write_text(text)
    answer = json.loads(json.dumps(read_output(str(path), name, str(folder)), allow_nan=False))
    assert "problem" not in answer, answer
    [calculation] = answer["calculations"]
    found = calculation["orbitals"]
    return calculation, json.loads((folder / found["file"]).read_text()) if found else {}


def written(field, folder: Path) -> str:
    molden.from_scf(field, str(folder / "given.molden"))
    return (folder / "given.molden").read_text()


def values(cube: dict) -> np.ndarray:
    return np.array([point["val"] for point in cube["cube_points"]])


def electrons(cube: dict) -> float:
    """The integral of a density over its grid."""
    heights = sorted({point["z"] for point in cube["cube_points"]})
    return float(values(cube).sum() * (heights[1] - heights[0]) ** 3)


def drawn(orbitals: dict) -> dict[str, dict]:
    return {index: orbital for index, orbital in orbitals.items() if orbital["cube_points"]}


def same_as_computed(content: dict, field) -> None:
    """The four orbitals around the gap and the density are those of PySCF's own field on the same grid."""
    box = box_around(field.mol)
    computed = {each.name: each for each in [*orbital_fields(field, box, 2, 2), *density_fields(field, box)]}
    shown = drawn(content["molecular_orbitals"])
    assert list(shown) == ["3", "4", "5", "6"] and len(content["molecular_orbitals"]) > 8
    for index, orbital in shown.items():
        own = computed[f"molecular_orbitals.{index}"]
        assert orbital["energy"] == pytest.approx(own.orbital["energy"], abs=1e-5)
        assert orbital["occupation"] == own.orbital["occupation"]
        # The sign of an orbital whose two lobes are equal is a matter of rounding.
        difference = min(np.abs(values(orbital) - sign * own.values).max() for sign in (1, -1))
        assert difference < 2e-4
    assert np.abs(values(content["density_cube"]) - computed["density_cube"].values).max() < 1e-3
    assert electrons(content["density_cube"]) == pytest.approx(10.0, abs=0.03)


def test_a_molden_file_of_pyscf_gives_the_orbitals_that_it_was_made_of(tmp_path, spherical):
    calculation, content = read(tmp_path, written(spherical, tmp_path))
    same_as_computed(content, spherical)
    assert calculation["orbitals"]["keys"] == ["density_cube", "molecular_orbitals"]
    assert calculation["orbitals"]["levels"]["molecular_orbitals"]["4"]["cube_points"] == []
    assert not [note for note in calculation["notes"] if "rbitals" in note]
    # What is offered as a download is a Molden file again, with the same orbitals.
    again = solved_file(content["molden"])
    assert again.deviation < 1e-7 and np.abs(again.coefficients[0] - spherical.mo_coeff).max() < 1e-5


def solved_file(text: str, program: str | None = None):
    """The orbitals of a Molden file over PySCF's functions."""
    sections, _ = molden_sections(iter(text.splitlines(keepends=True)))
    rows = [line.split() for line in sections["ATOMS"]]
    positions = np.array([row[3:6] for row in rows], dtype=float)
    found = molden_orbitals(sections, [int(row[2]) for row in rows], positions, np.array([float(row[2]) for row in rows]), program)
    return solve(found)


def orca(text: str, mole) -> str:
    """The file with ORCA's contraction coefficients, which belong to primitives without norm, and its signs of f functions with |m| = 3."""
    lines, momentum, inside = [], 0, False
    starts = [mole.ao_loc[shell] for shell in range(mole.nbas) if mole.bas_angular(shell) == 3]
    # The sixth and seventh function of 0, 1, -1, 2, -2, 3, -3; numbers begin with 1.
    flipped = {1 + start + place for start in starts for place in (5, 6)}
    for line in text.splitlines():
        words = line.split()
        inside = line.startswith("[GTO]") or (inside and not line.startswith("["))
        if inside and len(words) == 3 and words[0] in "spdf":
            momentum = "spdf".index(words[0])
        elif inside and len(words) == 2 and words[1] != "0":
            exponent = float(words[0])
            line = f" {exponent:.10f} {float(words[1]) * 0.37 * exponent ** ((2 * momentum + 3) / 4):.12e}"
        elif len(words) == 2 and words[0].isdigit() and int(words[0]) in flipped and not inside:
            line = f" {words[0]} {-float(words[1]):.14f}"
        lines.append(line)
    return "\n".join(lines) + "\n"


def test_coefficients_and_signs_of_orca_are_recognized(tmp_path, spherical):
    found = solved_file(orca(written(spherical, tmp_path), spherical.mol))
    assert found.deviation < 1e-7
    assert np.abs(found.coefficients[0] - spherical.mo_coeff).max() < 1e-6
    # Without [5D] the number of coefficients tells that functions are spherical.
    bare = solved_file(written(spherical, tmp_path).replace("[5d]\n[7f]\n[9g]\n", ""))
    assert np.abs(bare.coefficients[0] - spherical.mo_coeff).max() < 1e-6


def with_norms(text: str, mole, wanted) -> str:
    """A file of PySCF, whose Cartesian products have the norm one, with coefficients of products whose norm is `wanted` of their name."""
    factors = []
    for shell in range(mole.nbas):
        names = {
            0: ["s"],
            1: ["p"] * 3,
            2: ["xx"] * 3 + ["xy"] * 3,
            3: ["xxx"] * 3 + ["xxy"] * 6 + ["xyz"],
        }[mole.bas_angular(shell)]
        factors += [1.0 if name in "sp" else 1 / wanted(name) for name in names]
    head, orbitals = text.split("[MO]")
    lines = []
    for line in orbitals.splitlines():
        words = line.split()
        is_coefficient = len(words) == 2 and words[0].isdigit()
        lines.append(f" {words[0]} {float(words[1]) * factors[int(words[0]) - 1]:.14f}" if is_coefficient else line)
    return head + "[MO]" + "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    "norms",
    [
        {"xx": 1, "xy": 1, "xxx": 1, "xxy": 1, "xyz": 1},
        # Psi4 until 1.3: all by the factor of xx. CFOUR: all by that of xy and xyz. Turbomole: none has the norm one.
        {"xx": 1, "xy": 1 / 3, "xxx": 1, "xxy": 3 / 15, "xyz": 1 / 15},
        {"xx": 3, "xy": 1, "xxx": 15, "xxy": 3, "xyz": 1},
        {"xx": 3, "xy": 3, "xxx": 15, "xxy": 15, "xyz": 15},
    ],
)
def test_norms_of_cartesian_functions_are_recognized(tmp_path, cartesian, norms):
    given = with_norms(written(cartesian, tmp_path), cartesian.mol, lambda name: np.sqrt(norms[name]))
    found = solved_file(given)
    assert found.deviation < 1e-7 and found.mole.nao == cartesian.mol.nao
    assert np.abs(found.coefficients[0] - cartesian.mo_coeff).max() < 1e-6


def test_spherical_d_beside_cartesian_f_functions(tmp_path, cartesian, spherical):
    # [5D10F]. The orbitals are made orthonormal over the overlap of these functions, which is that of the products with d transformed.
    products = cartesian.mol
    blocks, order = [], []
    for shell in range(products.nbas):
        momentum = products.bas_angular(shell)
        blocks.append(gto.cart2sph(2) if momentum == 2 else np.eye((momentum + 1) * (momentum + 2) // 2))
        places = {2: [2, 3, 1, 4, 0], 3: [0, 6, 9, 3, 1, 2, 5, 8, 7, 4]}.get(momentum, range(2 * momentum + 1))
        order += [len(order) + place for place in places]
    transform = block_diag(*blocks)
    overlap = transform.T @ products.intor("int1e_ovlp") @ transform
    levels, vectors = np.linalg.eigh(overlap)
    # Products of the file have the norm one.
    coefficients = (vectors / np.sqrt(levels) * np.sqrt(np.diag(overlap))[:, None])[order]
    lines = []
    for column, values_of in enumerate(coefficients.T):
        lines += [" Sym= A", f" Ene= {column - 5:.4f}", " Spin= Alpha", f" Occup= {2.0 if column < 5 else 0.0}"]
        lines += [f" {place + 1} {value:.14f}" for place, value in enumerate(values_of)]
    head = written(spherical, tmp_path).split("[MO]")[0].replace("[5d]\n[7f]\n[9g]\n", "[5D10F]\n")
    assert "[5D10F]" in head
    found = solved_file(head + "[MO]\n" + "\n".join(lines) + "\n")
    assert found.deviation < 1e-7 and found.coefficients[0].shape == (products.nao, len(order))


def test_the_spins_of_an_open_shell_have_orbitals_and_densities_of_their_own(tmp_path):
    field = solved(charge=1)
    calculation, content = read(tmp_path, written(field, tmp_path))
    assert set(calculation["orbitals"]["keys"]) == {
        *(f"density_cube{kind}" for kind in ("", "_alpha", "_beta", "_difference")),
        "molecular_orbitals_alpha",
        "molecular_orbitals_beta",
    }
    assert electrons(content["density_cube_difference"]) == pytest.approx(1.0, abs=0.01)
    occupied = {spin: [o["occupation"] for o in drawn(content[f"molecular_orbitals_{spin}"]).values()] for spin in ("alpha", "beta")}
    assert occupied == {"alpha": [1, 1, 0, 0], "beta": [1, 1, 0, 0]}
    own = density_fields(field, box_around(field.mol))[3].values
    assert np.abs(values(content["density_cube_difference"]) - own).max() < 1e-3


def test_orbitals_that_are_not_orthonormal_are_refused_in_words_and_the_rest_is_read(tmp_path, spherical):
    text = written(spherical, tmp_path)
    wrong = text.replace("     1.4 ", "     1.9 ", 1)
    assert wrong != text
    for given, words in (
        (wrong, "they are not orthonormal"),
        (text.replace("[GTO]", "[GTO]\n 1 0\n p 1 1.0\n x 1.0"), "cut off or damaged"),
        (text[: text.index("[GTO]")] + text[text.index("[5d]") :], "lacks their basis set"),
        (text.replace("[GTO]", "[STO]\n 1 0 0 0 1 1.0 1.0\n[GTO]"), "Slater functions"),
    ):
        calculation, content = read(tmp_path, given)
        assert calculation["orbitals"] is None and content == {}
        assert words in " ".join(calculation["notes"])
        assert calculation["molecules"][-1]["homo_lumo_gap"] > 5


def test_a_file_of_gaussian_integrates_to_its_electrons(tmp_path):
    text = gzip.decompress((DATA / "gaussian16.fchk.gz").read_bytes()).decode()
    _, content = read(tmp_path, text, "water.fchk")
    assert electrons(content["density_cube"]) == pytest.approx(10, abs=0.05)
    filled = [orbital for orbital in drawn(content["molecular_orbitals"]).values() if orbital["occupation"] > 0]
    # The fifth of "Alpha Orbital Energies".
    assert len(filled) == 2 and filled[-1]["energy"] == pytest.approx(-0.388215, abs=1e-5)
    heights = sorted({point["z"] for point in filled[-1]["cube_points"]})
    assert (values(filled[-1]) ** 2).sum() * (heights[1] - heights[0]) ** 3 == pytest.approx(1.0, abs=0.02)


@pytest.mark.parametrize(
    ("name", "count", "spins", "homo"),
    [("psi4-1.3-hydroxyl.molden", 9, 2, -0.555567), ("xtb6.5-water.molden", 8, 1, -0.447315)],
)
def test_orbitals_of_psi4_and_xtb_are_orthonormal(tmp_path, name, count, spins, homo):
    record = read_molden(iter(gzip.decompress((DATA / f"{name}.gz").read_bytes()).decode().splitlines(keepends=True)))[0]
    assert record.orbitals is not None and record.orbitals.electrons == count and len(record.orbitals.spins) == spins
    assert solve(record.orbitals).deviation < 1e-8
    first = record.orbitals.spins[0].ordered()
    assert first.energies[first.occupations > 0][-1] == pytest.approx(homo, abs=1e-5)
    # xtb has no electrons of the cores.
    assert ["8 electrons" in note for note in missing_electrons(record, record.orbitals)] == [True] * (count == 8)


def test_both_files_of_a_calculation_of_psi4_have_the_same_orbitals():
    def content(kind: str) -> str:
        return gzip.decompress((DATA / f"psi4-1.3-water-cartesian.{kind}.gz").read_bytes()).decode()

    # The norms of Cartesian d functions differ between the two.
    first, second = solved_file(content("molden")), solve(fchk_orbitals(content("fchk")))
    assert max(first.deviation, second.deviation) < 1e-6
    difference = np.abs(first.coefficients[0]) - np.abs(second.coefficients[0])
    assert first.mole.cart and np.abs(difference).max() < 1e-5


def test_gaussian_with_diffuse_sp_shells_and_spherical_d_functions():
    found = fchk_orbitals(gzip.decompress((DATA / "gaussian16-carbon-monoxide.fchk.gz").read_bytes()).decode())
    assert found.electrons == 14 and {shell.momentum for shell in found.shells} == {0, 1, 2}
    assert solve(found).deviation < 1e-7


def test_a_molden_file_in_a_zip_gives_its_orbitals_to_the_output_beside_it(tmp_path, spherical):
    mole = spherical.mol
    result = {
        "schema_name": "qcschema_output",
        "molecule": {"symbols": ["O", "H", "H"], "geometry": mole.atom_coords().ravel().tolist()},
        "driver": "energy",
        "model": {"method": "hf", "basis": "ours"},
        "return_result": spherical.e_tot,
        "success": True,
    }
    for name, moved, keys in (("same.zip", 0.0, ["density_cube", "molecular_orbitals"]), ("other.zip", 0.1, None)):
        result["molecule"]["geometry"][2] += moved
        archive = tmp_path / name
        with zipfile.ZipFile(archive, "w") as file:
            file.writestr("run/result.json", json.dumps(result))
            file.writestr("run/given.molden", written(spherical, tmp_path))
        place = tmp_path / name.replace(".zip", "")
        place.mkdir()
        [calculation] = read_output(str(archive), name, str(place))["calculations"]
        assert calculation["molecules"][-1]["energy"] == spherical.e_tot
        assert (calculation["orbitals"] or {}).get("keys") == keys
