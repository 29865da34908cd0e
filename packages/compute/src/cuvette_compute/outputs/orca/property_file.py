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
from .finish import ground_state_energy
from .property_states import excitation_in_energy, excitations_of

_KEY = re.compile(r"&(\w+) *(?:\[(.*?)\])? *(.*)")
_DIMENSIONS = re.compile(r"&Dim *\((\d+), *(\d+)\)")
_PARTS = ("calculation_info", "calculation_status", "calculation_timings")
# Sections that are one of a geometry; the others are lists in the JSON, as several methods may have each.
_SINGLE = ("single_point_data", "thermochemistry_energies", "vdw_correction")
# What names of lists end with; before it the text has the method ("SCF_", "CIS_"), which the JSON leaves out.
_LISTS = ("population_analysis", "dipole_moment", "nuclear_gradient", "absorption_spectrum", "ecd_spectrum", "energies", "energy")


def read_property_text(lines: Iterator[str]) -> list[Record]:
    """The calculation of a property file, whose sections ($Name ... $End) are brought into the form of its JSON."""
    document: dict[str, Any] = {"geometries": []}
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
            name, section = text[1:].split()[0].lower(), {}
        elif name is not None and (match := _KEY.match(text)):
            section[match[1].lower()] = _value(match[2] or "", match[3], values)
    document["geometries"] = [geometries[index] for index in sorted(geometries)]
    return read_property_json(document)


def _put(document: dict[str, Any], geometries: dict[int, dict[str, Any]], name: str, section: dict[str, Any]) -> None:
    if name in _PARTS:
        document[name] = section
        return
    geometry = geometries.setdefault(int(section.get("geometryindex") or 1), {})
    if name == "geometry":
        coordinates = {"cartesians": section.get("cartesiancoordinates"), "units": section.get("units of coordinates", "a.u.")}
        geometry["geometry"] = {"coordinates": coordinates}
    elif name in _SINGLE:
        geometry[name] = section
    else:
        kind = next((kind for kind in _LISTS if name.endswith(kind)), None)
        if kind is not None:
            section.setdefault("method", name.removesuffix(kind).rstrip("_"))
        if kind == "population_analysis":
            # Mulliken's, Loewdin's and Hirshfeld's are lists of their own.
            kind = "_".join(name.split("_")[-3:])
        geometry.setdefault({"energies": "energy"}.get(kind or "", kind or name), []).append(section)


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


def read_property_json(given: dict[str, Any]) -> list[Record]:
    """The calculation of a property file in its JSON form, whose keys ORCA 6.0 and 6.1 write differently in capitals.

    Raises NotReadable without a geometry.
    """
    document = _in_small_letters(given)
    status = document.get("calculation_status") or {}
    info = document.get("calculation_info") or {}
    version = str(status.get("version") or "").split("-")[0] or None
    geometries = document.get("geometries") or []
    frames = [(frame, geometry) for geometry in geometries if (frame := _frame(geometry)) is not None]
    if not frames:
        raise NotReadable("The property file of ORCA holds no geometry.")
    numbers = frames[-1][0][0]
    record = Record("ORCA", version, numbers, [frame for (own, frame), _ in frames if own == numbers])
    last = frames[-1][1]
    record.charge = _integer(info.get("charge"))
    record.multiplicity = _integer(info.get("mult"))
    record.complete = status.get("status", "NORMAL TERMINATION") == "NORMAL TERMINATION"
    record.optimizes = len(record.frames) > 1
    if record.optimizes:
        record.converged = record.complete
    _population(record, last)
    dipoles = last.get("dipole_moment") or []
    if dipoles:
        record.dipole = [value * DEBYE_PER_E_BOHR for value in _flat(dipoles[-1].get("dipoletotal"))] or None
    _thermochemistry(record, last)
    record.excitations = excitations_of(last, record.multiplicity)
    note = ground_state_energy(record, excitation_in_energy(last, record.frames[-1].energy))
    record.notes = [note] if note else []
    record.seconds = _number((document.get("calculation_timings") or {}).get("sum"))
    return [record]


def _in_small_letters(value: Any) -> Any:
    """The document with all keys in small letters."""
    if isinstance(value, dict):
        return {str(key).lower(): _in_small_letters(one) for key, one in value.items()}
    return [_in_small_letters(one) for one in value] if isinstance(value, list) else value


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
    coordinates = (geometry.get("geometry") or {}).get("coordinates") or {}
    rows = coordinates.get("cartesians") or []
    numbers = [atomic_number(str(row[0])) for row in rows]
    if not rows or any(number is None for number in numbers):
        return None
    factor = 1.0 if "angs" in str(coordinates.get("units", "")).lower() else ANGSTROM_PER_BOHR
    positions = np.array([[float(word) for word in row[1:4]] for row in rows]) * factor
    frame = Frame(positions, _number((geometry.get("single_point_data") or {}).get("finalenergy")))
    if frame.energy is None:
        # Sections with `e0` list the energies of excited states.
        totals = [_number(one.get("totalenergy")) for one in geometry.get("energy") or [] if one.get("e0") is None]
        frame.energy = next((total for total in reversed(totals) if total is not None), None)
    for gradient in geometry.get("nuclear_gradient") or []:
        values = _flat(gradient.get("grad") or gradient.get("gradient"))
        if len(values) == 3 * len(rows):
            frame.gradient = np.array(values).reshape(-1, 3) / ANGSTROM_PER_BOHR
    return [number for number in numbers if number is not None], frame


def _population(record: Record, geometry: dict[str, Any]) -> None:
    for model in ("Mulliken", "Loewdin", "Hirshfeld"):
        for analysis in geometry.get(f"{model.lower()}_population_analysis") or []:
            charges, spins = _flat(analysis.get("atomiccharges")), _flat(analysis.get("atomicspins"))
            if record.charges is None and len(charges) == len(record.numbers):
                record.charges, record.charge_model = charges, model
                record.spin_densities = spins if len(spins) == len(charges) else None


def _thermochemistry(record: Record, geometry: dict[str, Any]) -> None:
    found = geometry.get("thermochemistry_energies") or {}
    values = found[0] if isinstance(found, list) and found else found
    if not isinstance(values, dict):
        return
    electronic = _number(values.get("elenergy"))
    record.zero_point_energy = _number(values.get("zpe"))
    record.temperature, record.pressure = _number(values.get("temperature")), _number(values.get("pressure"))
    if electronic is None:
        return
    for name, key in (
        ("energy_correction", "innerenergyu"),
        ("enthalpy_correction", "enthalpyh"),
        ("free_energy_correction", "freeenergyg"),
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
