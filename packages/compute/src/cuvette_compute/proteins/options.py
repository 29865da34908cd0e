"""What a person may choose about the preparation of a protein."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal

from ..errors import InputError
from .titration import check_states


@dataclass(frozen=True)
class Options:
    """The choices, with their defaults; the names are those of the API's query."""

    find_missing_residues: bool = True
    """Build residues that are missing inside a chain; chain ends that were not observed are never built."""
    add_missing_atoms: bool = True
    """Add heavy atoms that a residue should have."""
    replace_nonstandard_residues: bool = True
    """Make selenomethionine methionine and the like, as PDBFixer's table has it."""
    remove_heterogens: bool = True
    """Drop ligands, ions and sugars that are not part of a chain."""
    keep_waters: bool = False
    """Keep the waters of the file."""
    remove_hydrogens: bool = False
    """Drop every hydrogen of the file first."""
    remove_invalid_hydrogens: bool = True
    """Drop hydrogens that no heavy atom of their residue holds, or that a standard residue has no name for."""
    add_hydrogens: bool = True
    """Add the hydrogens that are missing at the pH."""
    add_hydrogen_ph: float = 7.0
    protonate_by_pka: bool = True
    """Give Asp, Glu, His, Lys and Cys the state of their pKa in this structure (PROPKA), also where the file has other hydrogens; without
    it the hydrogens of the file stay, and the rest follows the pKa of each side chain alone."""
    protonation_states: dict[str, str] = field(default_factory=dict)
    """States chosen by hand: the key of a residue ("A.361") and one of its `titration.STATES`."""
    optimize_hydrogens: bool = True
    """Relax all hydrogens in the ff14SB force field, heavy atoms held."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Further:
    """What the preparation as a workflow offers besides."""

    kept_heterogens: frozenset[str] = frozenset()
    """Names ("MG") and keys ("A.301") of heterogens that stay although the others are dropped."""
    ends: Literal["templates", "ace_nme", "open"] = "templates"
    """What the ends of protein chains get: the terminal atoms that are missing (OXT), acetyl and N-methylamide groups, or nothing."""


def read_options(value: Any) -> Options:
    """Options from JSON; what is left out has its default. Raises InputError."""
    if value is None:
        return Options()
    if not isinstance(value, dict):
        raise InputError("The options are not an object.", field="options")
    known = {one.name for one in fields(Options)}
    given = {key: entry for key, entry in value.items() if key in known and entry is not None}
    for key, entry in given.items():
        if key == "add_hydrogen_ph":
            if isinstance(entry, bool) or not isinstance(entry, int | float) or not 0 <= entry <= 14:
                raise InputError("The pH must be a number from 0 to 14.", field=key)
            given[key] = float(entry)
        elif key == "protonation_states":
            given[key] = check_states(entry)
        elif not isinstance(entry, bool):
            raise InputError(f"{key} must be true or false.", field=key)
    return Options(**given)
