"""What a file says of its orbitals: shells of Gaussian functions, and coefficients of these functions in the file's own order."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

# Higher momenta are not in any of the forms that are read. More functions take minutes to check and to draw.
MOST_MOMENTUM, MOST_FUNCTIONS = 6, 3000


class OrbitalsNotReadable(Exception):
    """Orbitals that cannot be read or drawn; the message is a sentence for the reader of the imported calculation."""


@dataclass(frozen=True)
class Shell:
    """A shell of contracted Gaussian functions on one centre: real spherical harmonics where `is_pure`, else Cartesian products.

    `exponents` in bohr^-2 and `coefficients` have one entry for each primitive, the latter as the file has them.
    """

    centre: int
    momentum: int
    is_pure: bool
    exponents: np.ndarray
    coefficients: np.ndarray

    @property
    def size(self) -> int:
        """The number of its functions."""
        return 2 * self.momentum + 1 if self.is_pure else (self.momentum + 1) * (self.momentum + 2) // 2


@dataclass(frozen=True)
class SpinOrbitals:
    """Orbitals of one spin, or of both together: coefficients (functions of the file x orbitals), energies (Hartree), occupations."""

    coefficients: np.ndarray
    energies: np.ndarray
    occupations: np.ndarray

    def ordered(self) -> SpinOrbitals:
        """The occupied orbitals before the empty ones, each part by energy; natural orbitals without energies by falling occupation."""
        keys = self.energies if np.any(self.energies) else -self.occupations
        order = np.lexsort((keys, self.occupations < 0.5 * max(1.0, float(self.occupations.max(initial=0.0)))))
        return SpinOrbitals(self.coefficients[:, order], self.energies[order], self.occupations[order])


@dataclass(frozen=True)
class FileOrbitals:
    """The orbitals of a file: centres (atomic numbers, positions in bohr, charges without cores), shells, and the orbitals of each spin.

    `spins` has one entry for orbitals of both spins together, two (alpha, beta) otherwise. `cartesian_order` names the products of each
    momentum in the order of the file ("xx yy zz xy xz yz"). `program` wrote it, where it is known.
    """

    numbers: list[int]
    positions: np.ndarray
    charges: np.ndarray
    shells: list[Shell]
    spins: list[SpinOrbitals]
    cartesian_order: dict[int, str]
    program: str | None = None

    @property
    def electrons(self) -> float:
        """The electrons in these orbitals."""
        return float(sum(spin.occupations.sum() for spin in self.spins))


def counted(shells: list[Shell]) -> int:
    """The number of functions of shells. Raises OrbitalsNotReadable for too many."""
    functions = sum(shell.size for shell in shells)
    if functions > MOST_FUNCTIONS:
        raise OrbitalsNotReadable(f"The orbitals are not drawn: they have {functions} basis functions; up to {MOST_FUNCTIONS} are read.")
    return functions


def checked(orbitals: FileOrbitals) -> FileOrbitals:
    """The orbitals, if their arrays fit together. Raises OrbitalsNotReadable else."""
    functions = sum(shell.size for shell in orbitals.shells)
    for spin in orbitals.spins:
        rows, columns = spin.coefficients.shape
        if rows != functions:
            raise OrbitalsNotReadable(
                f"The orbitals were not read: the file has {functions} basis functions and {rows} coefficients for each."
            )
        if len(spin.energies) != columns or len(spin.occupations) != columns:
            raise OrbitalsNotReadable("The orbitals were not read: some of them have no energy or no occupation.")
        if not all(np.isfinite(values).all() for values in (spin.coefficients, spin.energies, spin.occupations)):
            raise OrbitalsNotReadable("The orbitals were not read: some numbers are not finite.")
    for shell in orbitals.shells:
        if not 0 <= shell.momentum <= MOST_MOMENTUM or not 0 <= shell.centre < len(orbitals.numbers):
            raise OrbitalsNotReadable("The orbitals were not read: a shell of the basis set is not known or belongs to no atom.")
        if not len(shell.exponents) or not (np.isfinite(shell.coefficients).all() and (shell.exponents > 0).all()):
            raise OrbitalsNotReadable("The orbitals were not read: a shell of the basis set has no valid exponents.")
    return orbitals
