"""Excited states in ORCA 6's property file.

The files are made here in the layout that ORCA 6.1.1 writes for `%tddft` (sections, keys, tables in blocks of eight columns); the numbers
are ours. Read without being kept: the property file of water by TDA-B3LYP of ORCA 6.1 in the repository faccts/opi (GPL).
"""

from __future__ import annotations

import json

import pytest

from cuvette_compute.outputs import read_output

GROUND, STATES = -75.96, (0.30, 0.35, 0.42)
WAVENUMBER = 219474.6313632
EV = 27.211386245988


def table(name: str, rows: list[list[float]], kind: str = "ArrayOfDoubles") -> str:
    """A table as ORCA writes it: blocks of eight columns under their numbers."""
    text = f'   &{name} [&Type "{kind}", &Dim ({len(rows)},{len(rows[0])})] "what it is"\n'
    for start in range(0, len(rows[0]), 8):
        columns = range(start, min(start + 8, len(rows[0])))
        text += " ".join(f"{column:28d}" for column in columns) + "\n\n"
        text += "".join(f"{index} " + " ".join(f"{row[column]:28.16e}" for column in columns) + "\n" for index, row in enumerate(rows))
    return text


def spectrum(name: str, gauge: str, strengths: list[float], columns: int) -> str:
    """A spectrum of three singlets and a triplet between them."""
    energies = [*STATES[:2], 0.38, STATES[2]]
    rows = [[e * EV, e * WAVENUMBER, 1e7 / (e * WAVENUMBER), f, *[0.0] * (columns - 4)] for e, f in zip(energies, strengths, strict=True)]
    states = [[0, 0, 1, 0], [0, 0, 2, 0], [0, 0, 1, 1], [0, 0, 3, 0]]
    return (
        f'${name}\n   &GeometryIndex 1\n   &RelCorrection [&Type "Integer"] 1 "1->None, 2->SOC"\n'
        f'   &Representation [&Type "String"] "{gauge}" "Possible values: Unknown,  Length, Velocity"\n'
        + table("ExcitationEnergies", rows)
        + table("States", states, "ArrayOfIntegers")
        + table("Multiplicities", [[1, 1], [1, 1], [1, 3], [1, 1]])
        + "$End\n"
    )


def property_file(final: float, spectra: str) -> str:
    return (
        '$Calculation_Status\n   &GeometryIndex 1\n   &version [&Type "String"] "6.1.1"\n'
        '   &progName [&Type "String"] "ProgCIS"\n   &Status [&Type "String"] "NORMAL TERMINATION"\n$End\n'
        '$Geometry\n   &GeometryIndex 1\n   &CartesianCoordinates [&Type "Coordinates", &Dim(2,4), &Units "Bohr"]\n'
        "              H      0.000000000000    0.000000000000    0.000000000000\n"
        "              F      0.000000000000    0.000000000000    1.733000000000\n$End\n"
        "$SCF_Energy\n   &GeometryIndex 1\n"
        + table("totalEnergy", [[GROUND]])
        + "$End\n"
        + spectra
        + "$CIS_Energies\n   &GeometryIndex 1\n"
        f'   &e0 [&Type "Double"]  {GROUND:.16e}  "Ground state energy"\n'
        + table("totalEnergy", [[GROUND + state] for state in (*STATES, 0.38)])
        + table("Mult", [[1], [1], [1], [3]], "ArrayOfIntegers")
        + f'$End\n$Single_Point_Data\n   &GeometryIndex 1\n   &FinalEnergy [&Type "Double"]  {final:.16e}  "Final"\n$End\n'
        '$Calculation_Info\n   &GeometryIndex 1\n   &Mult [&Type "Integer"] 1\n   &Charge [&Type "Integer"] 0\n$End\n'
    )


ABSORPTION = spectrum("CIS_Absorption_Spectrum", "Length", [0.02, 0.0, 0.0, 0.4], 11)
VELOCITY = spectrum("CIS_Absorption_Spectrum", "Velocity", [0.11, 0.0, 0.0, 0.5], 11)
ROTATION = spectrum("CIS_ECD_Spectrum", "Length", [1.0, 2.0, 0.0, 3.0], 10) + spectrum(
    "CIS_ECD_Spectrum", "Velocity", [-4.5, 7.25, 0.0, 11.0], 10
)


def molecule(tmp_path, text: str, name: str = "job.property.txt") -> tuple[dict, dict]:
    path = tmp_path / name
    path.write_text(text)
    answer = read_output(str(path), name, str(tmp_path))
    assert "problem" not in answer, answer
    [calculation] = answer["calculations"]
    return calculation, calculation["molecules"][-1]


def test_singlets_have_both_strengths_in_the_gauges_of_the_platform_and_energies_above_the_ground_state(tmp_path):
    # ORCA's final energy is that of the first excited state.
    calculation, found = molecule(tmp_path, property_file(GROUND + STATES[0], ABSORPTION + VELOCITY + ROTATION))
    assert calculation["excitations"] == 3 and "excited states" not in calculation["lacking"]
    assert found["energy"] == pytest.approx(GROUND)
    assert found["excited_state_energies"] == pytest.approx([GROUND, *(GROUND + state for state in STATES)], abs=1e-8)
    assert found["oscillator_strengths"] == [0.0, 0.02, 0.0, 0.4]
    assert found["rotatory_strengths"] == [0.0, -4.5, 7.25, 11.0]


def test_a_dispersion_correction_stays_in_the_energy_of_the_ground_state(tmp_path):
    correction = '$VdW_Correction\n   &GeometryIndex 1\n   &vdW [&Type "Double"] -1.0e-03\n$End\n'
    _, found = molecule(tmp_path, property_file(GROUND - 0.001 + STATES[0], ABSORPTION + correction))
    assert found["energy"] == pytest.approx(GROUND - 0.001)
    assert "rotatory_strengths" not in found


def test_energies_alone_are_states_without_strengths(tmp_path):
    calculation, found = molecule(tmp_path, property_file(GROUND, ""))
    assert calculation["excitations"] == 3 and found["energy"] == pytest.approx(GROUND)
    assert found["excited_state_energies"][-1] == pytest.approx(GROUND + STATES[-1])
    assert "oscillator_strengths" not in found


def test_the_json_is_read_in_any_capitals(tmp_path):
    rows = [[state * EV, state * WAVENUMBER, 100.0, 0.1 * index] for index, state in enumerate(STATES)]
    spectrum_of_json = {"Representation": "Length", "ExcitationEnergies": rows, "States": [[0, 0, 1 + k, 0] for k in range(3)]}
    document = {
        "Calculation_Status": {"VERSION": "6.0.0", "STATUS": "NORMAL TERMINATION"},
        "Calculation_Info": {"CHARGE": 0, "MULT": 1},
        "Geometries": [
            {
                "Geometry": {"Coordinates": {"Cartesians": [["H", 0, 0, 0], ["F", 0, 0, 1.733]], "Units": "a.u."}},
                "Single_Point_Data": {"FINALENERGY": GROUND},
                "Absorption_Spectrum": [spectrum_of_json],
            }
        ],
    }
    calculation, found = molecule(tmp_path, json.dumps(document), "job.property.json")
    assert (calculation["version"], found["charge"]) == ("6.0.0", 0)
    assert found["oscillator_strengths"] == pytest.approx([0.0, 0.0, 0.1, 0.2])
