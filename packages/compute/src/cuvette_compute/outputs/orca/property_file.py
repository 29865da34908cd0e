"""The property file of ORCA 6 (`job.property.txt`) and its JSON (`job.property.json`, written by orca_2json)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from ...units import ANGSTROM_PER_BOHR, DEBYE_PER_E_BOHR
from ..numbers import atomic_number, number_of
from ..record import Frame, NotReadable, Record

_KEY = re.compile(r"&(\w+) *(?:\[(.*?)\])? *(.*)")
_DIMENSIONS = re.compile(r"&Dim *\((\d+), *(\d+)\)")
_PARTS = ("Calculation_Info", "Calculation_Status", "Calculation_Timings")


def read_property_text(lines: Iterator[str]) -> list[Record]:
    """The calculation of a property file, whose sections ($Name ... $End) are brought into the form of its JSON."""
    document: dict[str, Any] = {"Geometries": []}
    geometries: dict[int, dict[str, Any]] = {}
    name: str | None = None
    section: dict[str, Any] = {}
    values = iter(lines)
    for line in values:
        text = line.strip()
        if text == "$End" and name is not None:
            _put(document, geometries, name, section)
            name, section = None, {}
        elif text.startswith("$"):
            name, section = text[1:].split()[0], {}
        elif name is not None and (match := _KEY.match(text)):
            section[match[1]] = _value(match[2] or "", match[3], values)
    document["Geometries"] = [geometries[index] for index in sorted(geometries)]
    return read_property_json(document)


def _put(document: dict[str, Any], geometries: dict[int, dict[str, Any]], name: str, section: dict[str, Any]) -> None:
    if name in _PARTS:
        document[name] = section
        return
    geometry = geometries.setdefault(int(section.get("GeometryIndex") or 1), {})
    if name == "Geometry":
        coordinates = {"Cartesians": section.get("CartesianCoordinates"), "Units": section.get("units of coordinates", "a.u.")}
        geometry["Geometry"] = {"Coordinates": coordinates}
    elif name in ("Single_Point_Data", "THERMOCHEMISTRY_Energies", "Thermochemistry_Energies"):
        geometry[name] = section
    else:
        # "SCF_Mulliken_Population_Analysis" and "MDCI_..." are lists named by what they are in the JSON.
        for prefix in ("SCF_", "MDCI_", "DFT_", "CIS_", "MP2_"):
            if name.startswith(prefix):
                section.setdefault("Method", prefix.rstrip("_"))
                name = name.removeprefix(prefix)
                break
        geometry.setdefault(name, []).append(section)


def _value(kind: str, rest: str, lines: Iterator[str]) -> Any:
    """A value by its type: a number or a text on the line of its key, a table or coordinates on the lines below."""
    dimensions = _DIMENSIONS.search(kind)
    if "Coordinates" in kind and dimensions:
        rows = [next(lines).split() for _ in range(int(dimensions[1]))]
        return [[row[0], *(float(word) for word in row[1:4])] for row in rows]
    if dimensions:
        return _table(int(dimensions[1]), int(dimensions[2]), lines)
    text = re.match(r"\"(.*?)\"", rest)
    if text:
        return text[1]
    word = rest.split()[0] if rest.split() else ""
    if word in ("true", "false"):
        return word == "true"
    return number_of(word)


def _table(rows: int, columns: int, lines: Iterator[str]) -> list[list[float | None]]:
    """A table in blocks of columns: a line with the columns' numbers, an empty one, and the rows, each with its number."""
    table: list[list[float | None]] = [[None] * columns for _ in range(rows)]
    filled = 0
    while filled < columns:
        header = next(lines).split()
        if not header:
            continue
        for _ in range(rows):
            words = next(lines).split()
            while not words:
                words = next(lines).split()
            for column, word in zip(header, words[1:], strict=False):
                table[int(words[0])][int(column)] = number_of(word)
        filled += len(header)
    return table


def read_property_json(document: dict[str, Any]) -> list[Record]:
    """The calculation of a property file in its JSON form. Raises NotReadable without a geometry."""
    status = document.get("Calculation_Status") or {}
    info = document.get("Calculation_Info") or {}
    version = str(status.get("version") or "").split("-")[0] or None
    frames: list[tuple[list[int], Frame]] = []
    for geometry in document.get("Geometries") or []:
        frame = _frame(geometry)
        if frame is not None:
            frames.append(frame)
    if not frames:
        raise NotReadable("The property file of ORCA holds no geometry.")
    numbers = frames[-1][0]
    record = Record("ORCA", version, numbers, [frame for own, frame in frames if own == numbers])
    last = (document.get("Geometries") or [{}])[-1]
    record.charge = _integer(info.get("Charge"))
    record.multiplicity = _integer(info.get("Mult"))
    record.complete = status.get("Status", "NORMAL TERMINATION") == "NORMAL TERMINATION"
    record.optimizes = len(record.frames) > 1
    if record.optimizes:
        record.converged = record.complete
    _population(record, last)
    dipoles = last.get("Dipole_Moment") or []
    if dipoles:
        record.dipole = [value * DEBYE_PER_E_BOHR for value in _flat(dipoles[-1].get("dipoleTotal"))] or None
    _thermochemistry(record, last)
    record.seconds = _number((document.get("Calculation_Timings") or {}).get("SUM"))
    return [record]


def _integer(value: Any) -> int | None:
    number = _number(value)
    return None if number is None else round(number)


def _number(value: Any) -> float | None:
    flat = _flat(value)
    return flat[0] if flat else None


def _flat(value: Any) -> list[float]:
    """The numbers of a value of any nesting."""
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return []
    if isinstance(value, int | float):
        return [float(value)]
    return [number for one in value for number in _flat(one)]


def _frame(geometry: dict[str, Any]) -> tuple[list[int], Frame] | None:
    coordinates = (geometry.get("Geometry") or {}).get("Coordinates") or {}
    rows = coordinates.get("Cartesians") or []
    numbers = [atomic_number(str(row[0])) for row in rows]
    if not rows or any(number is None for number in numbers):
        return None
    factor = 1.0 if "angs" in str(coordinates.get("Units", "")).lower() else ANGSTROM_PER_BOHR
    positions = np.array([[float(word) for word in row[1:4]] for row in rows]) * factor
    frame = Frame(positions, _number((geometry.get("Single_Point_Data") or {}).get("FinalEnergy")))
    if frame.energy is None:
        energies = geometry.get("Energy") or []
        frame.energy = _number(energies[-1].get("totalEnergy")) if energies else None
    for gradient in geometry.get("Nuclear_Gradient") or []:
        values = _flat(gradient.get("grad") or gradient.get("Gradient"))
        if len(values) == 3 * len(rows):
            frame.gradient = np.array(values).reshape(-1, 3) / ANGSTROM_PER_BOHR
    return [number for number in numbers if number is not None], frame


def _population(record: Record, geometry: dict[str, Any]) -> None:
    for model in ("Mulliken", "Loewdin", "Hirshfeld"):
        for analysis in geometry.get(f"{model}_Population_Analysis") or []:
            charges, spins = _flat(analysis.get("AtomicCharges")), _flat(analysis.get("AtomicSpins"))
            if record.charges is None and len(charges) == len(record.numbers):
                record.charges, record.charge_model = charges, model
                record.spin_densities = spins if len(spins) == len(charges) else None


def _thermochemistry(record: Record, geometry: dict[str, Any]) -> None:
    found = geometry.get("Thermochemistry_Energies") or geometry.get("THERMOCHEMISTRY_Energies") or {}
    values = found[0] if isinstance(found, list) and found else found
    if not isinstance(values, dict):
        return
    electronic = _number(values.get("elEnergy"))
    record.zero_point_energy = _number(values.get("zpe") or values.get("ZPE"))
    record.temperature, record.pressure = _number(values.get("temperature")), _number(values.get("pressure"))
    if electronic is None:
        return
    for name, key in (
        ("energy_correction", "innerEnergyU"),
        ("enthalpy_correction", "enthalpyH"),
        ("free_energy_correction", "freeEnergyG"),
    ):
        total = _number(values.get(key))
        if total is not None:
            setattr(record, name, total - electronic)


def parse_property_json(text: str) -> dict[str, Any]:
    """The document of a JSON property file. Raises NotReadable for what is none."""
    try:
        document = json.loads(text)
    except ValueError as error:
        raise NotReadable("The JSON of the property file cannot be read; it may have been cut off.") from error
    return document if isinstance(document, dict) else {}
