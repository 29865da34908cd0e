"""Residues that a chain should have and the structure has not."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ..errors import InputError
from .structure import Entry, take

# A longer loop is a guess that no experiment supports; the gap is left open and reported.
LONGEST_GAP = 20

_THREE = dict(
    zip(
        "ARNDCQEGHILKMFPSTWYV",
        "ALA ARG ASN ASP CYS GLN GLU GLY HIS ILE LEU LYS MET PHE PRO SER THR TRP TYR VAL".split(),
        strict=True,
    )
)
_ONE = {name: letter for letter, name in _THREE.items()}


@dataclass
class Gap:
    """Missing residues of a chain before the residue at `index`; `index` equal to the chain's length means its end."""

    chain: str
    index: int
    keys: list[str]
    names: list[str]
    inside: bool


def _place(key: str) -> tuple[int, str]:
    found = re.match(r"^.*\.(-?\d+)([A-Za-z]?)$", key)
    return (int(found[1]), found[2]) if found else (0, "")


def _from_remarks(chain: str, residues: list[Entry], missing: list[dict[str, Any]]) -> list[Gap]:
    """Gaps from the list of unobserved residues that the file has (REMARK 465, or pdbx_unobs_or_zero_occ_residues)."""
    found: dict[int, Gap] = {}
    places = [_place(entry.key) for entry in residues]
    for one in missing:
        identifier = str(one.get("id") or "")
        if identifier.rpartition(".")[0] != chain:
            continue
        own = _place(identifier)
        index = next((i for i, place in enumerate(places) if place > own), len(places))
        if own in places:
            continue
        gap = found.setdefault(index, Gap(chain, index, [], [], 0 < index < len(places)))
        gap.keys.append(identifier)
        gap.names.append(str(one.get("name") or "UNK"))
    return list(found.values())


def _offset(residues: list[Entry], sequence: str) -> int | None:
    """Where in the sequence the first residue is, by numbering and names; None where they do not fit each other in one way."""
    numbers = [entry.number for entry in residues if entry.number is not None]
    if not sequence or len(numbers) < len(residues) or any(entry.insertion for entry in residues):
        return None
    if any(after <= before for before, after in pairwise(numbers)):
        return None
    first = numbers[0]
    span = numbers[-1] - first + 1
    observed = {number - first: _ONE.get(entry.name, "X") for number, entry in zip(numbers, residues, strict=True)}
    if set(observed.values()) == {"X"}:
        return None
    fits = [
        offset
        for offset in range(len(sequence) - span + 1)
        if all(letter == "X" or sequence[offset + place] in (letter, "X") for place, letter in observed.items())
    ]
    return fits[0] if len(fits) == 1 else None


def _from_sequence(chain: str, residues: list[Entry], sequence: str) -> list[Gap]:
    """Gaps where the numbering jumps and the sequence of the file says what was there; none where the two do not fit each other."""
    offset = _offset(residues, sequence)
    if offset is None:
        return []
    numbers = [entry.number or 0 for entry in residues]
    first = numbers[0]
    gaps: list[Gap] = []
    for index in range(1, len(residues)):
        between = range(numbers[index - 1] + 1, numbers[index])
        if between:
            names = [_THREE.get(sequence[offset + number - first], "UNK") for number in between]
            gaps.append(Gap(chain, index, [f"{chain}.{number}" for number in between], names, True))
    return gaps


def find_gaps(pdb: dict[str, Any], chains: dict[str, list[Entry]]) -> list[Gap]:
    """The gaps of all chains: from the file's list of unobserved residues, for chains without one from sequence and numbering."""
    missing = [one for one in ((pdb.get("experiment") or {}).get("missing_residues") or []) if isinstance(one, dict)]
    polymers = (pdb["models"][0].get("polymer")) or {}
    gaps: list[Gap] = []
    for chain, residues in chains.items():
        found = _from_remarks(chain, residues, missing)
        gaps += found or _from_sequence(chain, residues, str((polymers.get(chain) or {}).get("sequence") or ""))
    return gaps


def with_sequences(pdb: dict[str, Any], sequences: dict[str, str]) -> dict[str, Any]:
    """The structure with these sequences (one-letter codes, by chain) in place of the file's and of its list of unobserved residues.

    Raises InputError for a chain that is not there, and for a sequence that its residues do not fit by name and number.
    """
    model = pdb["models"][0]
    polymers = dict(model.get("polymer") or {})
    chains: dict[str, list[Entry]] = {}
    for entry in take(pdb).of("polymer"):
        chains.setdefault(entry.chain, []).append(entry)
    for chain, text in sequences.items():
        field, sequence = f"sequence_overrides.{chain}", "".join(text.split()).upper()
        if chain not in chains:
            raise InputError(f"The structure has no chain {chain!r}; it has {', '.join(sorted(chains))}.", field=field)
        strange = sorted(set(sequence) - set(_THREE) - {"X"})
        if strange:
            raise InputError(f"The sequence of chain {chain} holds {', '.join(strange)}, which stand for no amino acid.", field=field)
        if _offset(chains[chain], sequence) is None:
            raise InputError(
                f"The residues of chain {chain} do not fit its sequence by their names and numbers, or fit it in several ways.", field=field
            )
        polymers[chain] = {**polymers[chain], "sequence": sequence}
    experiment = pdb.get("experiment") or {}
    missing = [
        one
        for one in experiment.get("missing_residues") or []
        if not (isinstance(one, dict) and str(one.get("id") or "").rpartition(".")[0] in sequences)
    ]
    return {**pdb, "models": [{**model, "polymer": polymers}], "experiment": {**experiment, "missing_residues": missing}}
