"""From a structure of the platform to a solvated model: hydrogens and missing atoms, the ligand's parameters, water and ions."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..errors import ResourceError
from ..proteins.options import Options
from ..proteins.structure import is_hydrogen, take
from ..runtime.job import Job
from ..runtime.notes import message
from .ambertools import LigandParameters, parametrize
from .ligand import PlacedLigand
from .solute import solute_of
from .system import Model, Settings, solvate

_MOST_ATOMS = 250_000


def ligand_parameters(job: Job, ligand: PlacedLigand) -> LigandParameters:
    """GAFF2 with AM1-BCC charges for a ligand, computed once for all attempts. Raises as `parametrize`."""
    job.progress("Computing the charges of the ligand (AM1-BCC)", 0, 1, 0.0)
    inputs = [ligand.mol.GetNumAtoms(), ligand.positions.round(3).tolist(), _bonds(ligand)]
    made = job.step(
        "ligand-parameters",
        inputs,
        lambda: parametrize(ligand.mol, ligand.positions, job.new_directory("ambertools"), "initial_smiles").to_json(),
    )
    return LigandParameters(**made)


def _bonds(ligand: PlacedLigand) -> list[list[int]]:
    return [[bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()] for bond in ligand.mol.GetBonds()]


def solvated(
    job: Job,
    pdb: dict[str, Any],
    ligand: PlacedLigand | None,
    parameters: LigandParameters | None,
    settings: Settings,
    prune: float | None,
) -> tuple[Model, list[dict[str, str]]]:
    """The protein, with its ligand where there is one, in water, and what a person should know of how it was made.

    Raises InputError for what the force field does not know, ResourceError for a system that is too large.
    """
    job.progress("Preparing the protein", 0, 1, 0.01)

    def make() -> dict[str, Any]:
        from ..proteins.prepare import prepare

        bare = pdb if ligand is None else without(pdb, ligand)
        atoms = [atom for entry in take(bare).of("polymer") for atom in entry.atoms]
        # A structure that has its hydrogens was prepared; they stay where they are.
        raw = sum(is_hydrogen(atom) for atom in atoms) < 0.3 * sum(not is_hydrogen(atom) for atom in atoms)
        options = replace(Options(), remove_heterogens=False, keep_waters=True, optimize_hydrogens=raw)
        prepared, report = prepare(bare, options, lambda *_: None)
        solute = solute_of(prepared, ligand, prune)
        job.progress("Filling the box with water", 0, 1, 0.02)
        made = solvate(solute, parameters, [] if ligand is None else _bonds(ligand), settings)
        return {"model": made.to_json(), "built": len(report["built_residues"]), "hydrogens": report["added_hydrogens"]}

    placed = None if ligand is None else ligand.positions.round(3).tolist()
    inputs = [pdb, placed, vars(settings), prune, parameters and parameters.to_json()]
    found = job.step("system", inputs, make)
    model = Model.from_json(found["model"])
    if len(model.positions) > _MOST_ATOMS:
        size = len(model.positions)
        advice = "Take chains out of the protein." if ligand is None else "Cut the protein off."
        raise ResourceError(f"The system has {size} atoms, and at most {_MOST_ATOMS} are simulated here. {advice}")
    notes = []
    if found["built"] or found["hydrogens"]:
        parts = [f"{found['built']} missing residues were built"] if found["built"] else []
        parts += ["hydrogens were placed"] if found["hydrogens"] else []
        body = "; ".join(parts)
        notes.append(message("info", "The Protein Was Prepared", f"{body[0].upper()}{body[1:]}."))
    if model.solute.left_out:
        taken_out = model.solute.left_out
        names = ", ".join(taken_out[:8]) + (f" and {len(taken_out) - 8} more" if len(taken_out) > 8 else "")
        where = (
            f" {', '.join(model.solute.near)} were near the ligand: the pocket is not complete without them." if model.solute.near else ""
        )
        body = f"The force field has no parameters for {names}; they were removed.{where}"
        serious = model.solute.near or ligand is None
        notes.append(message("warning" if serious else "info", "Residues Were Taken Out", body))
    if prune is not None and settings.protein_restraint_cutoff is None:
        body = "The protein was cut off and nothing restrains it: its fragments drift apart in a long run."
        notes.append(message("warning", "The Cut Protein Is Free", body))
    return model, notes


def without(pdb: dict[str, Any], ligand: PlacedLigand) -> dict[str, Any]:
    """The structure without the ligand."""
    first = pdb["models"][0]
    place, key = ligand.entry.place, ligand.entry.key
    kept = {name: record for name, record in (first.get(place) or {}).items() if name != key}
    return {**pdb, "models": [{**first, place: kept}]}
