"""What is folded together: chains with their names, in the order protein, DNA, RNA, ligand; and a prediction of it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from ..errors import InputError
from .predicted import chain_name

KINDS = ("protein", "dna", "rna", "ligand")


@dataclass(frozen=True)
class Part:
    """A chain or a ligand: `text` is its sequence or SMILES."""

    kind: str
    name: str
    text: str
    cyclic: bool = False


@dataclass
class Assembly:
    """The parts of a job, and where they are among those of their kind."""

    parts: list[Part]

    def of(self, kind: str) -> list[Part]:
        return [part for part in self.parts if part.kind == kind]

    def part(self, kind: str, index: int, path: str) -> Part:
        """A part by its kind and place (0-based). Raises InputError where it is not there."""
        found = self.of(kind)
        if not 0 <= index < len(found):
            raise InputError(f"There is no {kind} number {index + 1}: {len(found)} given.", field=path)
        return found[index]


@dataclass
class Prediction:
    """One sample: structure in the shape `Pdb`, scores between 0 and 1, pLDDT for each residue, and the affinity where it was predicted."""

    structure: dict[str, Any]
    scores: dict[str, float]
    lddt: list[float] | None = None
    affinity: dict[str, float] | None = None
    messages: list[str] = field(default_factory=list)


def assembly_of(data: dict[str, Any]) -> Assembly:
    """The parts of a job's data. Raises InputError where there is no sequence."""
    parts: list[Part] = []

    def add(kind: str, text: str, cyclic: bool = False) -> None:
        parts.append(Part(kind, chain_name(len(parts)), text, cyclic))

    for kind in KINDS[:3]:
        for one in data.get(f"initial_{kind}_sequences") or []:
            text = one.get("sequence") if isinstance(one, dict) else one
            add(kind, re.sub(r"\s", "", str(text or "")).upper(), isinstance(one, dict) and bool(one.get("cyclic")))
    if not parts:
        raise InputError("Give at least one protein, DNA or RNA sequence.", field="initial_protein_sequences")
    for smiles in data.get("initial_smiles_list") or []:
        add("ligand", str(smiles).strip())
    return Assembly(parts)


def token(assembly: Assembly, given: dict[str, Any], path: str) -> tuple[Part, int, str | None]:
    """Return what a constraint names: the part, the residue counted from 1, and the atom. Raises InputError where it is not there."""
    part = assembly.part(str(given.get("input_type")), int(given.get("input_index") or 0), path)
    index = int(given.get("token_index") or 0)
    atom = given.get("atom_name") or None
    if part.kind != "ligand" and not 0 <= index < len(part.text):
        raise InputError(f"Chain {part.name} has {len(part.text)} residues; there is no number {index + 1}.", field=path)
    if part.kind == "ligand" and atom is None:
        raise InputError("A constraint on a ligand names one of its atoms.", field=path)
    return part, index + 1, atom
