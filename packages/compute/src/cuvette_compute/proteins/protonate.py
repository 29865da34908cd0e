"""The protonation states that a preparation builds: by PROPKA, or chosen by hand."""

from __future__ import annotations

import math
from typing import Any

from ..errors import InputError, MethodNotAvailable
from . import fixer as pdbfixer
from .gaps import Gap
from .structure import FIRST_NUMBER, Taken, atom_name
from .titration import STATES, Place, built_state, histidine_tautomer, is_in_disulfide, openmm_variant, pka_values, propka_version, state_at

_BY_STANDARD_PKA = (
    "Asp, Glu, His, Lys and Cys by the standard pKa of each side chain alone, neutral His by its hydrogen bonds; "
    "other residues and the ends of chains do not follow the pH"
)
_BY_PKA = (
    "Asp, Glu, His, Lys and Cys by their pKa in this structure (PROPKA), neutral His by its hydrogen bonds and metals; "
    "other residues and the ends of chains do not follow the pH"
)
# Å around a histidine within which its surroundings are looked at.
_AROUND = 4.0
_HISTIDINE = {("HD1", "HE2"): "HIP", ("HD1",): "HID", ("HE2",): "HIE"}


def choose_states(
    fixer: Any, taken: Taken, built: dict[tuple[int, int], Gap], options: Any, report: dict[str, Any], with_pka: bool = True
) -> None:
    """Set the states that hydrogens are added by, before PDBFixer adds them; the report gets `titration` and `protonation_model`.

    Without `with_pka` no values are computed that no state follows. A state that follows neither the pKa nor a person's choice is known
    when the hydrogens are there (`fill_states`). Raises InputError where a state is chosen for a residue that is not there or cannot
    have it.
    """
    residues = list(fixer.topology.residues())
    keys = _keys(residues, taken, built)
    chosen = {keys[index]: index for index in range(len(residues)) if residues[index].name in STATES}
    for key, state in options.protonation_states.items():
        index = chosen.get(key)
        if index is None or state not in STATES[residues[index].name]:
            raise InputError(f"{key} is not a residue of the structure that can be {state}.", field="protonation_states")
    by_pka = _values(fixer, taken, report) if options.protonate_by_pka else {}
    # Reports the values also where the states do not follow them: whoever prepares the protein again chooses by them.
    only_reported = with_pka and not options.protonate_by_pka
    values = _values(fixer, taken, {**report, "deviations": []}) if only_reported else by_pka
    report["protonation_model"] = _BY_PKA if by_pka else _BY_STANDARD_PKA
    atoms = _places(fixer)
    numbers = [(one.name, one.chain.index, _is_polymer(one, taken)) for one in residues]
    for key, index in chosen.items():
        name, pka, by_hand = residues[index].name, values.get(index), options.protonation_states.get(key)
        if pka is not None and is_in_disulfide(pka):
            continue
        state = by_hand
        if state is None and pka is not None and index in by_pka:
            own = {atom.name: atom for atom in atoms if atom.residue == index}
            state = state_at(name, pka, options.add_hydrogen_ph, lambda i=index, o=own: _tautomer(fixer, i, numbers, atoms, o))
        if state is None and pka is None:
            continue
        if state is not None:
            fixer.variants = {**fixer.variants, index: openmm_variant(state)}
        chosen_by = "by_hand" if by_hand else "standard" if state is None else "pka"
        report["titration"].append({"residue": key, "name": name, "pka": pka, "state": state, "chosen": chosen_by})
    _tell_of_tyrosines(residues, keys, by_pka, options.add_hydrogen_ph, report)


def fill_states(structure: dict[str, Any], report: dict[str, Any]) -> None:
    """Set the states in `titration` that the hydrogens of the prepared structure decided."""
    residues = {key: one for chain in structure["models"][0]["polymer"].values() for key, one in chain["residues"].items()}
    for one in report["titration"]:
        if one["state"] is None:
            one["state"] = built_state(one["name"], {atom_name(atom) for atom in residues[one["residue"]]["atoms"].values()})


def _keys(residues: list[Any], taken: Taken, built: dict[tuple[int, int], Gap]) -> list[str]:
    """The key of each residue, also of those that are built."""
    labels = {entry.label: entry.chain for entry in taken.of("polymer")}
    waiting: dict[str, list[str]] = {}
    for _, gap in sorted(built.items()):
        waiting.setdefault(gap.chain, []).extend(gap.keys)
    return [taken.by_number[int(one.id)].key if int(one.id) >= FIRST_NUMBER else waiting[labels[one.chain.id]].pop(0) for one in residues]


def _is_polymer(residue: Any, taken: Taken) -> bool:
    number = int(residue.id)
    return number < FIRST_NUMBER or taken.by_number[number].place == "polymer"


def _places(fixer: Any) -> list[Place]:
    """All heavy atoms but those of waters."""
    where = pdbfixer.positions_in_angstrom(fixer)
    return [
        Place(atom.residue.index, atom.name, atom.element.symbol.upper(), where[atom.index])
        for atom in fixer.topology.atoms()
        if atom.element is not None and atom.element.symbol != "H" and atom.residue.name != "HOH"
    ]


def _values(fixer: Any, taken: Taken, report: dict[str, Any]) -> dict[int, float]:
    """pKa values by PROPKA: with ligands and ions, without them where it cannot read them, or none, which the report says."""
    residues = [(one.name, one.chain.index, _is_polymer(one, taken)) for one in fixer.topology.residues()]
    atoms = _places(fixer)
    protein = [atom for atom in atoms if residues[atom.residue][2]]
    try:
        found = pka_values(residues, atoms)
    except MethodNotAvailable as error:
        report["deviations"].append({"what": "The protonation states follow standard pKa values.", "reason": error.message})
        return {}
    except Exception:
        try:
            found = pka_values(residues, protein)
            what = "The pKa values were computed without ligands and ions."
            report["deviations"].append({"what": what, "reason": "PROPKA cannot read them."})
        except Exception as error:
            what = "The protonation states follow standard pKa values."
            report["deviations"].append({"what": what, "reason": f"PROPKA cannot read the structure: {error}."})
            return {}
    report["software"]["PROPKA"] = propka_version()
    return found


def _tautomer(fixer: Any, index: int, residues: list[tuple[str, int, bool]], atoms: list[Place], own: dict[str, Place]) -> str:
    """The neutral form of a histidine: the one that the file has, else by the surroundings."""
    residue = next(one for one in fixer.topology.residues() if one.index == index)
    names = {atom.name for atom in residue.atoms()} & {"HD1", "HE2"}
    given = _HISTIDINE.get(tuple(sorted(names)))
    if given in ("HID", "HIE") or not {"ND1", "NE2"} <= set(own):
        return given if given in ("HID", "HIE") else "HIE"
    near = [atom for atom in atoms if min(math.dist(atom.at, own[name].at) for name in ("ND1", "NE2")) <= _AROUND]
    return histidine_tautomer(index, residues, near, own)


def _tell_of_tyrosines(residues: list[Any], keys: list[str], by_pka: dict[int, float], ph: float, report: dict[str, Any]) -> None:
    """Tyrosines without their proton cannot be built here."""
    found = [f"TYR {keys[index]} (pKa {pka:.1f})" for index, pka in by_pka.items() if residues[index].name == "TYR" and pka < ph]
    if found:
        what = f"{', '.join(found)}: kept with the hydrogen."
        report["deviations"].append({"what": what, "reason": "The force field has no tyrosine without it."})
