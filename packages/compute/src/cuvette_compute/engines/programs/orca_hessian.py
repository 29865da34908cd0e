"""The matrices of ORCA's Hessian file (`job.hess`)."""

from __future__ import annotations

import numpy as np

from ...units import DEBYE_PER_E_ANGSTROM


def hessian_sections(lines: list[str]) -> dict[str, list[str]]:
    """The lines of each section by its name (`$hessian`), without comments and empty ones."""
    sections: dict[str, list[str]] = {}
    name = ""
    for line in lines:
        if line.startswith("$"):
            name = line.split()[0]
            sections[name] = []
        elif name and line.strip() and not line.startswith("#"):
            sections[name].append(line)
    return sections


def square_matrix(lines: list[str]) -> np.ndarray | None:
    """A symmetric matrix (Hartree/bohr^2 for `$hessian`) in blocks of columns; None where rows are missing."""
    if not lines:
        return None
    size = int(lines[0])
    # A header may name any size: the matrix that follows must have as many numbers.
    if size <= 0 or size * size > 12 * sum(map(len, lines)):
        return None
    matrix = np.full((size, size), np.nan)
    columns: list[int] = []
    for line in lines[1:]:
        words = line.split()
        if all(word.isdigit() for word in words):
            columns = [int(word) for word in words]
        elif columns and len(words) == len(columns) + 1:
            matrix[int(words[0]), columns] = [float(word) for word in words[1:]]
    return None if np.isnan(matrix).any() else (matrix + matrix.T) / 2


def dipole_derivatives(lines: list[str], atoms: int) -> np.ndarray | None:
    """Derivatives of the dipole moment (Debye/Angstrom, 3N x 3) of those in atomic units; None where they are missing or zero."""
    try:
        rows = [[float(word) for word in line.split()] for line in lines[1:]]
    except ValueError:
        return None
    if len(rows) != 3 * atoms or any(len(row) != 3 for row in rows):
        return None
    values = np.array(rows)
    return values * DEBYE_PER_E_ANGSTROM if np.isfinite(values).all() and values.any() else None
