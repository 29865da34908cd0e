"""One-electron redox potentials: the molecule and its ions, each relaxed, against the standard hydrogen electrode.

E = [E(oxidized) - E(reduced)] / F - 4.28 V for the absolute hydrogen electrode (Isse and Gennaro 2010, 10.1021/jp100402x). GFN-xTB first
loses 4.846 eV, its self-interaction shift of ionization energies. With frequencies, free energies take the place of energies.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..errors import InputError, MethodNotAvailable
from ..job import Job
from ..levels import Level, LevelsResult, Piece, chain_levels, check_levels, level_deviations, level_rows, provenance, run_levels
from ..molecule import Molecule, molecule_from_json
from ..parallel import each
from ..settings import canonical, method_title
from ..stage import message
from ..units import EV_PER_HARTREE
from . import Result
from .fukui import XTB_IONIZATION_SHIFT_EV

OWN_METHOD = "gfn2_alpb_absolute"
ABSOLUTE_HYDROGEN_ELECTRODE_V = 4.28
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
    wanted = [("neutral", "the molecule", molecule)]
    if oxidation:
        wanted.append(("cation", "the oxidized molecule", _ion(molecule, 1)))
    if reduction:
        wanted.append(("anion", "the reduced molecule", _ion(molecule, -1)))
    for _, _, state in wanted:
        check_levels(levels, state)
    pieces = [Piece(name, title, state, tuple(levels)) for name, title, state in wanted]
    # The given geometry is the molecule's: its ions take longer.
    words = "Optimizing the molecule and its ions"
    found = each(job, run_levels, pieces, words, "redox", lambda piece: abs(piece.molecule.charge - molecule.charge))
    results = {name: result for (name, _, _), result in zip(wanted, found, strict=True)}
    if results["neutral"].error is not None:
        raise results["neutral"].error
    final = levels[-1].settings["method"]
    shift = XTB_IONIZATION_SHIFT_EV if final in _SHIFTED else 0.0
    values: dict[str, Any] = {f"{name}_molecule": _last(results.get(name)) for name in ("neutral", "anion", "cation")}
    messages = [found for result in results.values() for found in result.messages]
    for couple, name, sign in (("oxidation", "cation", 1), ("reduction", "anion", -1)):
        if name not in results:
            continue
        result = results[name]
        if result.failure is not None:
            body = f"{result.failure[0].upper()}{result.failure[1:]}".rstrip(".") + "."
            messages.append(message("error", f"The {couple.capitalize()} Potential Failed", body))
            continue
        difference = sign * (_quantity(result) - _quantity(results["neutral"])) * EV_PER_HARTREE
        values[f"{couple}_potential"] = round(difference - shift - ABSOLUTE_HYDROGEN_ELECTRODE_V, 4)
    if all(results[name].failure is not None for name in results if name != "neutral"):
        raise next(result.error for name, result in results.items() if name != "neutral")
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
    )
    return Result(values, record, messages)


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


def _ion(molecule: Molecule, charge: int) -> Molecule:
    """The molecule with one electron less (+1) or more (-1); a closed shell opens, an open one closes by one electron."""
    electrons = int(molecule.numbers.sum()) - molecule.charge - charge
    if electrons < 1:
        raise InputError("The molecule has too few electrons to lose one.", field="initial_molecule.charge")
    multiplicity = 2 if molecule.multiplicity == 1 else molecule.multiplicity - 1
    return replace(molecule, charge=molecule.charge + charge, multiplicity=multiplicity)


def _last(result: LevelsResult | None) -> str | None:
    """The calculation of the last level that ended."""
    return None if result is None else next((uuid for uuid in reversed(result.uuids) if uuid is not None), None)


def _quantity(result: LevelsResult) -> float:
    return result.energy if result.free_energy is None else result.free_energy
