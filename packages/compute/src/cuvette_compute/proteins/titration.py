"""Protonation of side chains: pKa values of a structure by PROPKA, and the state of each residue at a pH.

PROPKA 3: Olsson, Søndergaard, Rostkowski and Jensen, J. Chem. Theory Comput. 2011, 7, 525 (10.1021/ct100578z); Søndergaard, Olsson,
Rostkowski and Jensen, J. Chem. Theory Comput. 2011, 7, 2284 (10.1021/ct200133y).
"""

from __future__ import annotations

import io
import logging
import math
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from ..errors import InputError, MethodNotAvailable

STATES = {
    "ASP": ("ASP", "ASH"),
    "GLU": ("GLU", "GLH"),
    "HIS": ("HID", "HIE", "HIP"),
    "LYS": ("LYS", "LYN"),
    "CYS": ("CYS", "CYM"),
}
"""The states that can be built of each residue, by the names of Amber; core has them too (`protein-preparation.ts`)."""
# The state with the proton and the one without; of histidine without it there are two, which the surroundings decide.
_WITH, _WITHOUT = (
    {"ASP": "ASH", "GLU": "GLH", "HIS": "HIP", "LYS": "LYS", "CYS": "CYS"},
    {"ASP": "ASP", "GLU": "GLU", "LYS": "LYN", "CYS": "CYM"},
)
# OpenMM's name of a cysteine without its hydrogen.
_OPENMM = {"CYM": "CYX"}
# PROPKA gives this to a cysteine in a disulfide.
_NEVER = 99.0
# Å between a nitrogen of histidine and a metal that it binds, or the partner of a hydrogen bond.
_METAL, _HYDROGEN_BOND = 2.8, 3.5
_METALS = frozenset("MG CA MN FE CO NI CU ZN CD HG NA K".split())
_DONORS = frozenset({("LYS", "NZ"), ("ARG", "NE"), ("ARG", "NH1"), ("ARG", "NH2"), ("ASN", "ND2"), ("GLN", "NE2"), ("TRP", "NE1")})
_RESIDUES_PER_CHAIN = 9000
_CHAINS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


@dataclass(frozen=True)
class Place:
    """An atom of the structure: its names, element in capitals, and place in Å."""

    residue: int
    name: str
    element: str
    at: tuple[float, float, float]


def propka_version() -> str:
    return version("propka")


def pka_values(residues: list[tuple[str, int, bool]], atoms: list[Place]) -> dict[int, float]:
    """The pKa of the side chains that PROPKA knows, by the index of their residue.

    `residues` are (name, chain, whether it is part of a chain) in the order of their indices. Raises MethodNotAvailable without PROPKA,
    and what PROPKA raises.
    """
    try:
        from propka.run import single
    except ImportError as error:
        raise MethodNotAvailable("PROPKA does not load here.", detail=str(error)) from error
    logging.getLogger("propka").setLevel(logging.CRITICAL)
    done = single("structure.pdb", optargs=["--quiet"], stream=io.StringIO(_pdb(residues, atoms)), write_pka=False)
    names = {_place(index): index for index in range(len(residues))}
    found: dict[int, float] = {}
    for group in done.conformations["AVR"].get_titratable_groups():
        index = names.get((group.atom.chain_id, group.atom.res_num))
        if index is not None and group.residue_type == residues[index][0] and math.isfinite(group.pka_value):
            found[index] = round(float(group.pka_value), 2)
    return found


def _place(index: int) -> tuple[str, int]:
    return _CHAINS[index // _RESIDUES_PER_CHAIN % len(_CHAINS)], index % _RESIDUES_PER_CHAIN + 1


def _pdb(residues: list[tuple[str, int, bool]], atoms: list[Place]) -> str:
    """PDB text of the heavy atoms. PROPKA places its own hydrogens."""
    lines: list[str] = []
    last: int | None = None
    for serial, atom in enumerate(atoms, 1):
        name, chain, polymer = residues[atom.residue]
        if last is not None and chain != last:
            lines.append("TER")
        last = chain
        letter, number = _place(atom.residue)
        padded = f" {atom.name:<3}" if len(atom.element) == 1 and len(atom.name) < 4 else f"{atom.name:<4}"
        x, y, z = atom.at
        lines.append(
            f"{'ATOM  ' if polymer else 'HETATM'}{serial % 100000:5d} {padded[:4]} {name[:3]:>3} {letter}{number:4d}    "
            f"{x:8.3f}{y:8.3f}{z:8.3f}{1.0:6.2f}{0.0:6.2f}          {atom.element:>2}"
        )
    return "\n".join([*lines, "END", ""])


def state_at(name: str, pka: float, ph: float, tautomer: Callable[[], str]) -> str:
    """The state of a residue at a pH; of a neutral histidine `tautomer` says which one."""
    if ph < pka:
        return _WITH[name]
    return tautomer() if name == "HIS" else _WITHOUT[name]


def built_state(name: str, atoms: set[str]) -> str:
    """The state that a residue has by the names of its hydrogens; of a histidine without any on its nitrogens, HIE."""
    if name == "HIS":
        return {(True, True): "HIP", (True, False): "HID"}.get(("HD1" in atoms, "HE2" in atoms), "HIE")
    proton = {"ASP": {"HD1", "HD2"}, "GLU": {"HE1", "HE2"}, "CYS": {"HG"}}
    has_it = {"HZ1", "HZ2", "HZ3"} <= atoms if name == "LYS" else bool(atoms & proton[name])
    return (_WITH if has_it else _WITHOUT)[name]


def histidine_tautomer(index: int, residues: list[tuple[str, int, bool]], near: list[Place], own: dict[str, Place]) -> str:
    """Which nitrogen of a neutral histidine has the hydrogen: HID or HIE.

    A metal takes the bare one; a hydrogen points to an acceptor, the bare nitrogen to a donor. Where nothing decides, Nε2 has it, as
    mostly in free histidine. `near` are the heavy atoms around, `own` those of the residue by name.
    """

    def pull(name: str) -> int:
        """How much the surroundings of a nitrogen ask for a hydrogen on it."""
        asked = 0
        for other in near:
            if other.residue == index:
                continue
            apart = math.dist(own[name].at, other.at)
            if other.element in _METALS and apart <= _METAL:
                return -100
            if apart > _HYDROGEN_BOND:
                continue
            if other.element == "O" and (residues[other.residue][0], other.name) not in {
                ("SER", "OG"),
                ("THR", "OG1"),
                ("TYR", "OH"),
                ("HOH", "O"),
            }:
                asked += 1
            elif other.element == "N" and residues[other.residue][2]:
                is_donor = other.name == "N" or (residues[other.residue][0], other.name) in _DONORS
                asked -= 1 if is_donor and residues[other.residue][0] != "PRO" else 0
        return asked

    return "HID" if pull("ND1") > pull("NE2") else "HIE"


def check_states(given: Any) -> dict[str, str]:
    """States that a person chose: the key of a residue and its state. Raises InputError."""
    known = {state for states in STATES.values() for state in states}
    if not isinstance(given, dict) or not all(isinstance(key, str) and state in known for key, state in given.items()):
        raise InputError(f"The protonation states name residues and one of {', '.join(sorted(known))} each.", field="protonation_states")
    return given


def openmm_variant(state: str) -> str:
    """OpenMM's name of a state."""
    return _OPENMM.get(state, state)


def is_in_disulfide(pka: float) -> bool:
    """Whether PROPKA's value says that a cysteine has no hydrogen to give."""
    return pka >= _NEVER
