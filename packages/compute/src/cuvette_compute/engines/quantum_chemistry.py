"""What every engine of Hartree-Fock and density functionals refuses alike."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..errors import InputError, MethodNotAvailable
from ..methods.settings import method_title
from .base import Request

# Names reach the inputs of other programs.
_BASIS_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9(),+*_-]{0,39}")


def check_field(request: Request, own_basis: str | None, corrections: Iterable[str], field_path: str) -> str:
    """Return the basis set of a request, and refuse what no self-consistent field can be made from.

    `own_basis` is the set that the method brings, `corrections` are those that it takes. Raises InputError and MethodNotAvailable.
    """
    title = method_title(request.method)
    if request.molecule.multiplicity != 1 and request.reference == "restricted":
        raise InputError(
            f"A restricted reference cannot hold the unpaired electrons of multiplicity {request.molecule.multiplicity}. "
            "Use an unrestricted reference.",
            field=f"{field_path}.scf_settings.reference",
        )
    if int(request.molecule.numbers.sum()) == request.molecule.charge:
        raise InputError("A bare proton has no electrons; there is nothing to compute.", field="initial_molecule.charge")
    basis = own_basis or request.basis_set
    if not basis:
        raise InputError(f"{title} needs a basis set; choose one, for instance def2-SVP.", field=f"{field_path}.basis_set")
    if not _BASIS_NAME.fullmatch(basis):
        raise InputError(f"The basis set {basis[:60]!r} is not a name of a basis set.", field=f"{field_path}.basis_set")
    if own_basis and request.basis_set and request.basis_set.lower() != own_basis.lower():
        raise InputError(
            f"{title} brings its own basis set, {own_basis}; {request.basis_set} cannot be chosen.", field=f"{field_path}.basis_set"
        )
    known = tuple(corrections)
    for correction in request.corrections:
        if correction not in known:
            offered = ", ".join(known) or "none"
            raise MethodNotAvailable(
                f"The correction {correction} has no parameters for {title} on this server; available: {offered}.",
                field=f"{field_path}.corrections",
            )
    return basis


def is_unrestricted(request: Request) -> bool:
    """Whether the electrons of both spins have orbitals of their own: where that was asked for, else where some are unpaired."""
    return request.reference == "unrestricted" or (request.reference is None and request.molecule.multiplicity != 1)
