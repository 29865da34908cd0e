"""Groups that close the ends of protein chains: acetyl (ACE) before the first residue, N-methylamide (NME) after the last."""

from __future__ import annotations

from . import fixer as pdbfixer
from .gaps import _ONE, Gap
from .structure import Entry, Taken, atom_name

_BACKBONE = {"N", "CA", "C"}
# What a free end has and a closed one has not.
_OF_FIRST, _OF_LAST = {"H", "H1", "H2", "H3"}, {"OXT", "HXT"}


def _chains(taken: Taken) -> dict[str, list[Entry]]:
    chains: dict[str, list[Entry]] = {}
    for entry in taken.of("polymer"):
        chains.setdefault(entry.chain, []).append(entry)
    return chains


def without_ends(taken: Taken) -> None:
    """Take out the atoms that only the free ends of protein chains have."""
    for residues in _chains(taken).values():
        for entry, names in ((residues[0], _OF_FIRST), (residues[-1], _OF_LAST)):
            if {atom_name(atom) for atom in entry.atoms} >= _BACKBONE:
                entry.atoms = [atom for atom in entry.atoms if atom_name(atom) not in names]


def cap_gaps(taken: Taken, chains: dict[str, list[Entry]], standardized: bool) -> list[Gap]:
    """The caps of each protein chain as residues to build, with free numbers before the first and after the last one.

    `standardized`: modified residues become standard ones. An end that is a cap, or no amino acid that PDBFixer can bind to, stays.
    """
    known = set(_ONE) | (set(pdbfixer.substitutions()) if standardized else set())
    taken_keys = {entry.key for entry in taken.entries}

    def is_open(entry: Entry) -> bool:
        return entry.name in known and {atom_name(atom) for atom in entry.atoms} >= _BACKBONE

    def free_key(chain: str, number: int, step: int) -> str:
        while f"{chain}.{number}" in taken_keys:
            number += step
        return f"{chain}.{number}"

    gaps = []
    for chain, residues in chains.items():
        first, last = residues[0], residues[-1]
        if is_open(first):
            gaps.append(Gap(chain, 0, [free_key(chain, (first.number or 1) - 1, -1)], ["ACE"], False))
        if is_open(last):
            gaps.append(Gap(chain, len(residues), [free_key(chain, (last.number or len(residues)) + 1, 1)], ["NME"], False))
    return gaps
