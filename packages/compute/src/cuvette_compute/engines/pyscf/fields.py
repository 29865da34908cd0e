"""Orbitals, densities and the electrostatic potential of a solved field on a regular grid.

Everything is in atomic units: coordinates in bohr, densities in e/bohr^3, orbitals in bohr^(-3/2), the potential in Hartree/e. A grid
travels as core's `encodeGrid` writes it (a header of JSON, then little-endian float32), or as the platform's list of points.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...units import ANGSTROM_PER_BOHR
from .core_voxels import average_at_nuclei
from .properties import OrbitalLevels, orbital_levels, spin_densities

# Margin around the nuclei: densities fall below 1e-4 e/bohr^3 there. Spacing: isosurfaces look smooth, and caffeine stays below a MB.
_MARGIN_ANGSTROM, _SPACING_ANGSTROM = 3.0, 0.25
_MOST_POINTS = 120**3
_BLOCK = 8000
_UNITS = {
    "density": "e/Bohr³",
    "density_alpha": "e/Bohr³",
    "density_beta": "e/Bohr³",
    "density_difference": "e/Bohr³",
    "electrostatic_potential": "Hartree/e",
    "orbital": "Bohr^(-3/2)",
}


@dataclass(frozen=True)
class Box:
    """A regular grid with axes along x, y and z: origin (bohr), spacing (bohr), and how many points each axis has."""

    origin: np.ndarray
    spacing: float
    shape: tuple[int, int, int]

    def points(self) -> np.ndarray:
        """All points (bohr), the last axis running fastest."""
        axes = [self.origin[k] + self.spacing * np.arange(self.shape[k]) for k in range(3)]
        return np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3)

    def places_as_json(self) -> list[str]:
        """Each point as the beginning of an object of JSON: x, y and z (bohr, three decimals)."""
        x, y, z = ([round(float(self.origin[k] + self.spacing * i), 3) for i in range(self.shape[k])] for k in range(3))
        ends = [f'"z":{value},' for value in z]
        return [f'{{"x":{first},"y":{second},{end}' for first in x for second in y for end in ends]


@dataclass(frozen=True)
class Field:
    """Values on a box with what they are; `orbital` has index, spin, occupation and energy (Hartree) where they are an orbital."""

    name: str
    quantity: str
    box: Box
    values: np.ndarray
    orbital: dict[str, Any] | None = None

    def header(self) -> dict[str, Any]:
        """The header as core's GridHeader has it."""
        step = self.box.spacing
        return {
            "name": self.name,
            "quantity": self.quantity,
            "orbital": self.orbital,
            "shape": list(self.box.shape),
            "origin": [float(x) for x in self.box.origin],
            "axes": [[step, 0.0, 0.0], [0.0, step, 0.0], [0.0, 0.0, step]],
            "length_unit": "Bohr",
            "value_unit": _UNITS[self.quantity],
            "minimum": float(self.values.min()),
            "maximum": float(self.values.max()),
        }

    def encoded(self) -> bytes:
        """The grid as core's `encodeGrid` writes it: length of the header (uint32), header padded with blanks to fours, float32 values."""
        text = json.dumps(self.header(), ensure_ascii=False, separators=(",", ":")).encode()
        text += b" " * (-len(text) % 4)
        return len(text).to_bytes(4, "little") + text + self.values.astype("<f4").tobytes()

    def cube_points_as_json(self, places: list[str]) -> str:
        """The platform's list of points, as JSON: x, y, z (bohr) and val, six digits. `places` are those of the box.

        A grid of ibuprofen has 140 000 points; as Python objects they would take as long as the integrals of a small basis.
        """
        points = [f'{place}"val":{value:.6g}}}' for place, value in zip(places, self.values.tolist(), strict=True)]
        return f"[{','.join(points)}]"


def box_around(mole, spacing: float = _SPACING_ANGSTROM, margin: float = _MARGIN_ANGSTROM) -> Box:
    """The box around a PySCF molecule (spacing and margin in Angstrom); of large molecules the spacing grows so that it stays readable."""
    places = mole.atom_coords()
    low, high = places.min(axis=0) - margin / ANGSTROM_PER_BOHR, places.max(axis=0) + margin / ANGSTROM_PER_BOHR
    # Coordinates are written with three decimals; a spacing of whole thousandths stays even there.
    step = round(max(spacing / ANGSTROM_PER_BOHR, float(np.prod(high - low) / _MOST_POINTS) ** (1 / 3)), 3)
    x, y, z = (int(n) for n in np.ceil((high - low) / step) + 1)
    return Box(np.round(low, 3), step, (x, y, z))


def density_fields(mean_field, box: Box) -> list[Field]:
    """The electron density; of an open shell also that of each spin and their difference."""
    spins = spin_densities(mean_field)
    matrices = [np.sum(spins, axis=0)] if np.asarray(mean_field.mo_coeff).ndim == 2 else list(spins)

    def densities(functions: np.ndarray) -> list[np.ndarray]:
        return [np.einsum("pi,pi->p", functions @ matrix, functions) for matrix in matrices]

    return _named_densities(box, _densities(mean_field.mol, len(matrices), box, densities))


def density_fields_of_orbitals(mole, spins: list[tuple[np.ndarray, np.ndarray]], box: Box) -> list[Field]:
    """The densities of orbitals: coefficients (basis functions x orbitals) and occupations of both spins together, or of each.

    The same as `density_fields`, in a time that grows with the occupied orbitals alone.
    """
    filled = [(coefficients[:, occupations != 0], occupations[occupations != 0]) for coefficients, occupations in spins]

    def densities(functions: np.ndarray) -> list[np.ndarray]:
        return [(functions @ coefficients) ** 2 @ occupations for coefficients, occupations in filled]

    return _named_densities(box, _densities(mole, len(filled), box, densities))


def _named_densities(box: Box, values: np.ndarray) -> list[Field]:
    """The fields of a density, or of those of both spins (densities x points)."""
    if len(values) == 1:
        return [Field("density_cube", "density", box, values[0])]
    alpha, beta = values
    return [
        Field("density_cube", "density", box, alpha + beta),
        Field("density_cube_alpha", "density_alpha", box, alpha),
        Field("density_cube_beta", "density_beta", box, beta),
        Field("density_cube_difference", "density_difference", box, alpha - beta),
    ]


def orbital_fields(mean_field, box: Box, occupied: int, empty: int) -> list[Field]:
    """So many orbitals below and above the gap, of each spin for an open shell. The largest lobe of each is positive."""
    coefficients = np.asarray(mean_field.mo_coeff)
    fields = []
    for position, levels in enumerate(orbital_levels(mean_field)):
        own = coefficients if levels.spin is None else coefficients[position]
        fields += level_fields(mean_field.mol, levels, own, box, occupied, empty)
    return fields


def level_fields(mole, levels: OrbitalLevels, coefficients: np.ndarray, box: Box, occupied: int, empty: int) -> list[Field]:
    """So many orbitals of one spin below and above the gap, of its levels and coefficients (basis functions x orbitals)."""
    filled = int(np.count_nonzero(levels.occupations > 0))
    indices = range(max(0, filled - occupied), min(coefficients.shape[1], filled + empty))
    if not len(indices):
        return []
    values = orbital_values(mole, coefficients[:, indices.start : indices.stop], box)
    key = "molecular_orbitals" + (f"_{levels.spin}" if levels.spin else "")
    fields = []
    for column, index in enumerate(indices):
        mine = values[:, column]
        mine = mine * np.sign(mine[np.argmax(np.abs(mine))])
        orbital = {
            "index": index,
            "spin": levels.spin,
            "occupation": round(float(levels.occupations[index])),
            "energy": float(levels.energies[index]),
        }
        fields.append(Field(f"{key}.{index}", "orbital", box, mine, orbital))
    return fields


def electrostatic_potential_field(mean_field, box: Box) -> Field:
    """The electrostatic potential; a point within 1e-3 bohr of a nucleus takes the potential at that distance."""
    return Field("electrostatic_potential_cube", "electrostatic_potential", box, electrostatic_potential(mean_field, box.points()))


def electrostatic_potential(mean_field, points: np.ndarray) -> np.ndarray:
    """The electrostatic potential (Hartree/e) of nuclei and electrons at points (bohr, n x 3)."""
    mole = mean_field.mol
    density = np.sum(spin_densities(mean_field), axis=0)
    values = np.empty(len(points))
    # Each block holds one integral of each pair of functions and point; in the processor's cache they are computed in half the time.
    block = max(16, min(2000, int(2e6 / mole.nao**2)))
    for start in range(0, len(points), block):
        part = points[start : start + block]
        distances = np.linalg.norm(part[:, None, :] - mole.atom_coords()[None, :, :], axis=2)
        nuclei = (mole.atom_charges() / np.maximum(distances, 1e-3)).sum(axis=1)
        integrals = mole.intor("int1e_grids", hermi=1, grids=part)
        # PySCF's points run fastest, so that this is one product of a vector and a matrix, without a copy.
        electrons = density.T.reshape(-1) @ integrals.transpose(2, 1, 0).reshape(mole.nao**2, -1)
        values[start : start + block] = nuclei - electrons
    return values


def _densities(mole, count: int, box: Box, densities: Callable[[np.ndarray], list[np.ndarray]]) -> np.ndarray:
    """
    Values of densities at the points (densities x points); of the voxels around heavy nuclei their means, so that the sum over the grid is
    the number of electrons. `densities` makes `count` densities at points of the values of the basis functions there (points x functions).
    """

    def evaluate(points: np.ndarray) -> np.ndarray:
        values = np.empty((count, len(points)))
        for start in range(0, len(points), _BLOCK):
            functions = mole.eval_gto(_evaluator(mole), points[start : start + _BLOCK])
            for row, part in zip(values, densities(functions), strict=True):
                row[start : start + _BLOCK] = part
        return values

    values = evaluate(box.points())
    average_at_nuclei(values, box.shape, box.origin, box.spacing, mole.atom_coords(), mole.atom_charges(), evaluate)
    return values


def orbital_values(mole, coefficients: np.ndarray, box: Box) -> np.ndarray:
    """Values (bohr^(-3/2), points x orbitals) of orbitals given by their coefficients (basis functions x orbitals)."""
    points = box.points()
    values = np.empty((len(points), coefficients.shape[1]))
    for start in range(0, len(points), _BLOCK):
        values[start : start + _BLOCK] = mole.eval_gto(_evaluator(mole), points[start : start + _BLOCK]) @ coefficients
    return values


def _evaluator(mole) -> str:
    return "GTOval_cart" if mole.cart else "GTOval_sph"
