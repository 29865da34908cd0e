"""One-electron redox potentials: the molecule and its ions, each relaxed, against the standard hydrogen electrode.

E = [E(oxidized) - E(reduced)] / F - 4.28 V for the absolute hydrogen electrode (Isse and Gennaro 2010, 10.1021/jp100402x). GFN-xTB first
loses 4.846 eV, its self-interaction shift of ionization energies. With frequencies, free energies take the place of energies.

Our own method (`gfn2_alpb_absolute`) maps that to a potential by the line of the couple's class, which core lists
(`npm run bench:accuracy` fits it); a molecule outside the calibration keeps the potential without a line.
"""

from __future__ import annotations

from typing import Any

from ..calculations.charged_states import ChargedState, charged_state, keep_lowest, refuse_without_ranking
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
from ..chemistry.perceive import mol_from_molecule
from ..chemistry.redox_classes import couple_class
from ..errors import ConvergenceError, InputError, MethodNotAvailable
from ..methods.applicability import covers
from ..methods.settings import canonical, method_title
from ..runtime.job import Job
from ..runtime.notes import caveat, message
from ..runtime.parallel import each
from ..schemas.knowledge import calibration_lines, knowledge
from ..structures.molecule import Molecule, molecule_from_json
from ..units import EV_PER_HARTREE
from . import Result
from .fukui import XTB_IONIZATION_SHIFT_EV

TYPE, OWN_METHOD = "redox_potential", "gfn2_alpb_absolute"
ABSOLUTE_HYDROGEN_ELECTRODE_V: float = knowledge()["calibrations"]["redox"]["absolute_hydrogen_electrode"]
_NO_POTENTIALS = ("gfn_ff", "gfn0_xtb", "mmff94")
_SHIFTED = ("gfn1_xtb", "gfn2_xtb")
_SOLVENT = "acetonitrile"


def run(job: Job) -> Result:
    """Run the molecule and the ions that are asked for; a couple whose ion fails is named. Raises InputError, ConvergenceError."""
    data = job.data
    molecule = molecule_from_json(data.get("initial_molecule"))
    oxidation, reduction = bool(data.get("oxidation", True)), bool(data.get("reduction", False))
    if not oxidation and not reduction:
        raise InputError("Choose oxidation, reduction or both.", field="oxidation")
    if canonical(data.get("solvent", _SOLVENT)) != _SOLVENT:
        raise InputError(
            f"Redox potentials are computed in acetonitrile only, not in {data.get('solvent')}: in water most couples exchange protons "
            "with the electron, which is another potential.",
            field="solvent",
        )
    levels = chain_levels(data)
    _refuse(levels, data)
    ions = _ions(molecule, oxidation, reduction)
    check_levels(levels, molecule)
    for ion in ions:
        refuse_without_ranking(ion, levels[-1])
        for candidate in ion.candidates:
            check_levels(levels, candidate)
    chain = tuple(levels)
    pieces = [Piece("neutral", "the molecule", molecule, chain), *(piece for ion in ions for piece in ion.pieces(chain))]
    # The given geometry is the molecule's: its ions take longer.
    words = "Optimizing the molecule and its ions"
    found = each(job, run_levels, pieces, words, "redox", lambda piece: abs(piece.molecule.charge - molecule.charge))
    following = iter(found[1:])
    kept = {ion.name: keep_lowest(ion, [next(following) for _ in ion.candidates]) for ion in ions}
    results = {"neutral": found[0], **{name: one.result for name, one in kept.items()}}
    if results["neutral"].error is not None:
        raise results["neutral"].error
    final = levels[-1].settings["method"]
    shift = XTB_IONIZATION_SHIFT_EV if final in _SHIFTED else 0.0
    values: dict[str, Any] = {f"{name}_molecule": _last(results.get(name)) for name in ("neutral", "anion", "cation")}
    messages = [found for result in results.values() for found in result.messages]
    messages += [found for one in kept.values() for found in one.messages]
    classes, absolute = _classes(molecule, data), {}
    lines = calibration_lines(TYPE, OWN_METHOD)
    for couple, name, sign in (("oxidation", "cation", 1), ("reduction", "anion", -1)):
        if name not in results:
            continue
        result = results[name]
        if result.failure is not None:
            body = f"{result.failure[0].upper()}{result.failure[1:]}".rstrip(".") + "."
            messages.append(message("error", f"The {couple.capitalize()} Potential Failed", body))
            continue
        difference = sign * (_quantity(result) - _quantity(results["neutral"])) * EV_PER_HARTREE
        absolute[couple] = round(difference - shift - ABSOLUTE_HYDROGEN_ELECTRODE_V, 4)
        line = lines.get(classes.get(couple) or "")
        values[f"{couple}_potential"] = round(line(absolute[couple]), 4) if line else absolute[couple]
    if all(one.result.failure is not None for one in kept.values()):
        raise next(one.result.error or ConvergenceError(str(one.result.failure)) for one in kept.values())
    corrected = f", {shift} eV for the self-interaction error of {method_title(final)}" if shift else ""
    body = f"Volt against the standard hydrogen electrode: minus {ABSOLUTE_HYDROGEN_ELECTRODE_V} V for its absolute potential{corrected}."
    messages.append(message("info", "Reference Electrode", body))
    record = provenance(
        job,
        level_rows(levels, found),
        level_deviations(levels, molecule),
        reference_electrode="SHE",
        absolute_potential=ABSOLUTE_HYDROGEN_ELECTRODE_V,
        ionization_shift=shift,
        quantity="E" if results["neutral"].free_energy is None else "G",
        states=[{"charge": molecule.charge, "multiplicity": molecule.multiplicity}, *(one.record() for one in kept.values())],
        redox={"classes": classes, "absolute": absolute},
    )
    return Result(values, record, messages, _caveats(classes, absolute))


def _classes(molecule: Molecule, data: dict[str, Any]) -> dict[str, str | None]:
    """The class of each couple in the calibration of our own method; None outside its limits, and nothing for another method."""
    if data.get("redox_method") != OWN_METHOD:
        return {}
    asked = [couple for couple, default in (("oxidation", True), ("reduction", False)) if data.get(couple, default)]
    if not covers(TYPE, OWN_METHOD, molecule):
        return dict.fromkeys(asked)
    mol = mol_from_molecule(molecule)
    return {couple: couple_class(mol, couple) for couple in asked}


def _caveats(classes: dict[str, str | None], absolute: dict[str, float]) -> list[dict[str, Any]]:
    """Return what belongs beside a reduction potential that a line gave."""
    if "reduction" not in absolute or classes.get("reduction") is None:
        return []
    text = (
        "The reduction potentials of the calibration were measured in aprotic solvents, which their list does not name one by one; a "
        "potential in acetonitrile can differ from them by more than the ±."
    )
    # The reduction is the last row of the table.
    row = 1 if "oxidation" in absolute else 0
    return [caveat("changes_number", text, values=["reduction_potential"], table="redox_potential", rows=[row])]


def _refuse(levels: list[Level], data: dict[str, Any]) -> None:
    """Methods without electrons to lose, and GFN-xTB without its solvent model, give no potential."""
    last = levels[-1]
    method, path = last.settings["method"], last.field_path
    if method in _NO_POTENTIALS:
        raise InputError(
            f"{method_title(method)} gives no redox potentials; choose GFN2-xTB or a density functional.", field=f"{path}.method"
        )
    solvent = last.settings["solvent_settings"]
    if solvent is None:
        raise InputError(
            "The last level must be in acetonitrile: the potential of an ion in the gas phase is no potential in solution.",
            field=f"{path}.solvent_settings",
        )
    if solvent["solvent"] != _SOLVENT:
        raise InputError(f"The last level must be in acetonitrile, not in {solvent['solvent']}.", field=f"{path}.solvent_settings.solvent")
    own = data.get("redox_method")
    if own not in (None, OWN_METHOD):
        raise MethodNotAvailable(f"The method {own} for redox potentials is not available on this server.", field="redox_method")


def _ions(molecule: Molecule, oxidation: bool, reduction: bool) -> list[ChargedState]:
    """The ions that are asked for. Raises InputError for a molecule that has too few electrons to lose one."""
    if oxidation and int(molecule.numbers.sum()) - molecule.charge < 2:
        raise InputError("The molecule has too few electrons to lose one.", field="initial_molecule.charge")
    return [
        *([charged_state(molecule, 1, "cation", "the oxidized molecule")] if oxidation else []),
        *([charged_state(molecule, -1, "anion", "the reduced molecule")] if reduction else []),
    ]


def _last(result: LevelsResult | None) -> str | None:
    """The calculation of the last level that ended."""
    return None if result is None else next((uuid for uuid in reversed(result.uuids) if uuid is not None), None)


def _quantity(result: LevelsResult) -> float:
    return result.energy if result.free_energy is None else result.free_energy
