"""Bond-dissociation energies: both radicals minus the molecule, mapped to experiment by the line of the mode where it has one.

The lines of the platform's modes are published with the workflow (ExpBDE54). Those of our own modes are fitted to measured enthalpies
(core: methods/extensions.ts): by class of bond, or one for any bond. Where levels compute frequencies, the differences are those of
enthalpies. Without a line the plain difference is given, and named so.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from rdkit import Chem

from ..calculations.levels import (
    Level,
    LevelsResult,
    Piece,
    chain_levels,
    check_levels,
    level_deviations,
    level_rows,
    provenance,
    run_levels,
)
from ..calculations.stage import Outcome
from ..chemistry.bond_classes import bond_class
from ..chemistry.perceive import mol_from_molecule
from ..errors import ConvergenceError, InputError
from ..runtime.job import Job
from ..runtime.notes import caveat, message
from ..runtime.parallel import each
from ..schemas.knowledge import Line, calibration_lines, extension, knowledge
from ..structures.molecule import Molecule, molecule_from_json
from ..units import KCAL_PER_HARTREE
from ..vibrations.thermochemistry import FLIP_BELOW
from . import Result

_HALOGENS = (9, 17, 35, 53)
# Standard deviation (Angstrom) of the displacement that takes a radical off the symmetry of its molecule.
_DISPLACEMENT, _DISPLACEMENT_SEED = 0.03, 20261123
# BDE = slope * dE + intercept in kcal/mol, by mode of the platform, with its error.
LINES: dict[str, dict[str, float]] = {mode.lower(): line for mode, line in knowledge()["calibrations"]["bond_dissociation"].items()}
# The class of a line that holds for bonds of any class.
_ANY_BOND = "any bond"


@dataclass(frozen=True)
class Break:
    """One bond to break: the 0-based atoms of the fragment that comes off, the bond (its end in the fragment first), its order."""

    fragment: tuple[int, ...]
    bond: tuple[int, int]
    order: int
    # The class in the calibration of the mode; None where it has no line of its own.
    kind: str | None


def run(job: Job) -> Result:
    """Run the molecule and the fragments; a fragment that fails leaves its bond "Failed". Raises InputError, ConvergenceError."""
    data = job.data
    molecule = molecule_from_json(data.get("initial_molecule"))
    if molecule.charge != 0:
        raise InputError(
            f"Bond-dissociation energies take neutral molecules; this one has charge {molecule.charge}.", field="initial_molecule.charge"
        )
    if molecule.multiplicity != 1:
        raise InputError(
            f"Bond-dissociation energies take closed-shell molecules; this one has multiplicity {molecule.multiplicity}.",
            field="initial_molecule.multiplicity",
        )
    mol = mol_from_molecule(molecule)
    mode = str(data.get("mode") or "").lower()
    breaks = [_break(mol, molecule, fragment, field, mode) for fragment, field in _fragments(data, mol)]
    levels = chain_levels(data)
    check_levels(levels, molecule)
    fragment_levels = levels if data.get("optimize_fragments", True) is not False else [_as_single_point(levels[-1])]
    with job.share(0.0, 0.25):
        whole = run_levels(job, Piece("molecule", "the molecule", molecule, tuple(levels), mol))
    if whole.error is not None:
        raise whole.error
    _require_same(whole)
    job.partial({"optimization_calculation_uuids": whole.uuids, "optimization_energy": round(whole.energy, 9)})
    pieces = _pieces(molecule.at(whole.molecule.positions), breaks, fragment_levels)
    for piece in pieces.values():
        check_levels(fragment_levels, piece.molecule)
    with job.share(0.25, 1.0):
        order = _lengths(mol, molecule, breaks)
        found = each(
            job, run_levels, list(pieces.values()), "Optimizing the fragments", "bde", lambda piece: order[piece.name], things="fragments"
        )
    results = dict(zip(pieces, found, strict=True))
    rows = [_row(one, whole, results, molecule, mode) for one in breaks]
    if all(row["energy"] is None for row in rows):
        first = next(result.failure for result in found if result.failure is not None)
        raise ConvergenceError(f"No bond could be computed: {first}.")
    record = provenance(
        job,
        [*level_rows(levels, [whole]), *level_rows(fragment_levels, found)],
        level_deviations(levels, molecule),
        calibration=_calibration(mode, breaks),
        bond_classes=[one.kind for one in breaks],
    )
    values = {"optimization_calculation_uuids": whole.uuids, "optimization_energy": round(whole.energy, 9), "bdes": rows}
    messages = [*whole.messages, *_messages(molecule, breaks, results, mode)]
    return Result(values, record, messages, _caveats(molecule, breaks, rows, results))


def _require_same(whole: LevelsResult) -> None:
    """The molecule must still be itself before its bonds are broken."""
    for outcome in whole.outcomes:
        if outcome.connectivity["changed"]:
            raise InputError(
                f"The molecule does not keep its bonds when it is optimized: {outcome.connectivity['detail']}.", field="initial_molecule"
            )


def _as_single_point(level: Level) -> Level:
    tasks = [task for task in level.settings["tasks"] if task != "optimize"] or ["energy"]
    return replace(level, settings={**level.settings, "tasks": tasks})


def _fragments(data: dict[str, Any], mol: Chem.Mol) -> list[tuple[tuple[int, ...], str]]:
    """Every fragment that breaks off, each once, 0-based, with the field that asked for it. Raises InputError."""
    count = mol.GetNumAtoms()
    asked: list[tuple[list[int], str]] = [([atom], "atoms") for atom in data.get("atoms") or []]
    asked += [(fragment, f"fragment_indices.{index}") for index, fragment in enumerate(data.get("fragment_indices") or []) if fragment]
    for flag, numbers in (("all_CH", (1,)), ("all_CX", _HALOGENS)):
        if data.get(flag):
            asked += [([atom.GetIdx() + 1], flag) for atom in mol.GetAtoms() if atom.GetAtomicNum() in numbers and _hangs_on_carbon(atom)]
    found: dict[tuple[int, ...], str] = {}
    for fragment, field in asked:
        for atom in fragment:
            if isinstance(atom, bool) or not isinstance(atom, int) or not 1 <= atom <= count:
                raise InputError(f"There is no atom {atom}: the molecule has {count} atoms.", field=field)
        found.setdefault(tuple(sorted({atom - 1 for atom in fragment})), field)
    if not found:
        flags = [flag for flag in ("all_CH", "all_CX") if data.get(flag)]
        if flags:
            raise InputError("The molecule has no such bond: no hydrogen or halogen is on a carbon.", field=flags[0])
        raise InputError("Choose at least one bond: atoms or a fragment to break off, all C–H bonds or all C–halogen bonds.", field="atoms")
    return list(found.items())


def _hangs_on_carbon(atom: Chem.Atom) -> bool:
    return atom.GetDegree() == 1 and atom.GetNeighbors()[0].GetAtomicNum() == 6


def _break(mol: Chem.Mol, molecule: Molecule, fragment: tuple[int, ...], field: str, mode: str) -> Break:
    """The bond that takes a fragment off. Raises InputError where there is not exactly one, or the mode has no line for it."""
    if len(fragment) == len(molecule):
        raise InputError("A fragment must leave a part of the molecule behind.", field=field)
    inside = set(fragment)
    bonds = [bond for bond in mol.GetBonds() if (bond.GetBeginAtomIdx() in inside) != (bond.GetEndAtomIdx() in inside)]
    names = ", ".join(_bond_name(molecule, bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()) for bond in bonds)
    if not bonds:
        raise InputError("This fragment has no bond to the rest of the molecule.", field=field)
    if len(bonds) > 1:
        ring = " Breaking a ring bond does not divide the molecule." if any(bond.IsInRing() for bond in bonds) else ""
        raise InputError(f"To break this fragment off, {names} would have to break together; choose one bond.{ring}", field=field)
    begin, end = bonds[0].GetBeginAtomIdx(), bonds[0].GetEndAtomIdx()
    first, second = (begin, end) if begin in inside else (end, begin)
    lines = _lines(mode)
    kind = _ANY_BOND if list(lines) == [_ANY_BOND] else bond_class(mol, first, second)
    if lines and kind not in lines and _ANY_BOND not in lines:
        kinds = ", ".join(sorted({name.rsplit(" ", 1)[-1] for name in lines}))
        raise InputError(
            f"{extension('bde', mode)['title']} gives no energy for {names}: it is calibrated for {kinds} bonds only, and not for every "
            "class of them. Leave it out or choose another mode.",
            field=field,
        )
    order = max(1, min(3, round(bonds[0].GetBondTypeAsDouble())))
    return Break(fragment, (first, second), order, kind if kind in lines else None)


def _lines(mode: str) -> dict[str, Line]:
    """The lines of one of our own modes by class of bond; empty for the platform's."""
    try:
        return calibration_lines("bde", mode)
    except KeyError:
        return {}


def _bond_name(molecule: Molecule, first: int, second: int) -> str:
    return f"{molecule.atom_name(first)}–{molecule.atom_name(second)}"


def _rest(molecule: Molecule, fragment: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(index for index in range(len(molecule)) if index not in fragment)


def _key(molecule: Molecule, atoms: tuple[int, ...], one: Break) -> tuple:
    """Fragments that are the same radical: single atoms by their element, and what is left when a hydrogen of one atom goes."""
    if len(atoms) == 1:
        return ("atom", int(molecule.numbers[atoms[0]]), one.order)
    if len(atoms) == len(molecule) - 1 and molecule.numbers[one.fragment[0]] == 1:
        return ("hydrogen-of", one.bond[1])
    return ("atoms", *atoms)


def _pieces(molecule: Molecule, breaks: list[Break], levels: list[Level]) -> dict[tuple, Piece]:
    """Every fragment once, in the geometry that it has in the molecule."""
    pieces: dict[tuple, Piece] = {}
    for one in breaks:
        for atoms, side in ((one.fragment, 1), (_rest(molecule, one.fragment), 2)):
            key = _key(molecule, atoms, one)
            if key not in pieces:
                words = f"fragment {side} of {_bond_name(molecule, one.bond[1], one.bond[0])}"
                pieces[key] = Piece(
                    _piece_name(key), words, radical(molecule, atoms, one.order, displaced=levels[0].optimizes), tuple(levels)
                )
    return pieces


def _piece_name(key: tuple) -> str:
    return "/".join(["fragment", *map(str, key)])


def _lengths(mol: Chem.Mol, molecule: Molecule, breaks: list[Break]) -> dict[str, float]:
    """How long the fragments take, by their names, in no unit: it grows with their atoms; of equal ones, a centre with four neighbours
    becomes flat as a radical and takes more steps than one in a ring of benzene."""
    lengths = {}
    for one in breaks:
        for atoms, centre in ((one.fragment, one.bond[0]), (_rest(molecule, one.fragment), one.bond[1])):
            lengths[_piece_name(_key(molecule, atoms, one))] = len(atoms) + mol.GetAtomWithIdx(centre).GetDegree() / 10
    return lengths


def radical(molecule: Molecule, atoms: tuple[int, ...], order: int, *, displaced: bool = False) -> Molecule:
    """Some atoms as a neutral radical: one unpaired electron for each bond that broke, or as few as their electrons allow.

    `displaced` moves each atom a little. A radical that keeps a mirror plane of the molecule is optimized to a saddle point on that plane:
    hydroxymethyl from methanol lies 6 kcal/mol too high there.
    """
    chosen = np.array(atoms)
    electrons = int(molecule.numbers[chosen].sum())
    multiplicity = order + 1 if (electrons - order) % 2 == 0 and electrons >= order else 1 + electrons % 2
    masses = tuple(molecule.given_masses[index] for index in atoms) if molecule.given_masses else ()
    positions = molecule.positions[chosen]
    if displaced and len(chosen) > 2:
        positions = positions + np.random.default_rng(_DISPLACEMENT_SEED).normal(0.0, _DISPLACEMENT, positions.shape)
    return Molecule(molecule.numbers[chosen], positions, 0, multiplicity, None, masses)


def _corrected(difference: float, mode: str, kind: str | None) -> float:
    """The difference of energies or enthalpies (Hartree) mapped by the line of the mode, in Hartree."""
    kcal = difference * KCAL_PER_HARTREE
    lines = _lines(mode)
    line = lines.get(kind or _ANY_BOND) or lines.get(_ANY_BOND)
    if line is not None:
        kcal = line(kcal)
    elif mode in LINES:
        slope, intercept = LINES[mode]["slope"], LINES[mode]["intercept"]
        kcal = slope * kcal + intercept
    return kcal / KCAL_PER_HARTREE


def _known(value: float | None) -> float:
    if value is None:
        raise ValueError("frequencies were computed for the molecule and not for a fragment")
    return value


def _difference(whole: LevelsResult, sides: list[LevelsResult]) -> float:
    """Both fragments less the molecule, in Hartree: enthalpies where frequencies were computed, else energies."""
    if whole.enthalpy is not None:
        return sum(_known(side.enthalpy) for side in sides) - whole.enthalpy
    return sum(side.energy for side in sides) - whole.energy


def _row(one: Break, whole: LevelsResult, results: dict[tuple, LevelsResult], molecule: Molecule, mode: str) -> dict[str, Any]:
    sides = [results[_key(molecule, atoms, one)] for atoms in (one.fragment, _rest(molecule, one.fragment))]
    energies = [None if side.failure is not None else side.energy for side in sides]
    energy = None
    if None not in energies:
        energy = round(_corrected(_difference(whole, sides), mode, one.kind), 9)
    return {
        "fragment_idxs": [atom + 1 for atom in one.fragment],
        "energy": energy,
        "fragment_energies": [None if value is None else round(value, 9) for value in energies],
        "calculation_uuids": [side.uuids for side in sides],
    }


def _calibration(mode: str, breaks: list[Break]) -> dict[str, Any] | None:
    """The lines by which the bonds were mapped, slope and intercept."""
    lines = _lines(mode)
    if lines:
        used = dict.fromkeys(one.kind or _ANY_BOND for one in breaks)
        return {"name": mode, "unit": "kcal/mol", "lines": {name: [lines[name].slope, lines[name].intercept] for name in used}}
    return (
        {"name": mode, "unit": "kcal/mol", "slope": LINES[mode]["slope"], "intercept": LINES[mode]["intercept"]} if mode in LINES else None
    )


def _messages(molecule: Molecule, breaks: list[Break], results: dict[tuple, LevelsResult], mode: str) -> list[dict[str, str]]:
    found = []
    if _calibration(mode, breaks) is None:
        body = (
            "The energies are those of both fragments minus that of the molecule as the levels give them; no line to experiment is known."
        )
        found.append(message("info", "Not Calibrated", body))
    for one in breaks:
        name = _bond_name(molecule, one.bond[1], one.bond[0])
        for side, atoms in enumerate((one.fragment, _rest(molecule, one.fragment)), 1):
            result = results[_key(molecule, atoms, one)]
            if result.failure is not None:
                found.append(message("error", f"{name} Failed", f"Fragment {side}: {result.failure}".rstrip(".") + "."))
    return found


def _caveats(
    molecule: Molecule, breaks: list[Break], rows: list[dict[str, Any]], results: dict[tuple, LevelsResult]
) -> list[dict[str, Any]]:
    """Return what makes a bond energy wrong: a fragment that became another molecule, or that is no minimum where its enthalpy counts."""
    known = [row["energy"] for row in rows if row["energy"] is not None]
    found = []
    for place, (one, row) in enumerate(zip(breaks, rows, strict=True)):
        if row["energy"] is None:
            continue
        values = ["weakest_bond"] if row["energy"] == min(known) else None
        for side, atoms in enumerate((one.fragment, _rest(molecule, one.fragment)), 1):
            outcomes = results[_key(molecule, atoms, one)].outcomes
            for text in [*_changed(outcomes), *_no_minimum(outcomes)]:
                name = _bond_name(molecule, one.bond[1], one.bond[0])
                found.append(caveat("changes_number", f"{name}: fragment {side} {text}", values=values, table="bde", rows=[place]))
    return found


def _changed(outcomes: list[Outcome]) -> list[str]:
    details = [outcome.connectivity["detail"] for outcome in outcomes if outcome.connectivity["changed"]]
    return [f"is another molecule after its optimization: {details[-1]} (atoms counted in the fragment)."] if details else []


def _no_minimum(outcomes: list[Outcome]) -> list[str]:
    modes = [mode for outcome in outcomes for mode in outcome.calculation["molecules"][-1].get("vibrational_modes") or []]
    lowest = min((mode["frequency"] for mode in modes), default=0.0)
    return [f"is not a minimum: it has an imaginary frequency of {abs(lowest):.0f}i cm⁻¹."] if lowest <= -FLIP_BELOW else []
