"""Outputs of other programs (`data/outputs/README.md`): what is read, against the files' own lines and against cclib."""

from __future__ import annotations

import gzip
import json
import logging
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest
from conftest import SOURCE

from cuvette_compute.outputs import read_output
from cuvette_compute.structures.molecule import molecule_from_json
from cuvette_compute.vibrations.normal_modes import normal_modes

DATA = Path(__file__).parent / "data" / "outputs"
WATER = "3\nwater\nO 0.0 0.0 0.12\nH 0.0 0.76 -0.48\nH 0.0 -0.76 -0.48\n"


def content(name: str) -> str:
    return gzip.decompress((DATA / f"{name}.gz").read_bytes()).decode("utf-8", "replace")


def read(folder: Path, text: str | bytes, name: str = "job.out") -> dict:
    """The answer for a file of this content, which is JSON as the command writes it."""
    path = folder / "given"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    place = folder / "read"
    place.mkdir(exist_ok=True)
    return json.loads(json.dumps(read_output(str(path), name, str(place)), allow_nan=False))


def only(folder: Path, text: str | bytes, name: str = "job.out") -> dict:
    answer = read(folder, text, name)
    assert "problem" not in answer, answer
    [calculation] = answer["calculations"]
    return calculation


def last(calculation: dict) -> dict:
    return calculation["molecules"][-1]


@pytest.mark.parametrize(
    ("name", "program", "version", "method", "basis", "energy"),
    [
        ("orca6-frequencies.out", "ORCA", "6.0.1", "b3lyp", "STO-3G", -382.055107107616),
        ("orca5-frequencies.out", "ORCA", "5.0.1", "b3lyp", "STO-3G", -382.055108614160),
        ("gaussian16-frequencies.out", "Gaussian", "16 A.03", "B3LYP", "STO-3G", -382.308266602),
        ("psi4-1.7-optimization.out", "Psi4", "1.7", "B3LYP", "STO-3G", -382.30824882),
        ("qchem5.4-frequencies.out", "Q-Chem", "5.4.1dev", "B3LYP", "STO-3G", -75.3178),
        ("nwchem7-frequencies.out", "NWChem", "7.0.2", "B3LYP", "sto-3g", -382.308240734642),
        ("turbomole7.5-optimization.out", "Turbomole", "7.5.0", "DFT", "sto-3g", -382.05072962755),
        ("xtb6.6-optimization.out", "xtb", "6.6.1", "gfn2_xtb", None, -26.438242468348),
        ("gaussian16.fchk", "fchk file", None, None, "STO-3G", None),
    ],
)
def test_each_program_is_known_by_the_content_of_its_output(tmp_path, name, program, version, method, basis, energy):
    found = only(tmp_path, content(name), "anything.dat")
    assert (found["program"], found["version"], found["basis_set"]) == (program, version, basis)
    if method is not None:
        assert found["method"] == method
    if energy is not None:
        assert last(found)["energy"] == pytest.approx(energy, abs=2e-4)
    assert found["complete"] and last(found)["charge"] == 0 and last(found)["multiplicity"] == 1
    assert len(last(found)["atoms"]) in (3, 20)
    for molecule in found["molecules"]:
        molecule_from_json(molecule)


def test_orca_frequencies_modes_and_thermochemistry(tmp_path):
    found = last(only(tmp_path, content("orca6-frequencies.out")))
    modes = found["vibrational_modes"]
    # Lines of the file: "6: 43.87 cm**-1", "14: 468.31 ... 6.11" km/mol, 3N-6 of 20 atoms.
    assert len(modes) == 54
    assert [modes[0]["frequency"], modes[8]["frequency"], modes[8]["ir_intensity"]] == [43.87, 468.31, 6.11]
    assert found["zero_point_energy"] == 0.17701463
    # Total energies of the file less its electronic energy: U, H and G.
    assert found["thermal_energy_corr"] == pytest.approx(0.18592781, abs=1e-8)
    assert found["thermal_enthalpy_corr"] == pytest.approx(-381.86823509 + 382.05510711, abs=1e-8)
    assert found["thermal_free_energy_corr"] == pytest.approx(0.14396165, abs=1e-8)
    assert found["homo_lumo_gap"] == pytest.approx(1.1184 + 4.0663, abs=1e-3)
    assert found["mulliken_charges"][2] == -0.076580
    # The sum of h nu / 2 over the modes is the zero-point energy that ORCA prints.
    assert sum(mode["frequency"] for mode in modes) / 2 / 219474.6313632 == pytest.approx(0.17701463, abs=1e-6)
    # k = 4 pi^2 c^2 nu^2 mu with the reduced mass of the printed displacements: a C-H stretch has about 1.1 amu.
    assert modes[-1]["reduced_mass"] == pytest.approx(1.1, abs=0.1)
    assert modes[-1]["force_constant"] == pytest.approx(5.8918e-7 * modes[-1]["frequency"] ** 2 * modes[-1]["reduced_mass"], rel=2e-3)


def test_orca_excited_states_belong_to_the_ground_state_that_they_start_from(tmp_path):
    found = only(tmp_path, content("orca6-excitations.out"))
    molecule = last(found)
    # Singlets alone: the file has five singlets and five triplets. Its final energy is that of the first singlet (E(SCF) + DE(CIS)).
    energies = molecule["excited_state_energies"]
    assert len(energies) == 6 and found["excitations"] == 5
    assert molecule["energy"] == pytest.approx(-382.05510, abs=2e-5)
    assert energies[1] - energies[0] == pytest.approx(0.196688, abs=1e-6)
    assert molecule["oscillator_strengths"][:3] == [0, 0.005038390, 1.170940055]
    # "33a -> 35a : 0.562531": HOMO-1 (34 is the HOMO) to LUMO.
    assert molecule["excited_state_transitions"][1][0] == [1, 0, 0.562531]


def test_orca_5_is_read_as_cclib_reads_it(tmp_path):
    from cclib.parser.orcaparser import ORCA

    for name in ("orca5-frequencies.out", "orca5-excitations.out"):
        path = tmp_path / name
        path.write_text(content(name))
        theirs = ORCA(str(path), loglevel=logging.CRITICAL).parse()
        ours = last(only(tmp_path, content(name)))
        positions = np.array([atom["position"] for atom in ours["atoms"]])
        assert positions == pytest.approx(theirs.atomcoords[-1])
        assert ours["mulliken_charges"] == pytest.approx(theirs.atomcharges["mulliken"])
        gap = theirs.moenergies[0][theirs.homos[0] + 1] - theirs.moenergies[0][theirs.homos[0]]
        assert ours["homo_lumo_gap"] == pytest.approx(gap, abs=1e-4)
        if hasattr(theirs, "vibfreqs"):
            assert [mode["frequency"] for mode in ours["vibrational_modes"]] == pytest.approx(theirs.vibfreqs)
            assert [mode["ir_intensity"] for mode in ours["vibrational_modes"]] == pytest.approx(theirs.vibirs, abs=0.01)
            assert ours["energy"] + ours["thermal_free_energy_corr"] == pytest.approx(theirs.freeenergy, abs=1e-6)


def test_an_optimization_has_its_steps_with_energies_and_gradients(tmp_path):
    orca = only(tmp_path, content("orca6-optimization.out"))
    assert orca["converged"] is True and orca["tasks"][0] == "optimize"
    energies = [molecule["energy"] for molecule in orca["molecules"]]
    assert energies == [-382.055108617704, -382.055126570567, -382.055133025246, -382.055133399486]
    # "1 C : 0.000763548 ..." Hartree/bohr.
    assert orca["molecules"][0]["gradient"][0][0] == pytest.approx(0.000763548 / 0.529177210903, abs=1e-9)
    psi4 = only(tmp_path, content("psi4-1.7-optimization.out"))
    assert len(psi4["molecules"]) == 3 and psi4["converged"] is True
    assert np.abs(psi4["molecules"][-1]["gradient"]).max() < np.abs(psi4["molecules"][0]["gradient"]).max()
    turbomole = only(tmp_path, content("turbomole7.5-gradient"))
    assert len(turbomole["molecules"]) == 6 and last(turbomole)["energy"] == -382.0507295676


def test_gaussian_excited_states_and_nwchem_modes(tmp_path):
    gaussian = last(only(tmp_path, content("gaussian16-excitations.out")))
    assert len(gaussian["excited_state_energies"]) == 6 and max(gaussian["oscillator_strengths"]) > 0.5
    # The printed coefficients of each state are normed to one half.
    assert sum(part for *_, part in gaussian["excited_state_transitions"][1]) == pytest.approx(1.0, abs=0.12)
    nwchem = last(only(tmp_path, content("nwchem7-frequencies.out")))
    assert len(nwchem["vibrational_modes"]) == 54 and nwchem["zero_point_energy"] == pytest.approx(0.177031)


@pytest.mark.parametrize("name", ["orca6-optimization.out", "gaussian16-frequencies.out", "psi4-1.7-optimization.out", "gaussian16.fchk"])
@pytest.mark.parametrize("part", [0.45, 0.9])
def test_an_output_that_ended_early_gives_what_is_there_and_says_so(tmp_path, name, part):
    text = content(name)
    found = only(tmp_path, text[: int(len(text) * part)])
    assert found["complete"] is False
    assert "ended before" in found["notes"][0]
    assert len(last(found)["atoms"]) in (3, 20)


def test_an_output_that_ended_before_its_first_structure_is_refused_in_words(tmp_path):
    answer = read(tmp_path, content("orca6-optimization.out")[:8000])
    assert answer == {"problem": "The output of ORCA holds no structure: it ended before the first coordinates were printed."}
    assert "holds no structure" in read(tmp_path, content("xtb6.6-energy.out"))["problem"]


def test_two_jobs_in_one_file_are_two_calculations(tmp_path):
    answer = read(tmp_path, content("orca6-frequencies.out") + content("orca6-excitations.out"))
    first, second = answer["calculations"]
    assert last(first)["vibrational_modes"] and not first["excitations"]
    assert second["excitations"] == 5 and last(second)["vibrational_modes"] is None
    # A geometry optimization and its frequencies are two steps of one job of Gaussian; outputs that were joined are two.
    assert len(read(tmp_path, content("gaussian16-frequencies.out") * 2)["calculations"]) == 2
    assert len(read(tmp_path, content("psi4-1.7-optimization.out") * 2)["calculations"]) == 2


def test_frames_with_other_atoms_become_calculations_of_their_own(tmp_path):
    methane = "5\n-40.1\nC 0 0 0.0\nH 0.63 0.63 0.63\nH -0.63 -0.63 0.63\nH -0.63 0.63 -0.63\nH 0.63 -0.63 -0.63\n".replace(
        "0 0 0.0", "0.0 0.0 0.0"
    )
    answer = read(tmp_path, WATER * 2 + methane + WATER, "trajectory.xyz")
    assert [len(one["molecules"]) for one in answer["calculations"]] == [2, 1, 1]
    assert last(answer["calculations"][1])["energy"] == -40.1
    assert "different atoms" in answer["calculations"][0]["notes"][0]
    cut = only(tmp_path, WATER * 2 + WATER[:-12])
    assert len(cut["molecules"]) == 2 and not cut["complete"]


def test_trajectories_have_the_energies_of_their_comments(tmp_path):
    found = only(tmp_path, content("xtb6.6-trajectory.xyz"))
    assert (found["program"], found["version"], len(found["molecules"])) == ("xtb", "6.6.1", 6)
    assert last(found)["energy"] == -26.438242468165
    extended = WATER.replace("water", 'Properties=species:S:1:pos:R:3 energy=-2041.3 pbc="F F F"')
    assert last(only(tmp_path, extended))["energy"] == pytest.approx(-2041.3 / 27.211386245988)
    conformers = WATER.replace("water", "     -5.07054436") + WATER.replace("water", "     -5.07011111")
    crest = only(tmp_path, conformers, "crest_conformers.xyz")
    assert (crest["program"], crest["ensemble"], len(crest["molecules"])) == ("CREST", True, 2)


def test_an_output_of_xtb_and_its_structure_in_a_zip_are_one_calculation(tmp_path):
    archive = tmp_path / "run.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("run/xtb.out", content("xtb6.6-energy.out"))
        file.writestr("run/input.xyz", content("xtb6.6-energy.xyz"))
        file.writestr("run/.hidden", "x")
    found = only(tmp_path, archive.read_bytes(), "run.zip")
    assert found["program"] == "xtb" and len(last(found)["atoms"]) == 20
    assert last(found)["energy"] == pytest.approx(-26.4, abs=0.1)
    assert len(last(found)["mulliken_charges"]) == 20


def test_orca_property_file_and_its_json_are_read_alike(tmp_path):
    text = property_file()
    found = only(tmp_path, text, "job.property.txt")
    document = {
        "Calculation_Status": {"version": "6.1.0", "Status": "NORMAL TERMINATION"},
        "Calculation_Info": {"Charge": 1, "Mult": 1},
        "Geometries": [
            {
                "Geometry": {"Coordinates": {"Cartesians": [["He", 0.0, 0.0, 0.0], ["H", 0.0, 0.0, 1.4632]], "Units": "a.u."}},
                "Single_Point_Data": {"FinalEnergy": -2.8418364990},
                "Mulliken_Population_Analysis": [{"AtomicCharges": [[0.25], [0.75]]}],
                "Dipole_Moment": [{"dipoleTotal": [[0.0], [0.0], [0.6]]}],
            }
        ],
    }
    from_json = only(tmp_path, json.dumps(document), "job.property.json")
    for one in (found, from_json):
        assert (one["program"], one["version"]) == ("ORCA", "6.1.0")
        assert (last(one)["charge"], last(one)["energy"], last(one)["mulliken_charges"]) == (1, -2.8418364990, [0.25, 0.75])
        assert last(one)["atoms"][1]["position"][2] == pytest.approx(1.4632 * 0.529177210903)
        assert last(one)["dipole"][2] == pytest.approx(0.6 * 2.541746473)


def property_file() -> str:
    """A property file in the form of ORCA 6.1 (keys and types as its manual describes them), of HeH+."""
    return """*************************************************
$Calculation_Status
   &GeometryIndex 1
   &version [&Type "String"] "6.1.0"
   &Status [&Type "String"] "NORMAL TERMINATION"
$End
$Geometry
   &GeometryIndex 1
   &NAtoms [&Type "Integer"] 2
   &CartesianCoordinates [&Type "Coordinates", &Dim(2,4), &Units "Bohr"]
              He    0.000000000000    0.000000000000    0.000000000000
              H     0.000000000000    0.000000000000    1.463200000000
$End
$SCF_Mulliken_Population_Analysis
   &GeometryIndex 1
   &AtomicCharges [&Type "ArrayOfDoubles", &Dim (2,1)]
                                                         0

0                                      2.5000000000000000e-01
1                                      7.5000000000000000e-01
$End
$Single_Point_Data
   &GeometryIndex 1
   &FinalEnergy [&Type "Double"]      -2.8418364990e+00  "Final single point energy"
$End
$Calculation_Info
   &GeometryIndex 1
   &Mult [&Type "Integer"] 1
   &Charge [&Type "Integer"] 1
$End
$SCF_Dipole_Moment
   &GeometryIndex 1
   &dipoleTotal [&Type "ArrayOfDoubles", &Dim (3,1)] "Total"
                                                         0

0                                      0.0000000000000000e+00
1                                      0.0000000000000000e+00
2                                      6.0000000000000000e-01
$End
"""


def test_hessian_file_of_orca_gives_the_modes_of_its_matrix(tmp_path):
    # A spring along z between two unit masses: k = 0.5 Hartree/bohr^2.
    spring = np.zeros((6, 6))
    spring[2, 2] = spring[5, 5] = 0.5
    spring[2, 5] = spring[5, 2] = -0.5
    rows = "\n".join(f"{index:5d} " + " ".join(f"{value:.10E}" for value in row) for index, row in enumerate(spring))
    header = " ".join(map(str, range(6)))
    text = f"$orca_hessian_file\n\n$act_energy\n  -1.1\n\n$hessian\n6\n{header}\n{rows}\n\n$atoms\n2\n"
    text += " H 1.008 0.0 0.0 0.0\n H 1.008 0.0 0.0 1.4\n\n$end\n"
    found = last(only(tmp_path, text, "job.hess"))
    # nu = sqrt(k / mu) / (2 pi c) in atomic units, mu = 1.008 / 2 amu.
    expected = np.sqrt(0.5 / (0.504 * 1822.888486)) * 219474.6313632
    assert [mode["frequency"] for mode in found["vibrational_modes"]] == pytest.approx([expected], rel=1e-6)
    assert "cut off" in read(tmp_path, text.replace("$hessian\n6", "$hessian\n2000000"), "job.hess")["problem"]
    assert "no atoms" in read(tmp_path, "$hessian\n 0.1 0.2\n$end\n", "hessian")["problem"]


def test_molden_files_have_geometries_modes_and_the_charge_of_their_orbitals(tmp_path):
    orbitals = "".join(f" Sym= A\n Ene= {energy}\n Spin= Alpha\n Occup= {count}\n 1 1.0\n" for energy, count in [(-0.59, 2.0), (0.2, 0.0)])
    text = (
        "[Molden Format]\n[Title]\n[Atoms] AU\nH 1 1 0.0 0.0 0.0\nH 2 1 0.0 0.0 1.4\n[MO]\n"
        + orbitals
        + "[FREQ]\n 4400.0\n[INT]\n 0.0\n[FR-COORD]\nH 0.0 0.0 0.0\nH 0.0 0.0 1.4\n"
        + "[FR-NORM-COORD]\nvibration 1\n0.0 0.0 0.7\n0.0 0.0 -0.7\n"
    )
    found = last(only(tmp_path, text, "h2.molden"))
    assert found["charge"] == 0 and found["homo_lumo_gap"] == pytest.approx(0.79 * 27.211386, abs=1e-3)
    [mode] = found["vibrational_modes"]
    assert (mode["frequency"], mode["reduced_mass"]) == (4400.0, pytest.approx(1.008, abs=1e-3))
    assert "cut off" in read(tmp_path, text[: text.index("0.0 0.0 -0.7")], "h2.molden")["problem"]


def test_qcschema_results_optimizations_and_inputs(tmp_path):
    molecule = {"symbols": ["H", "H"], "geometry": [0, 0, 0, 0, 0, 1.4], "molecular_charge": 0, "molecular_multiplicity": 1}
    hessian = np.zeros((6, 6))
    hessian[2, 2] = hessian[5, 5] = 0.37
    hessian[2, 5] = hessian[5, 2] = -0.37
    result = {
        "schema_name": "qcschema_output",
        "molecule": molecule,
        "driver": "hessian",
        "model": {"method": "b3lyp", "basis": "def2-svp"},
        "return_result": hessian.ravel().tolist(),
        "properties": {"return_energy": -1.17, "scf_dipole_moment": [0, 0, 0]},
        "provenance": {"creator": "Psi4", "version": "1.10"},
        "success": True,
    }
    found = only(tmp_path, json.dumps(result))
    assert (found["program"], found["version"], found["method"]) == ("Psi4", "1.10", "b3lyp")
    own = normal_modes(molecule_from_json({**last(found), "mass": None}), hessian, None)
    assert last(found)["vibrational_modes"][0]["frequency"] == pytest.approx(own[0].frequency, abs=1e-3)
    steps = [{**result, "driver": "gradient", "return_result": [0, 0, slope, 0, 0, -slope]} for slope in (0.1, 0.001)]
    optimization = {
        "schema_name": "qcschema_optimization_output",
        "final_molecule": molecule,
        "trajectory": steps,
        "energies": [-1.1, -1.17],
        "success": True,
    }
    found = only(tmp_path, json.dumps(optimization))
    assert [one["energy"] for one in found["molecules"]] == [-1.1, -1.17] and found["converged"]
    assert found["molecules"][0]["gradient"][0][2] == pytest.approx(0.1 / 0.529177210903, abs=1e-9)
    assert "is an input" in read(tmp_path, json.dumps({**result, "return_result": None}))["problem"]
    failed = {**result, "success": False, "error": {"error_message": "SCF did not converge"}}
    assert "SCF did not converge" in read(tmp_path, json.dumps(failed))["problem"]


@pytest.mark.parametrize(
    ("given", "name", "words"),
    [
        (b"", "job.out", "is empty"),
        (b"\x00\x01\x02" * 2000, "job.gbw", "is no text"),
        ("A letter to a friend.", "orca.out", "was not recognized by its content"),
        ('{"format": "cuvette-bundle"}', "a.json", "bundle of Cuvette"),
        ('{"schema_name": "qcschema_output", "molecule"', "a.json", "cut off"),
        ("PK\x03\x04 broken", "a.zip", "not recognized"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(tmp_path, given, name, words):
    assert words in read(tmp_path, given, name)["problem"]


def test_text_of_a_file_is_never_run(tmp_path):
    # cclib's parser of Psi3 evaluates such lines; it is not used here.
    text = "PSI3: An Open-Source Ab Initio Electronic Structure Package\n  nfuncs = __import__('os').system('touch /tmp/never')\n"
    assert "problem" in read(tmp_path, text)
    source = SOURCE / "cuvette_compute" / "outputs"
    assert not [path for path in source.rglob("*.py") if re.search(r"\beval\(|ccread|ccopen", path.read_text())]


def test_the_command_writes_its_answer(tmp_path):
    path = tmp_path / "--water.xyz"
    path.write_text(WATER)
    arguments = [f"--file={path}", "--name=--water.xyz", f"--dir={tmp_path}"]
    done = subprocess.run(
        [sys.executable, "-m", "cuvette_compute", "outputs", *arguments], env={"PYTHONPATH": str(SOURCE)}, check=False, timeout=60
    )
    assert done.returncode == 0
    [calculation] = json.loads((tmp_path / "answer.json").read_text())["calculations"]
    assert len(calculation["molecules"]) == 1
    assert "energies" in calculation["lacking"] and "the method" in calculation["lacking"]
