"""Bond-dissociation energies: both radicals minus the molecule, mapped to experiment by the line of the mode where it has one.

The lines of the platform's modes are published with the workflow (ExpBDE54); those by bond type for GFN2-xTB and for B3LYP/6-31G(d) are
this product's own fits (core: methods/extensions.ts). Without a line the plain energy difference is given and said to be one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from rdkit import Chem

from ..chemistry.perceive import mol_from_molecule
from ..errors import ConvergenceError, InputError
from ..job import Job
from ..levels import Level, LevelsResult, Piece, chain_levels, check_levels, level_deviations, level_rows, provenance, run_levels
from ..molecule import Molecule, molecule_from_json
from ..parallel import each
from ..stage import message
from ..units import KCAL_PER_HARTREE
from . import Result

_HALOGENS = (9, 17, 35, 53)
# BDE = a * dE + b in kcal/mol, by mode; "by bond type" has a = 1 and one b for each kind of bond.
LINES = {
    "omol25_conserving_s": (0.916, 2.206),
    "g_xtb//gfn2_xtb": (0.928, -0.295),
    "r2scan3c//gfn2_xtb": (0.945, 3.303),
    "b3lyp_631gd_gfn2_linear": (0.9388, 3.21),
}
BY_BOND_TYPE = {"C–H": -25.4, "C–C": -36.2, "C–halogen": -17.8, "N–H": -27.4, "O–H": -30.5, "S–H": -8.5}
_BOND_TYPE_MODE = "gfn2_bond_type"


@dataclass(frozen=True)
class Break:
    """One bond to break: the 0-based atoms of the fragment that comes off, the bond (its end in the fragment first), its order."""

    fragment: tuple[int, ...]
    bond: tuple[int, int]
    order: int
    kind: str


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
        found = each(job, run_levels, list(pieces.values()), "Optimizing the fragments", "bde", lambda piece: order[piece.name])
    results = dict(zip(pieces, found, strict=True))
    rows = [_row(one, whole.energy, results, molecule, mode) for one in breaks]
    if all(row["energy"] is None for row in rows):
        first = next(result.failure for result in found if result.failure is not None)
        raise ConvergenceError(f"No bond could be computed: {first}.")
    record = provenance(
        job,
        [*level_rows(levels, [whole]), *level_rows(fragment_levels, found)],
        level_deviations(levels, molecule),
        calibration=_calibration(mode),
    )
    values = {"optimization_calculation_uuids": whole.uuids, "optimization_energy": round(whole.energy, 9), "bdes": rows}
    return Result(values, record, [*whole.messages, *_messages(molecule, breaks, results, mode)])


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
                raise InputError(f"Atom {atom} is not there: the molecule has {count} atoms.", field=field)
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
        raise InputError("This fragment hangs on no bond of the molecule.", field=field)
    if len(bonds) > 1:
        ring = " A bond of a ring does not take the molecule apart." if any(bond.IsInRing() for bond in bonds) else ""
        raise InputError(f"To take this fragment off, {names} would have to break together; choose one bond.{ring}", field=field)
    begin, end = bonds[0].GetBeginAtomIdx(), bonds[0].GetEndAtomIdx()
    first, second = (begin, end) if begin in inside else (end, begin)
    kind = _kind(int(molecule.numbers[first]), int(molecule.numbers[second]))
    if mode == _BOND_TYPE_MODE and kind not in BY_BOND_TYPE:
        raise InputError(
            f"GFN2-xTB, by bond type gives no energy for {names}: it is calibrated for {', '.join(BY_BOND_TYPE)} bonds only, and others "
            "scatter by 13 to 18 kcal/mol. Leave it out or choose another mode.",
            field=field,
        )
    order = max(1, min(3, round(bonds[0].GetBondTypeAsDouble())))
    return Break(fragment, (first, second), order, kind)


def _kind(first: int, second: int) -> str:
    """ "C–H", "C–halogen": carbon first, then nitrogen, oxygen, sulfur, hydrogen last."""
    names = {1: "H", 6: "C", 7: "N", 8: "O", 16: "S", **dict.fromkeys(_HALOGENS, "halogen")}
    order = ["C", "N", "O", "S", "halogen", "H"]
    pair = [names.get(number, Chem.GetPeriodicTable().GetElementSymbol(number)) for number in (first, second)]
    pair.sort(key=lambda name: order.index(name) if name in order else len(order) - 2)
    return "–".join(pair)


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
                pieces[key] = Piece(_piece_name(key), words, _radical(molecule, atoms, one.order), tuple(levels))
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


def _radical(molecule: Molecule, atoms: tuple[int, ...], order: int) -> Molecule:
    """Some atoms as a neutral radical: one unpaired electron for each bond that broke, or as few as their electrons allow."""
    chosen = np.array(atoms)
    electrons = int(molecule.numbers[chosen].sum())
    multiplicity = order + 1 if (electrons - order) % 2 == 0 and electrons >= order else 1 + electrons % 2
    masses = tuple(molecule.given_masses[index] for index in atoms) if molecule.given_masses else ()
    return Molecule(molecule.numbers[chosen], molecule.positions[chosen], 0, multiplicity, None, masses)


def _corrected(difference: float, mode: str, kind: str) -> float:
    """The energy difference (Hartree) mapped by the line of the mode, in Hartree."""
    kcal = difference * KCAL_PER_HARTREE
    if mode == _BOND_TYPE_MODE:
        kcal += BY_BOND_TYPE[kind]
    elif mode in LINES:
        slope, intercept = LINES[mode]
        kcal = slope * kcal + intercept
    return kcal / KCAL_PER_HARTREE


def _row(one: Break, whole: float, results: dict[tuple, LevelsResult], molecule: Molecule, mode: str) -> dict[str, Any]:
    sides = [results[_key(molecule, atoms, one)] for atoms in (one.fragment, _rest(molecule, one.fragment))]
    energies = [None if side.failure is not None else side.energy for side in sides]
    energy = None
    if None not in energies:
        energy = round(_corrected(sum(energies) - whole, mode, one.kind), 9)
    return {
        "fragment_idxs": [atom + 1 for atom in one.fragment],
        "energy": energy,
        "fragment_energies": [None if value is None else round(value, 9) for value in energies],
        "calculation_uuids": [side.uuids for side in sides],
    }


def _calibration(mode: str) -> dict[str, Any] | None:
    if mode == _BOND_TYPE_MODE:
        return {"name": mode, "unit": "kcal/mol", "offsets": BY_BOND_TYPE}
    return {"name": mode, "unit": "kcal/mol", "slope": LINES[mode][0], "intercept": LINES[mode][1]} if mode in LINES else None


def _messages(molecule: Molecule, breaks: list[Break], results: dict[tuple, LevelsResult], mode: str) -> list[dict[str, str]]:
    found = []
    if _calibration(mode) is None:
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
                continue
            details = [outcome.connectivity["detail"] for outcome in result.outcomes if outcome.connectivity["changed"]]
            if details:
                body = f"Fragment {side} is another molecule after its optimization: {details[-1]} (atoms counted in the fragment)."
                found.append(message("warning", f"A Fragment of {name} Changed", body))
    return found
