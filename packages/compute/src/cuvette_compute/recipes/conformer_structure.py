"""Conformer search, first part: which structure exactly will run, and which generator settings apply."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from rdkit import Chem

from ..chemistry.embed import molecule_from_mol, quick_structure
from ..chemistry.ensemble import is_achiral
from ..chemistry.identity import stereo_labels
from ..chemistry.perceive import mol_from_molecule
from ..chemistry.smiles import SmilesError, parse
from ..chemistry.stereo import are_one_pair, isomer_mols, open_stereo
from ..errors import InputError
from ..methods.settings import canonical
from ..runtime.job import Job
from ..runtime.notes import message
from ..schemas.knowledge import knowledge
from ..structures.molecule import Molecule, molecule_from_json

SALT_TEXT = (
    "A structure of several separate molecules needs careful or meticulous mode with NCI mode, or manual mode with Monte Carlo multiple "
    "minimum and NCI mode."
)
# What a search without CREST can choose in place of it.
WITHOUT_CREST = "ETKDG (modes reckless, rapid and manual) and Monte Carlo multiple minimum with MMFF94 (mode manual; also for complexes)"


@dataclass
class Structure:
    """The structure that runs: an RDKit molecule with explicit hydrogens and our molecule in the same atom order."""

    mol: Chem.Mol
    molecule: Molecule
    given_geometry: bool
    smiles_input: str | None
    smiles_ran: str | None
    stereo: str
    achiral: bool
    fragments: int
    messages: list[dict[str, str]] = field(default_factory=list)

    def record(self) -> dict[str, Any]:
        """The provenance record of the structure."""
        return {"smiles_input": self.smiles_input, "smiles_ran": self.smiles_ran, "stereo": self.stereo, "perceived": self.given_geometry}


def read_structure(job: Job) -> Structure:
    """The structure of the job: initial_molecule, else initial_smiles. Raises InputError."""
    data = job.data
    if data.get("initial_molecule") is not None:
        return _from_molecule(molecule_from_json(data["initial_molecule"]))
    if "initial_smiles" in data:
        return _from_smiles(data["initial_smiles"], bool(job.options.get("enumerate_stereo")), job.seed)
    raise InputError("A conformer search needs a molecule or a SMILES.", field="initial_molecule")


def check_size(structure: Structure, workflow_type: str) -> None:
    """Refuse, before anything is built, a structure that is too large for a type, as form and API do. Raises InputError."""
    limit = knowledge()["size_limits"][workflow_type]
    count = int(np.count_nonzero(structure.molecule.numbers > 1))
    if count > limit["most"]:
        raise InputError(
            knowledge()["too_many_heavy_atoms"].format(**limit, count=count),
            field="initial_molecule" if structure.given_geometry else "initial_smiles",
        )


def _from_molecule(molecule: Molecule) -> Structure:
    mol = mol_from_molecule(molecule)
    smiles = None
    try:
        smiles = Chem.MolToSmiles(Chem.RemoveHs(mol))
        achiral = is_achiral(mol)
    except (ValueError, RuntimeError):
        achiral = not stereo_labels(mol, molecule.positions)
    labels = stereo_labels(mol, molecule.positions)
    stereo = "as in the given geometry: " + (", ".join(f"{atom} ({label})" for atom, label in labels.items()) or "no stereocentres")
    return Structure(mol, molecule, True, None, smiles, stereo, achiral, len(Chem.GetMolFrags(mol)))


def _from_smiles(text: Any, enumerate_stereo: bool, seed: int) -> Structure:
    try:
        parsed = parse(text)
    except SmilesError as error:
        raise InputError(f"The SMILES cannot be read: {error.detail}.", field="initial_smiles") from error
    undefined, isomers = open_stereo(parsed)
    stereo, messages, chosen = "fully defined", [], parsed
    if undefined:
        one_pair = are_one_pair(isomers)
        names = ", ".join(centre["atom"] for centre in undefined)
        if not one_pair and not enumerate_stereo:
            raise InputError(
                f"The stereochemistry at {names} is not defined, and its forms are different compounds (diastereomers), "
                f"which are never mixed in one ensemble. Choose one: {', '.join(isomers)}",
                field="initial_smiles",
            )
        chosen = isomer_mols(parsed)[isomers[0]]
        stereo, body = _stereo_words(undefined, isomers, chosen, one_pair)
        messages.append(message("info" if one_pair else "warning", "Undefined stereochemistry", body))
    smiles = Chem.MolToSmiles(chosen)
    mol = Chem.AddHs(chosen)
    fragments = len(Chem.GetMolFrags(mol))
    start = quick_structure(chosen, seed).positions if fragments > 1 else np.zeros((mol.GetNumAtoms(), 3))
    return Structure(mol, molecule_from_mol(mol, start, smiles), False, text, smiles, stereo, is_achiral(mol), fragments, messages)


def _stereo_words(undefined, isomers, chosen: Chem.Mol, one_pair: bool) -> tuple[str, str]:
    labels = dict(Chem.FindMolChiralCenters(chosen, useLegacyImplementation=True))
    ran = ", ".join(f"({labels.get(centre['index'] - 1, '?')})" for centre in undefined if centre["kind"] == "tetrahedral") or isomers[0]
    places = ", ".join(centre["atom"] for centre in undefined)
    if one_pair:
        words = f"one undefined stereocentre at {places}: {ran} was run" if len(undefined) == 1 else f"undefined at {places}: {ran} was run"
        return words, f"{words[0].upper()}{words[1:]}. The mirror image has the same energies."
    words = f"undefined at {places}: {isomers[0]} was run"
    others = ", ".join(isomers[1:])
    return words, f"Undefined stereochemistry at {places}: {isomers[0]} was run. Not run, and different compounds: {others}."


_NUMBERS_BY_MODE = {
    "reckless": {
        "conf_opt_method": "gfn_ff",
        "max_confs": 20,
        "num_initial_confs": 200,
        "num_confs_considered": 50,
        "max_mmff_energy": 20,
    },
    "rapid": {"conf_opt_method": "gfn0_xtb", "max_confs": 50, "num_initial_confs": 300, "num_confs_considered": 100, "max_mmff_energy": 30},
}
_IMTD_BY_MODE = {
    "reckless": {"speed": "megaquick", "mtd_method": "gfn_ff", "conf_opt_method": "gfn_ff", "max_confs": 20},
    "rapid": {"speed": "superquick", "mtd_method": "gfn_ff", "conf_opt_method": "gfn0_xtb", "max_confs": 50},
    "careful": {"speed": "quick", "mtd_method": "gfn_ff", "conf_opt_method": "gfn2_xtb"},
    "meticulous": {"speed": "normal", "mtd_method": "gfn2_xtb", "conf_opt_method": "gfn2_xtb"},
}
_ETKDG_DEFAULTS = {
    "settings_type": "etkdg",
    "conf_opt_method": "gfn_ff",
    "screening": None,
    "max_confs": None,
    "num_initial_confs": 300,
    "num_confs_considered": 100,
    "max_mmff_iterations": 500,
    "max_mmff_energy": 30,
    "nci": False,
    "constraints": [],
}
_MONTE_CARLO_DEFAULTS = {"num_monte_carlo_iterations": 250, "rmsd_threshold": 0.5, "energy_window": 20.0}


def generator_settings(data: dict[str, Any]) -> dict[str, Any]:
    """Conformer-generation settings, completed from their mode. `settings_type` says which generator."""
    given = data.get("conf_gen_settings") or {}
    mode = canonical(given.get("mode") or data.get("conf_gen_mode")) or "rapid"
    mode = "rapid" if mode == "auto" else mode
    if mode not in ("reckless", "rapid", "careful", "meticulous", "manual"):
        raise InputError(f"The conformer-generation mode {mode!r} is not known.", field="conf_gen_mode")
    kind = canonical(given.get("settings_type")) or ("imtd" if mode in ("careful", "meticulous") else "etkdg")
    known = {name: value for name, value in given.items() if value is not None}
    settings = {**_ETKDG_DEFAULTS, **known, "settings_type": kind, "mode": mode}
    if kind == "etkdg" and mode in _NUMBERS_BY_MODE:
        numbers = _NUMBERS_BY_MODE[mode]
        settings |= {name: value for name, value in numbers.items() if name != "max_confs"}
        settings["max_confs"] = known.get("max_confs", numbers["max_confs"])
    if kind == "imtd":
        settings |= {**_IMTD_BY_MODE.get(mode, {}), **({"max_confs": known["max_confs"]} if "max_confs" in known else {})}
        settings["nci"] = bool(settings["nci"] or data.get("nci"))
    if kind == "monte_carlo_multiple_minimum":
        settings = {**_MONTE_CARLO_DEFAULTS, **settings, "nci": bool(settings["nci"] or data.get("nci"))}
    if data.get("max_confs") is not None:
        settings["max_confs"] = data["max_confs"]
    if kind == "etkdg":
        for name in ("num_initial_confs", "num_confs_considered", "max_mmff_iterations", "max_confs"):
            value = settings[name]
            if value is not None and (isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 100_000):
                raise InputError(f"{name} must be a whole number of 1 or more, not {value!r}.", field=f"conf_gen_settings.{name}")
    return settings


def check_limits(structure: Structure, settings: dict[str, Any], data: dict[str, Any]) -> None:
    """Refuse what a conformer-generation mode does not take: fragments, open shells, constraints, transition states. Raises InputError."""
    nci = bool(data.get("nci") or settings.get("nci"))
    mode, kind = settings["mode"], settings["settings_type"]
    # The settings of Monte Carlo carry a mode of their own, which means nothing to it: the form stores "rapid" there.
    quick = kind != "monte_carlo_multiple_minimum" and (kind in ("etkdg", "openconf") or mode in ("reckless", "rapid"))
    if structure.fragments > 1 and (quick or not nci):
        raise InputError(SALT_TEXT, field="initial_molecule" if structure.given_geometry else "initial_smiles")
    if kind not in ("etkdg", "monte_carlo_multiple_minimum", "openconf") or data.get("initial_conformers"):
        return
    title = "openconf" if kind == "openconf" else mode if mode != "manual" else {"etkdg": "ETKDG"}.get(kind, "Monte Carlo")
    if structure.molecule.multiplicity != 1:
        raise InputError(
            f"Conformer generation in mode {title} does not cover open-shell molecules; the multiplicity must be 1.",
            field="initial_molecule.multiplicity",
        )
    if nci and kind in ("etkdg", "openconf"):
        raise InputError("NCI mode needs the conformer-generation mode careful or meticulous.", field="nci")
    if data.get("constraints") or settings["constraints"]:
        raise InputError(f"Conformer generation in mode {title} takes no constraints; choose careful or meticulous.", field="constraints")
    multistage = data.get("multistage_opt_settings") or {}
    if mode == "reckless" and (data.get("transition_state") or multistage.get("transition_state")):
        raise InputError("Conformer generation in mode reckless does not cover transition states.", field="transition_state")
