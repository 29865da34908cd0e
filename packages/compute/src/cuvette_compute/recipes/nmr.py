"""NMR: shieldings of the conformers of a molecule, against tetramethylsilane at the same level, averaged and mapped to shifts.

Route `giao_b3lyp_631gd`: conformers and geometries as asked for, shieldings by B3LYP/6-31G(d) with gauge-including orbitals in CPCM, and a
line for each kind of nucleus (`bench/nmr.py` fits it on published shifts). Couplings are not computed.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from rdkit import Chem

from .. import engines
from ..calculations.levels import Level, chain_levels, check_levels, level_deviations, level_of, provenance
from ..chemistry.nuclei import equivalent_groups, nucleus_keys
from ..engines.pyscf.shieldings import isotropic_shieldings
from ..errors import InputError, MethodNotAvailable
from ..methods.settings import level_of_theory
from ..runtime.job import Job
from ..runtime.notes import caveat, message
from ..runtime.parallel import each
from ..schemas.knowledge import calibration_lines, knowledge
from ..structures.molecule import Molecule
from . import Result
from .conformer_generation import Pool, generate
from .conformer_search import Conformer, Search
from .conformer_structure import Structure, check_limits, check_size, generator_settings, read_structure

TYPE, METHOD = "nmr", "giao_b3lyp_631gd"
# Conformers whose shieldings are computed: the heaviest ones until so much of the weight is reached, and at most so many by the choice.
_WEIGHT = 0.97
_MOST = {"most": 12, "three": 3, "one": 1}
# Where those that were left out hold more than this part of the weight, the shifts say so.
_LEFT_OUT = 0.1
_CARBON, _HYDROGEN = 6, 1
_DIGITS = {_HYDROGEN: 3, _CARBON: 2}
_BESIDE_HYDROXYL = Chem.MolFromSmarts("[CX4;!H0]-[OX2H]")
_BESIDE_OXYGEN = Chem.MolFromSmarts("[CX4;!r3]-[OX2]")


def run(job: Job) -> Result:
    """Conformers, shieldings, shifts. Raises InputError, ConvergenceError, MethodNotAvailable."""
    data = job.data
    if data.get("nmr_method") != METHOD:
        raise MethodNotAvailable("This method for NMR needs a trained model that this worker does not have.", field="nmr_method")
    structure = read_structure(job)
    check_size(structure, "nmr")
    _check(structure)
    if data["solvent"] not in knowledge()["nmr_reference"]["shieldings"]:
        raise InputError(f"There is no reference for NMR in the solvent {data['solvent']}.", field="solvent")
    level = shielding_level(data["solvent"])
    levels = chain_levels(data) if data.get("multistage_opt_settings") else [level]
    check_levels([*levels, level], structure.molecule)
    search, conformers, weights, reached = _conformers(job, structure, levels)
    pieces = [structure.molecule.at(conformer.positions) for conformer in conformers]
    with job.share(0.4, 1.0):
        words = "Computing shieldings of conformers with B3LYP/6-31G(d)"
        found = each(
            job, shieldings, [(place, piece, level) for place, piece in enumerate(pieces)], words, "shieldings", things="conformers"
        )
    values = _result(structure, conformers, weights, [np.array(one["shieldings"], dtype=float) for one in found], data["solvent"])
    engine = engines.engine_of("b3lyp")
    row = {
        "name": "B3LYP/6-31G(d) shieldings (GIAO, CPCM)",
        "method": "b3lyp",
        "level": level_of_theory(level.settings),
        "optimized": False,
        "engine": engine.name,
        "engine_version": engine.version(),
        "count_in": len(pieces),
        "count_out": len(pieces),
        "seconds": round(sum(one["seconds"] for one in found), 3),
    }
    record = provenance(
        job,
        [*search.stages, row],
        [*search.deviations, *[d for d in level_deviations([level], structure.molecule) if d not in search.deviations]],
        ensemble=search.ensemble(conformers, []),
        structure=structure.record(),
        nmr=values.pop("nmr"),
    )
    record["seed"] = job.seed
    caveats = [*_caveats(structure.mol), *left_out_caveats(len(pieces), reached)]
    return Result(values, record, [*search.messages, *_messages(structure)], caveats)


def shielding_level(solvent: str) -> Level:
    """The level of the shieldings: B3LYP/6-31G(d), restricted, in the continuum of a solvent."""
    settings = {
        "method": "b3lyp",
        "basis_set": {"name": "6-31G(d)"},
        "solvent_settings": {"model": "cpcm", "solvent": solvent},
        "scf_settings": {"reference": "rks"},
    }
    return level_of(settings, "nmr_method", ["energy"], "rapid")


def _check(structure: Structure) -> None:
    if structure.molecule.multiplicity != 1:
        raise InputError("NMR takes closed-shell molecules only.", field="initial_molecule.multiplicity")
    if structure.smiles_ran is None:
        raise InputError(
            "No bonds with orders fit this structure, so its equivalent nuclei cannot be determined.",
            field="initial_molecule",
        )
    if not any(int(number) in (_HYDROGEN, _CARBON) for number in structure.molecule.numbers):
        raise InputError("The molecule has neither hydrogen nor carbon; there is nothing to predict.", field="initial_molecule")


def _conformers(job: Job, structure: Structure, levels: list[Level]) -> tuple[Search, list[Conformer], list[float], float]:
    """The conformers of the shieldings, heaviest first; their weights, which add up to 1; the part of all weights that they hold."""
    generator = generator_settings(job.data)
    search = Search(job, structure, generator, levels, prefix="nmr/")
    pool = Pool([structure.molecule.positions], [], None, [])
    if job.data.get("conf_gen_settings"):
        check_limits(structure, generator, job.data)
        with job.share(0.0, 0.1):
            pool = generate(job, structure, generator)
    with job.share(0.1, 0.4):
        sound = search.sound(search.optimize(pool))
    search.stages[:0] = pool.stages
    search.deviations[:0] = pool.deviations
    ensemble = search.ensemble(sound, [])
    all_weights = [record["weight"] for record in ensemble["conformers"]]
    order = list(np.argsort(all_weights, kind="stable")[::-1])
    reached = np.cumsum([all_weights[index] for index in order])
    most = _MOST.get(str(job.data.get("shielded_conformers")), _MOST["most"])
    count = min(most, int(np.searchsorted(reached, _WEIGHT)) + 1, len(order))
    kept = order[:count]
    if count < len(sound):
        body = (
            f"Shieldings were computed for {count} of {len(sound)} conformers, which hold "
            f"{100 * reached[count - 1]:.0f} % of the weight; the others are left out of the average."
        )
        search.messages.append(message("info", "Conformers Left Out of the Average", body))
    total = float(reached[count - 1])
    return search, [sound[index] for index in kept], [float(all_weights[index]) / total for index in kept], total


def shieldings(job: Job, piece: tuple[int, Molecule, Level]) -> dict[str, Any]:
    """Isotropic shieldings (ppm; None for elements other than hydrogen and carbon) and seconds of one geometry, a step of the job."""
    place, molecule, level = piece
    inputs = {"positions": molecule.to_json(), "solvent": level.settings["solvent_settings"]}
    return job.step(f"nmr/shieldings/{place}", inputs, lambda: _shieldings(job, molecule, level))


def _shieldings(job: Job, molecule: Molecule, level: Level) -> dict[str, Any]:
    begun = time.perf_counter()
    engine = engines.engine_for(level.settings, level.field_path)
    request = engines.request_of(level.settings, molecule, directory=job.directory, threads=job.threads, extras={"coarse_surface": True})
    engine.check(request, level.field_path)
    calculator = engine.calculator(request)
    engines.single_point(calculator, molecule, gradient=False)
    atoms = [index for index, number in enumerate(molecule.numbers) if int(number) in (_HYDROGEN, _CARBON)]
    values: list[float | None] = [None] * len(molecule)
    for atom, value in zip(atoms, isotropic_shieldings(calculator.solution.mean_field, atoms), strict=True):
        values[atom] = round(float(value), 4)
    return {"shieldings": values, "seconds": time.perf_counter() - begun}


def nucleus_class(mol: Chem.Mol, atom: int) -> str:
    """The class of a nucleus in the calibration: "C", "H on C", "H on C beside O", or "H on N", "H on O", ..., which have no line.

    B3LYP/6-31G(d) gives hydrogens on a saturated carbon that carries oxygen 0.1 to 0.33 ppm too much (ethanol 4.04 and 4.16 in its two
    rotamers for 3.72), those of epoxides excepted.
    """
    found = mol.GetAtomWithIdx(atom)
    if found.GetAtomicNum() == _CARBON:
        return "C"
    neighbours = found.GetNeighbors()
    if neighbours and any(match[0] == neighbours[0].GetIdx() for match in mol.GetSubstructMatches(_BESIDE_OXYGEN)):
        return "H on C beside O"
    return f"H on {neighbours[0].GetSymbol()}" if neighbours else "H"


def reference_shielding(solvent: str, number: int) -> float:
    """The shielding (ppm) of carbon or hydrogen of tetramethylsilane at the level of the shieldings in a solvent."""
    return float(knowledge()["nmr_reference"]["shieldings"][solvent][str(number)])


def _result(
    structure: Structure, conformers: list[Conformer], weights: list[float], found: list[np.ndarray], solvent: str
) -> dict[str, Any]:
    """Shifts by nucleus; a nucleus that the conformers number differently is followed by its key."""
    mol = structure.mol
    own_keys = [nucleus_keys(mol, conformer.positions) for conformer in conformers]
    # The numbers of the atoms are those of the given geometry, or of the heaviest conformer where only bonds were given.
    keys = nucleus_keys(mol, structure.molecule.positions) if structure.given_geometry else own_keys[0]
    groups = equivalent_groups(keys)
    lines = calibration_lines(TYPE, METHOD)
    per_conformer = []
    shielded: dict[int, list[float]] = {atom: [] for atom in keys}
    for conformer_keys, values in zip(own_keys, found, strict=True):
        shifts: list[float | None] = [None] * mol.GetNumAtoms()
        for group in groups:
            # A molecule whose stereochemistry left no key in common keeps the numbers of its atoms.
            same = [atom for atom, key in conformer_keys.items() if key == keys[group[0]]] or group
            shielding = float(np.mean([values[atom] for atom in same]))
            for atom in group:
                shielded[atom].append(shielding)
                shifts[atom] = _shift(mol, atom, shielding, solvent, lines)
        per_conformer.append(shifts)
    averages = {atom: float(np.dot(weights, values)) for atom, values in shielded.items()}
    average: list[float | None] = [None] * mol.GetNumAtoms()
    for atom, value in averages.items():
        average[atom] = _shift(mol, atom, value, solvent, lines)
    peaks: dict[str, list[dict[str, Any]]] = {str(_HYDROGEN): [], str(_CARBON): []}
    for group in groups:
        number = mol.GetAtomWithIdx(group[0]).GetAtomicNum()
        peaks[str(number)].append({"nucleus": number, "shift": average[group[0]], "atom_indices": group})
    return {
        "conformers": [conformer.uuids[-1] for conformer in conformers],
        "boltzmann_weights": [round(weight, 6) for weight in weights],
        "per_conformer_chemical_shifts": per_conformer,
        "chemical_shifts": average,
        "symmetry_equivalent_nuclei": [group for group in groups if len(group) > 1],
        "predicted_peaks": peaks,
        "nmr": {
            "classes": [nucleus_class(mol, atom) if atom in keys else None for atom in range(mol.GetNumAtoms())],
            "shieldings": [round(averages[atom], 4) if atom in averages else None for atom in range(mol.GetNumAtoms())],
            "drawing": _drawing(mol),
            "reference": {str(number): reference_shielding(solvent, number) for number in (_HYDROGEN, _CARBON)},
        },
    }


def _drawing(mol: Chem.Mol) -> dict[str, Any]:
    """A SMILES without hydrogens to draw, and the atom of the molecule that each of its atoms is."""
    mol = Chem.Mol(mol)
    for atom in mol.GetAtoms():
        atom.SetIntProp("cuvette_index", atom.GetIdx())
    bare = Chem.RemoveHs(mol)
    smiles = Chem.MolToSmiles(bare)
    order = list(bare.GetPropsAsDict(True, True)["_smilesAtomOutputOrder"])
    return {"smiles": smiles, "atoms": [bare.GetAtomWithIdx(place).GetIntProp("cuvette_index") for place in order]}


def _shift(mol: Chem.Mol, atom: int, shielding: float, solvent: str, lines: dict[str, Any]) -> float:
    """The shift (ppm) of a shielding; hydrogens outside the calibration take the line of those on carbon."""
    number = mol.GetAtomWithIdx(atom).GetAtomicNum()
    line = lines.get(nucleus_class(mol, atom), lines["H on C"])
    return round(line(reference_shielding(solvent, number) - shielding), _DIGITS[number])


def _caveats(mol: Chem.Mol) -> list[dict[str, Any]]:
    """Return what belongs beside the shifts of hydrogens on a carbon that carries a hydroxyl group.

    By the line through solvents, ethers and esters the CH2 of ethanol is 3.84 to 3.87 ppm (two ensembles), where 3.72 is measured.
    """
    if not mol.HasSubstructMatch(_BESIDE_HYDROXYL):
        return []
    text = (
        "Hydrogens on a carbon that carries a hydroxyl group can be off by more than the ±: the CH₂ of ethanol comes out 0.12 to 0.15 ppm "
        "too high (3.72 measured)."
    )
    return [caveat("changes_number", text, table="proton_nmr")]


def left_out_caveats(count: int, reached: float) -> list[dict[str, Any]]:
    """Return what belongs beside all shifts where conformers with much of the weight have no part in them."""
    if reached >= 1 - _LEFT_OUT:
        return []
    which = "most populated conformer alone, which holds" if count == 1 else f"{count} most populated conformers alone, which hold"
    text = (
        f"Average over the {which} {100 * reached:.0f} % of the weight: shifts in flexible parts can be off by more than the ±. "
        "Compute the shieldings of more conformers."
    )
    return [caveat("changes_number", text)]


def _messages(structure: Structure) -> list[dict[str, str]]:
    """Return what the shifts do not hold."""
    mol = structure.mol
    found = [message("info", "Couplings Are Not Computed", "The spectrum shows one line for each group of equivalent nuclei.")]
    hydrogens = [atom.GetIdx() for atom in mol.GetAtoms() if atom.GetAtomicNum() == _HYDROGEN]
    acidic = [index for index in hydrogens if not nucleus_class(mol, index).startswith("H on C")]
    if acidic:
        names = ", ".join(structure.molecule.atom_name(atom) for atom in acidic)
        body = f"{names}: the shift of a hydrogen that is not on carbon depends on concentration and hydrogen bonds; it has no error here."
        found.append(message("warning", "Exchangeable Hydrogens", body))
    return found
