"""Basis sets by the platform's names, as PySCF takes them.

Most come with PySCF. vDZP (10.1063/5.0133026, with its effective core potentials) and MIDI! (10.1007/s002140050251) do not; their numbers
lie in `data/`, taken from the Basis Set Exchange 0.12 (BSD-3, 10.1021/acs.jcim.9b00725) in PySCF's own layout.
"""

from __future__ import annotations

import json
import warnings
from functools import cache
from pathlib import Path
from typing import Any

from ...errors import InputError, MethodNotAvailable
from ...structures.elements import SYMBOLS, atom_name
from ...structures.molecule import Molecule

_OWN = {"vdzp": "vdzp", "midix": "midix"}
# Names that mean a basis under another name.
_ALIASES = {"mtzvp": "def2-mTZVP"}
# Pople's sets were made with six Cartesian d functions; every program uses them so.
_CARTESIAN = ("sto-", "3-21g", "6-31g", "6-31+", "6-31++")
_NO_ECP_UP_TO = 36


@cache
def _own(name: str) -> dict[str, Any]:
    return json.loads((Path(__file__).parent / "data" / f"{name}.json").read_text("utf-8"))


def is_cartesian(name: str) -> bool:
    """Whether the set has Cartesian d functions: 6-31G(d) and its relatives."""
    return name.lower().startswith(_CARTESIAN)


def shells(name: str, number: int) -> list[Any]:
    """The shells of an element in PySCF's layout; an empty list where the set does not have the element.

    Raises MethodNotAvailable for a set that nobody here knows.
    """
    from pyscf import gto
    from pyscf.lib.exceptions import BasisNotFoundError

    key = name.strip().lower()
    symbol = SYMBOLS[number]
    if key in _OWN:
        return _own(_OWN[key]).get(symbol, {}).get("basis", [])
    if _hydrogen_is_missing(_ALIASES.get(key, name)):
        raise MethodNotAvailable(f"The basis set {name} is not there on this server.")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return gto.basis.load(_ALIASES.get(key, name), symbol) or []
    except (BasisNotFoundError, KeyError, RuntimeError):
        return []


@cache
def _hydrogen_is_missing(name: str) -> bool:
    """Every set of the list has hydrogen: a name without it is no name of a set."""
    from pyscf import gto

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return not gto.basis.load(name, "H")
    except Exception:  # PySCF has several errors for a name that it does not know
        return True


def core_potential(name: str, number: int) -> Any | None:
    """The effective core potential of an element in the set; None where all electrons are treated."""
    from pyscf import gto

    key = name.strip().lower()
    if key in _OWN:
        return _own(_OWN[key])[SYMBOLS[number]].get("ecp")
    if number <= _NO_ECP_UP_TO or not _ALIASES.get(key, key).startswith("def2"):
        return None
    try:
        return gto.basis.load_ecp("def2-TZVP", SYMBOLS[number]) or None
    except Exception:  # an element that the def2 potentials leave out has none
        return None


def check_basis(name: str, molecule: Molecule, field_path: str) -> None:
    """Refuse a set that this server does not have, or that lacks one of the molecule's elements, with the atom's name."""
    for index, number in enumerate(molecule.numbers):
        try:
            found = shells(name, int(number))
        except MethodNotAvailable as error:
            raise MethodNotAvailable(error.reason, field=f"{field_path}.basis_set") from error
        if not found:
            fixed = field_path.endswith("_method")
            advice = (
                "It belongs to the method, which has no other."
                if fixed
                else "Choose a set that covers all elements, for instance def2-SVP."
            )
            raise InputError(
                f"The basis set {name} has no functions for {SYMBOLS[int(number)]} (atom {atom_name(int(number), index)}). {advice}",
                field=field_path if fixed else f"{field_path}.basis_set",
            )
        if int(number) > _NO_ECP_UP_TO and name.lower().startswith("def2") and core_potential(name, int(number)) is None:
            raise InputError(
                f"The basis set {name} needs an effective core potential for {SYMBOLS[int(number)]}, which this server does not have.",
                field=f"{field_path}.basis_set",
            )


def auxiliary_basis(name: str) -> str | None:
    """The fitting set: Weigend's universal one; None leaves the choice to PySCF, which has one for each correlation-consistent set.

    For Coulomb alone a smaller set would do, but it shifts energies by 1e-4 Hartree, and the time goes elsewhere.
    """
    return None if "cc-p" in name.lower() else "def2-universal-jkfit"
