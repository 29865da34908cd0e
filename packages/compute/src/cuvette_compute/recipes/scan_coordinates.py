"""The grid of a scan: which coordinates are driven, their value at each point, which points are neighbours, and a geometry that has
them.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import Any

import numpy as np
from rdkit import Chem
from rdkit.Chem import rdMolTransforms

from ..chemistry.perceive import with_conformer
from ..errors import InputError
from ..methods.settings import canonical, check_constraints
from ..optimization.optimize import internal_value
from ..schemas.knowledge import knowledge
from ..structures.molecule import Molecule

MAX_POINTS: int = knowledge()["most_scan_points"]
_TYPE_OF_COUNT = {2: "bond", 3: "angle", 4: "dihedral"}
# Three atoms whose angle is this near to a line give a dihedral no meaning (degrees).
_COLLINEAR = 5.0
_FULL_CIRCLE = 360.0


@dataclass(frozen=True)
class Coordinate:
    """A bond (Angstrom), angle or dihedral (degrees) of 1-based atoms, and its values in order."""

    kind: str
    atoms: tuple[int, ...]
    values: tuple[float, ...]

    def words(self, place: int, molecule: Molecule) -> str:
        """ "dihedral C1–C2–C3–C4 at 60.0°"."""
        unit, digits = (" Å", 3) if self.kind == "bond" else ("°", 1)
        names = "–".join(molecule.atom_name(atom - 1) for atom in self.atoms)
        return f"{self.kind} {names} at {self.values[place]:.{digits}f}{unit}"


@dataclass(frozen=True)
class Grid:
    """The points of a scan in one or two directions; in two the second one runs fastest."""

    first: tuple[Coordinate, ...]
    second: tuple[Coordinate, ...]

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.first[0].values), len(self.second[0].values) if self.second else 1

    def __len__(self) -> int:
        return self.shape[0] * self.shape[1]

    def at(self, index: int) -> list[tuple[Coordinate, int]]:
        """Each coordinate of a point with its place."""
        row, column = divmod(index, self.shape[1])
        return [*((coordinate, row) for coordinate in self.first), *((coordinate, column) for coordinate in self.second)]

    def constraints(self, index: int) -> list[dict[str, Any]]:
        """Return the constraints that hold the coordinates of a point during its optimization."""
        return [
            {"constraint_type": coordinate.kind, "atoms": list(coordinate.atoms), "value": coordinate.values[place]}
            for coordinate, place in self.at(index)
        ]

    def words(self, index: int, molecule: Molecule) -> str:
        """The values of a point's coordinates, named by the atoms of the molecule."""
        return ", ".join(coordinate.words(place, molecule) for coordinate, place in self.at(index))

    def neighbours(self, index: int) -> list[int]:
        """The points beside one in each direction; a dihedral's full circle closes."""
        rows, columns = self.shape
        row, column = divmod(index, columns)
        found = [(r, column) for r in _beside(row, rows, self.first)] + [(row, c) for c in _beside(column, columns, self.second)]
        return [r * columns + c for r, c in found]

    def nearest(self, positions: np.ndarray) -> int:
        """The point whose values are nearest to those of a geometry."""

        def distance(index: int) -> float:
            return sum(_difference(c.kind, internal_value(positions, c.kind, list(c.atoms)), c.values[i]) for c, i in self.at(index))

        return min(range(len(self)), key=distance)


def _difference(kind: str, a: float, b: float) -> float:
    """How far two values are apart, in units that make an Angstrom as much as 100 degrees."""
    if kind == "bond":
        return abs(a - b) * 100
    return abs((a - b + 180) % 360 - 180) if kind == "dihedral" else abs(a - b)


def _beside(place: int, count: int, coordinates: tuple[Coordinate, ...]) -> list[int]:
    near = [other for other in (place - 1, place + 1) if 0 <= other < count]
    if count > 2 and coordinates and all(coordinate.kind == "dihedral" for coordinate in coordinates):
        span = abs(coordinates[0].values[-1] - coordinates[0].values[0])
        step = span / (count - 1)
        if min(abs(span - _FULL_CIRCLE), abs(span + step - _FULL_CIRCLE)) < 1e-6 and place in (0, count - 1):
            near.append(count - 1 - place)
    return near


def read_grid(data: dict[str, Any], molecule: Molecule) -> Grid:
    """The grid of the item's data. Raises InputError that names the field and the value at fault."""
    first = _direction(data.get("scan_settings"), "scan_settings", molecule)
    second = _direction(data.get("scan_settings_2d"), "scan_settings_2d", molecule)
    if not first:
        raise InputError("Choose a bond, an angle or a dihedral to scan.", field="scan_settings")
    seen: set[tuple[int, ...]] = set()
    for field_path, coordinates in (("scan_settings", first), ("scan_settings_2d", second)):
        for coordinate in coordinates:
            name = min(coordinate.atoms, coordinate.atoms[::-1])
            if name in seen:
                raise InputError(f"The {coordinate.kind} {', '.join(map(str, coordinate.atoms))} is scanned twice.", field=field_path)
            seen.add(name)
    grid = Grid(first, second)
    if len(grid) > MAX_POINTS:
        raise InputError(f"The scan has {len(grid)} points; at most {MAX_POINTS} are allowed.", field="scan_settings")
    return grid


def _direction(value: Any, field_path: str, molecule: Molecule) -> tuple[Coordinate, ...]:
    given = [] if value is None else value if isinstance(value, list) else [value]
    coordinates = tuple(_coordinate(one, f"{field_path}.{index}", molecule) for index, one in enumerate(given))
    for index, coordinate in enumerate(coordinates):
        if len(coordinate.values) != len(coordinates[0].values):
            counts = " and ".join(str(len(one.values)) for one in coordinates)
            raise InputError(
                f"Coordinates that move together need the same number of points; these have {counts}.", field=f"{field_path}.{index}.num"
            )
    return coordinates


def _coordinate(one: Any, path: str, molecule: Molecule) -> Coordinate:
    if not isinstance(one, dict):
        raise InputError("A scanned coordinate needs atoms, start, stop and a number of points.", field=path)
    atoms = one.get("atoms") or []
    kind = canonical(one.get("type")) or _TYPE_OF_COUNT.get(len(atoms))
    number = one.get("num")
    if isinstance(number, bool) or not isinstance(number, int) or number < 2:
        raise InputError(f"A scan needs at least two points, not {number!r}.", field=f"{path}.num")
    ends = {}
    for name in ("start", "stop"):
        held = {"constraint_type": kind, "atoms": atoms, "value": one.get(name)}
        if held["value"] is None:
            raise InputError(f"The {name} of the scan is missing.", field=f"{path}.{name}")
        try:
            check_constraints([held], molecule, path)
        except InputError as error:
            wrong = (error.field or "").rsplit(".", 1)[-1]
            error.field = f"{path}.{ {'value': name, 'constraint_type': 'type'}.get(wrong, wrong) }"
            raise
        ends[name] = float(held["value"])
    if ends["start"] == ends["stop"]:
        raise InputError(f"Start and stop are both {ends['start']:g}; a scan goes from one value to another.", field=f"{path}.stop")
    if kind == "dihedral":
        _refuse_line(atoms, path, molecule)
    return Coordinate(str(kind), tuple(atoms), tuple(float(x) for x in np.linspace(ends["start"], ends["stop"], number)))


def _refuse_line(atoms: list[int], path: str, molecule: Molecule) -> None:
    for three in (atoms[:3], atoms[1:]):
        angle = internal_value(molecule.positions, "angle", three)
        if min(angle, 180 - angle) < _COLLINEAR:
            names = ", ".join(molecule.atom_name(atom - 1) for atom in three)
            raise InputError(
                f"The atoms {names} lie on a line ({angle:.1f}°), so their dihedral is not defined. Choose other atoms.",
                field=f"{path}.atoms",
            )


def driven(mol: Chem.Mol | None, positions: np.ndarray, point: list[tuple[Coordinate, int]]) -> np.ndarray:
    """A geometry with the coordinates of a point: what hangs on a bond turns, bends or moves with it as a whole.

    Coordinates of rings or of atoms that are not bonded stay as they are; the constrained optimization brings them to their values.
    """
    if mol is None:
        return positions
    conformer = with_conformer(mol, positions).GetConformer()
    setters = {"bond": rdMolTransforms.SetBondLength, "angle": rdMolTransforms.SetAngleDeg, "dihedral": rdMolTransforms.SetDihedralDeg}
    for coordinate, place in point:
        with contextlib.suppress(ValueError):
            setters[coordinate.kind](conformer, *(atom - 1 for atom in coordinate.atoms), coordinate.values[place])
    return np.array(conformer.GetPositions())
