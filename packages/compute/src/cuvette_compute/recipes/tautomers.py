"""Tautomers: RDKit's enumeration, conformers of each, and the lowest energy of each in water (GFN2-xTB).

GFN2-xTB holds hydroxyl groups too stable against C-H and N-H: the method "gfn2_alpb_hydroxyl" ranks by the energy plus a fitted number
for each hydroxyl group on carbon (core: methods/extensions.ts). The stored energies are those of GFN2-xTB.

Enumeration: RDKit's TautomerEnumerator (rules after Sitzmann, Ihlenfeldt and Nicklaus 2010, 10.1007/s10822-010-9346-4). Weights are those
of the lowest conformers at 298.15 K.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from rdkit import Chem
from rdkit.Chem.MolStandardize import rdMolStandardize

from ..calculations.levels import Level, check_levels, level_of, provenance
from ..chemistry.embed import molecule_from_mol
from ..chemistry.ensemble import WEIGHT_TEMPERATURE, boltzmann_weights, is_achiral
from ..chemistry.stereo import isomer_mols, open_stereo
from ..errors import ComputeError, ConvergenceError, InputError, MethodNotAvailable, ResourceError
from ..methods.settings import canonical
from ..runtime.job import Job
from ..runtime.notes import caveat, message
from ..runtime.parallel import each
from ..schemas.knowledge import calibration_lines
from ..units import KCAL_PER_HARTREE
from . import Result
from .conformer_generation import Pool, generate
from .conformer_search import Conformer, Search, optimize_together
from .conformer_structure import Structure, check_limits, generator_settings, read_structure

_ELEMENTS = (1, 5, 6, 7, 8, 9, 14, 15, 16, 17, 33, 34, 35, 53)
_OWN_METHODS = ("gfn2_alpb_hydroxyl", "gfn2_alpb")
_HYDROXYL_GROUP = Chem.MolFromSmarts("[OX2H][#6]")
# At most this many tautomers are computed, the most plausible by RDKit's score; and stereoisomers (E and Z imines) of each.
_MOST_TAUTOMERS, _MOST_ISOMERS = 30, 4
# Conformers built and kept for each tautomer, by mode.
_NUMBERS = {"reckless": (20, 1), "rapid": (50, 5), "careful": (100, 20)}


def run(job: Job) -> Result:
    """Enumerate, search the conformers of each tautomer, rank. Raises InputError, ConvergenceError."""
    mode = canonical(job.data.get("mode")) or "careful"
    mode = "careful" if mode == "auto" else mode
    if mode not in _NUMBERS:
        raise InputError(f"The mode {mode!r} is not one of {', '.join(_NUMBERS)}.", field="mode")
    given = read_structure(job)
    check_tautomers(given)
    method = job.data.get("tautomer_method")
    levels = _levels(method)
    check_levels(levels, given.molecule)
    built, kept = _NUMBERS[mode]
    generator = generator_settings(
        {
            "conf_gen_settings": {
                "settings_type": "etkdg",
                "mode": "manual",
                "conf_opt_method": "none",
                "num_initial_confs": built,
                "max_confs": kept,
            }
        }
    )
    forms, messages = enumerated(given)
    found: list[tuple[str, Search, Conformer]] = []
    stages: list[dict[str, Any]] = []
    caveats: list[dict[str, Any]] = []
    pieces = [(smiles, isomer) for smiles, isomers in forms for isomer in isomers]
    for smiles, search, best in _searches(job, pieces, generator, levels):
        if isinstance(best, ComputeError):
            text = f"The tautomer {smiles} was left out: {best.message} Weights and relative energies are those of the others."
            caveats.append(caveat("changes_number", text, values=["number_of_tautomers", "largest_weight"], table="tautomers"))
            continue
        stages += search.stages
        others = [one for one in found if one[0] == smiles]
        if others and others[0][2].energy <= best.energy:
            continue
        found = [one for one in found if one[0] != smiles] + [(smiles, search, best)]
        job.partial({"tautomers": _values(found, method)})
    if not found:
        raise ConvergenceError("No tautomer came through its optimization.")
    values = _values(found, method)
    ordered = _ordered(found, method)
    messages.append(message("info", "Tautomers", "; ".join(f"{index + 1}: {one[0]}" for index, one in enumerate(ordered)) + "."))
    record = provenance(
        job,
        stages,
        [],
        calibration=_calibration(method, [smiles for smiles, _, _ in ordered]),
        ensemble={
            "quantity": "E",
            "unit": "Hartree",
            "temperature": WEIGHT_TEMPERATURE,
            "formula": "w_i = exp(-(X_i-X_0)/RT) / sum",
            "conformers": [
                {"degeneracy": 1, "weight": one["weight"], "relative_energy_kcal": one["predicted_relative_energy"], "excluded": None}
                for one in values
            ],
        },
        structure=given.record(),
        tautomers=[smiles for smiles, _, _ in ordered],
    )
    return Result({"tautomers": values}, {**record, "seed": job.seed}, messages, caveats)


def check_tautomers(given: Structure) -> None:
    """Refuse structures whose tautomers cannot be enumerated or computed. Raises InputError."""
    field = "initial_molecule" if given.given_geometry else "initial_smiles"
    if given.molecule.multiplicity != 1:
        raise InputError(
            f"The tautomer search takes closed-shell molecules; this one has multiplicity {given.molecule.multiplicity}.",
            field="initial_molecule.multiplicity",
        )
    if given.smiles_ran is None:
        raise InputError("No bonds with orders fit this structure, so its tautomers cannot be determined.", field=field)
    if given.fragments > 1:
        raise InputError(f"The tautomer search takes one molecule; this structure has {given.fragments} separate ones.", field=field)
    for index, number in enumerate(given.molecule.numbers):
        if int(number) not in _ELEMENTS:
            raise InputError(f"The tautomer search does not cover atom {given.molecule.atom_name(index)}.", field=field)


def _levels(method: Any) -> list[Level]:
    """An optimization in the gas phase and one in water, whose energy counts, with the method that was chosen."""
    if method is not None and method not in _OWN_METHODS:
        raise MethodNotAvailable(f"The method {method} for tautomers is not available on this server.", field="tautomer_method")
    name, model = ("aimnet2_wb97md3", "cpcmx") if method is None else ("gfn2_xtb", "alpb")
    water = {"solvent": "water", "model": model}
    return [
        level_of({"method": name, "tasks": ["optimize"], "mode": "rapid"}, "tautomer_method"),
        level_of(
            {"method": name, "tasks": ["optimize", "charge", "dipole"], "mode": "rapid", "solvent_settings": water}, "tautomer_method"
        ),
    ]


def enumerated(given: Structure, most: int = _MOST_TAUTOMERS) -> tuple[list[tuple[str, list[Structure]]], list[dict[str, str]]]:
    """At most so many tautomers with their stereoisomers as structures to compute, the given one first; and the messages about them."""
    enumerator = rdMolStandardize.TautomerEnumerator()
    enumerator.SetRemoveSp3Stereo(False)
    enumerator.SetRemoveBondStereo(False)
    start = Chem.MolFromSmiles(given.smiles_ran)
    scored = {Chem.MolToSmiles(start): 1e9}
    forms = enumerator.Enumerate(start)
    for form in forms:
        scored.setdefault(Chem.MolToSmiles(form), float(rdMolStandardize.TautomerEnumerator.ScoreTautomer(form)))
    ordered = sorted(scored, key=lambda smiles: (-scored[smiles], smiles))
    messages = []
    if len(ordered) > most:
        # RDKit ends after 1 000 forms or transformations, long before it has all forms of a chain of amidines or ketones.
        complete = forms.status == rdMolStandardize.TautomerEnumeratorStatus.Completed
        count = f"{'' if complete else 'At least '}{len(ordered)} tautomers were found"
        body = f"{count}; the {most} most plausible by RDKit's score are computed."
        messages.append(message("warning", "Not All Tautomers Are Computed", body))
    return [(smiles, structures_of(smiles)) for smiles in ordered[:most]], messages


def structures_of(smiles: str) -> list[Structure]:
    """The stereoisomers of a tautomer that its proton can reach (E and Z), at most four."""
    parsed = Chem.MolFromSmiles(smiles)
    undefined, isomers = open_stereo(parsed)
    forms = list(isomer_mols(parsed).values()) if undefined and isomers else [parsed]
    structures = []
    for form in forms[:_MOST_ISOMERS]:
        ran = Chem.MolToSmiles(form)
        mol = Chem.AddHs(form)
        molecule = molecule_from_mol(mol, np.zeros((mol.GetNumAtoms(), 3)), ran)
        structures.append(Structure(mol, molecule, False, smiles, ran, "as enumerated", is_achiral(mol), 1))
    return structures


def _searches(
    job: Job, pieces: list[tuple[str, Structure]], generator: dict[str, Any], levels: list[Level]
) -> Iterator[tuple[str, Search, Conformer | ComputeError]]:
    """The lowest conformer of each structure, or why there is none; with the SMILES of its tautomer and its search."""
    with job.share(0.0, 0.2):
        words = "Building conformers of the tautomers"
        pools = each(job, candidates_of, [(structure, generator) for _, structure in pieces], words, "tautomer", things="structures")
    searches, owners = [], []
    for place, ((smiles, structure), pool) in enumerate(zip(pieces, pools, strict=True)):
        search = Search(job, structure, generator, levels, prefix=f"tautomer/{place}/")
        if isinstance(pool, ComputeError):
            yield smiles, search, pool
        else:
            searches.append((search, pool))
            owners.append(smiles)
    with job.share(0.2, 1.0):
        found = optimize_together(job, searches, "Optimizing conformers of the tautomers")
        for smiles, (search, conformers) in zip(owners, found, strict=True):
            yield smiles, search, conformers if isinstance(conformers, ComputeError) else _lowest(search, conformers)


def _lowest(search: Search, conformers: list[Conformer]) -> Conformer | ComputeError:
    try:
        return search.sound(conformers)[0]
    except ComputeError as error:
        return error


def candidates_of(job: Job, piece: tuple[Structure, dict[str, Any]]) -> Pool | ComputeError:
    """The candidates of one structure, or why there are none."""
    structure, generator = piece
    try:
        check_limits(structure, generator, {})
        return generate(job, structure, generator)
    except (MethodNotAvailable, ResourceError):
        raise
    except ComputeError as error:
        return error


def hydroxyl_groups(smiles: str) -> int:
    """How many hydroxyl groups on carbon a tautomer has."""
    return len(Chem.MolFromSmiles(smiles).GetSubstructMatches(_HYDROXYL_GROUP))


def hydroxyl_correction(method: str | None, smiles: str) -> float:
    """Return what the method adds to the energy of a tautomer for its hydroxyl groups, in Hartree."""
    line = calibration_lines("tautomers", method).get("hydroxyl group") if method else None
    return 0.0 if line is None else line.intercept * hydroxyl_groups(smiles) / KCAL_PER_HARTREE


def _calibration(method: str | None, smiles: list[str]) -> dict[str, Any] | None:
    if not method or not calibration_lines("tautomers", method):
        return None
    added = [round(hydroxyl_correction(method, one) * KCAL_PER_HARTREE, 2) for one in smiles]
    return {"name": method, "unit": "kcal/mol", "added": added}


def _ordered(found: list[tuple[str, Search, Conformer]], method: str | None) -> list[tuple[str, Search, Conformer]]:
    return sorted(found, key=lambda one: one[2].energy + hydroxyl_correction(method, one[0]))


def _values(found: list[tuple[str, Search, Conformer]], method: str | None) -> list[dict[str, Any]]:
    """Results in the order of the energies that rank them (with the correction of the method); `energy` is that of the last level."""
    ordered = _ordered(found, method)
    ranking = [best.energy + hydroxyl_correction(method, smiles) for smiles, _, best in ordered]
    weights = boltzmann_weights(ranking, [1] * len(ordered))
    return [
        {
            "energy": round(best.energy, 9),
            "weight": round(weight, 6),
            "predicted_relative_energy": round((energy - ranking[0]) * KCAL_PER_HARTREE, 4),
            "structures": [{"uuid": best.uuids[-1]}],
        }
        for (_, _, best), energy, weight in zip(ordered, ranking, weights, strict=True)
    ]
