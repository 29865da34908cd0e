"""Microscopic pKa of each site by GFN2-xTB in ALPB water: E(base) - E(acid) of the lowest conformers, mapped by the line of its class.

Conformers that fold a charged amine onto another group are left out (`chemistry.open_forms` says why).

The lines are our own fit to the 215 experimental values of Thapa and Raghavachari (2019, 10.1021/acs.jctc.9b00606); they are in core's
table of method extensions. A site outside the classes gets the slope shared by all with the nearest class's intercept, and no error.
"""

from __future__ import annotations

from typing import Any

from rdkit import Chem

from ..calculations.levels import LevelsResult, Piece, check_levels, level_deviations, level_of, level_rows, provenance, run_levels
from ..chemistry.open_forms import folds, open_geometries
from ..chemistry.protonation import Site, acid_sites, base_sites, nitrogen_acid, nitrogen_acid_text
from ..errors import ConvergenceError, InputError, MethodNotAvailable
from ..runtime.job import Job
from ..runtime.notes import caveat, message
from ..runtime.parallel import each
from ..units import KCAL_PER_HARTREE
from . import Result
from .conformer_structure import Structure, check_size, read_structure

METHOD = "gfn2_alpb_linear"
# Conformers of each form that are optimized, by mode, out of so many embedded ones.
_CONFORMERS = {"reckless": (1, 5), "rapid": (2, 15), "careful": (4, 40)}
_MOST_SITES = 40


def run(job: Job) -> Result:
    """Compute the pKa of each site in the range; a form that fails is named and left out. Raises InputError, ConvergenceError."""
    data = job.data
    if data.get("microscopic_pka_method") != METHOD:
        raise MethodNotAvailable("This pKa method needs trained models that this worker does not have.", field="microscopic_pka_method")
    structure = read_structure(job)
    _check(structure, data)
    check_size(structure, "pka")
    mol = Chem.Mol(structure.mol)
    mol.RemoveAllConformers()
    sites = _sites(mol, data)
    solvent = {"model": "alpb", "solvent": "water"}
    level = level_of({"method": "gfn2_xtb", "solvent_settings": solvent}, "microscopic_pka_method", ["energy", "optimize"], "rapid")
    kept, tried = _CONFORMERS.get(str(data.get("mode")), _CONFORMERS["careful"])
    forms = [mol, *[site.mol for site in sites]]
    names = [
        "the molecule",
        *[f"the form with {'one proton less' if site.acid else 'one proton more'} at {_name(mol, site)}" for site in sites],
    ]
    pieces: list[Piece] = []
    owners: list[int] = []
    for number, (form, title) in enumerate(zip(forms, names, strict=True)):
        for place, molecule in enumerate(open_geometries(form, tried, kept, job.seed)):
            pieces.append(Piece(f"form/{number}/{place}", title, molecule, (level,), form))
            owners.append(number)
    check_levels([level], pieces[0].molecule)
    results = each(job, run_levels, pieces, "Optimizing the molecule and its protonation forms", "pka")
    lowest = [
        _lowest(form, [result for result, owner in zip(results, owners, strict=True) if owner == number])
        for number, form in enumerate(forms)
    ]
    if isinstance(lowest[0], str):
        raise ConvergenceError(f"The molecule itself could not be optimized: {lowest[0]}.")
    return _result(job, structure, mol, sites, lowest, level_rows([level], results), level_deviations([level], pieces[0].molecule))


def _check(structure: Structure, data: dict[str, Any]) -> None:
    """Refuse what the form and the API refuse as well. Raises InputError."""
    field = "initial_molecule" if structure.given_geometry else "initial_smiles"
    if structure.molecule.multiplicity != 1:
        raise InputError(f"pKa takes closed-shell molecules; this one has multiplicity {structure.molecule.multiplicity}.", field=field)
    if structure.fragments > 1:
        raise InputError(f"pKa takes one molecule; this structure has {structure.fragments} separate ones.", field=field)
    low, high = data.get("pka_range") or [2, 12]
    if low >= high:
        raise InputError(f"The end of the pKa range ({high}) must be above its start ({low}).", field="pka_range")


def _sites(mol: Chem.Mol, data: dict[str, Any]) -> list[Site]:
    count = mol.GetNumAtoms()
    for key in ("deprotonate_atoms", "protonate_atoms"):
        for index in data.get(key) or []:
            if not 1 <= index <= count:
                raise InputError(f"There is no atom {index}; the molecule has {count} atoms.", field=key)
    for index in data.get("deprotonate_atoms") or []:
        atom = mol.GetAtomWithIdx(index - 1)
        if not any(neighbour.GetAtomicNum() == 1 for neighbour in atom.GetNeighbors()):
            raise InputError(f"Atom {atom.GetSymbol()}{index} carries no hydrogen, so it has no proton to lose.", field="deprotonate_atoms")
    zero_based = {key: {index - 1 for index in data.get(key) or []} for key in ("deprotonate_atoms", "protonate_atoms")}
    sites = [
        *acid_sites(mol, set(data.get("deprotonate_elements") or []), zero_based["deprotonate_atoms"]),
        *base_sites(mol, set(data.get("protonate_elements") or []), zero_based["protonate_atoms"]),
    ]
    if len(sites) > _MOST_SITES:
        raise InputError(
            f"The molecule has {len(sites)} sites; at most {_MOST_SITES} are computed at once. Choose elements or atoms.",
            field="deprotonate_elements",
        )
    return sites


def _name(mol: Chem.Mol, site: Site) -> str:
    return f"{mol.GetAtomWithIdx(site.atom).GetSymbol()}{site.atom + 1}"


def _lowest(form: Chem.Mol, results: list[LevelsResult]) -> LevelsResult | str:
    """The lowest of the least folded results that kept their bonds, or why there is none."""
    sound = [r for r in results if r.failure is None and not r.outcomes[-1].connectivity["changed"]]
    if sound:
        return min(sound, key=lambda result: (folds(form, result.molecule.positions), result.energy))
    changed = [r.outcomes[-1].connectivity["detail"] for r in results if r.failure is None]
    return f"it changed its bonds ({changed[0]})" if changed else (results[0].failure or "it failed")


def _result(job, structure, mol, sites, lowest, rows, deviations) -> Result:
    reference = lowest[0]
    low, high = job.data.get("pka_range") or [2, 12]
    lists: dict[str, list[dict[str, Any]]] = {"conjugate_acids": [], "conjugate_bases": []}
    classes: dict[str, list[str | None]] = {"conjugate_acids": [], "conjugate_bases": []}
    messages = list(structure.messages)
    groups: list[str | None] = []
    outside = 0
    for site, form in zip(sites, lowest[1:], strict=True):
        if isinstance(form, str):
            messages.append(message("warning", f"No pKa of {_name(mol, site)}", f"Its form could not be computed: {form}."))
            continue
        base, acid = (form, reference) if site.acid else (reference, form)
        difference = (base.energy - acid.energy) * KCAL_PER_HARTREE
        pka = site.line(difference)
        if not low <= pka <= high:
            outside += 1
            continue
        key = "conjugate_bases" if site.acid else "conjugate_acids"
        lists[key].append(
            {
                "atom_index": site.atom + 1,
                "smiles": Chem.MolToSmiles(Chem.RemoveHs(site.mol)),
                "structures": [{"uuid": form.uuids[-1]}],
                "deltaG": round(difference, 4),
                "pka": round(pka, 3),
                "uncertainty": None,
            }
        )
        classes[key].append(site.site_class)
        if site.acid:
            groups.append(nitrogen_acid(mol, site.atom))
    if outside:
        body = f"{outside} of {len(sites)} sites have a pKa outside {low} to {high} and are left out. A wider range shows them."
        messages.append(message("info", "Sites Outside the Range", body))
    acids = [entry["pka"] for entry in lists["conjugate_bases"]]
    bases = [entry["pka"] for entry in lists["conjugate_acids"]]
    data = {
        "structures": [{"uuid": reference.uuids[-1]}],
        **lists,
        "strongest_acid": min(acids) if acids else None,
        "strongest_base": max(bases) if bases else None,
    }
    record = provenance(job, rows, deviations, structure=structure.record(), site_classes=classes)
    record["seed"] = job.seed
    return Result(data, record, messages, _caveats(acids, groups))


def _caveats(acids: list[float], groups: list[str | None]) -> list[dict[str, Any]]:
    """Return what belongs beside the pKa of N–H acids that have no line: in their rows of the table, and beside the strongest acid."""
    # The table of the definition lists acids first, the strongest one on top.
    order = sorted(range(len(acids)), key=lambda place: acids[place])
    found = []
    for name in sorted({group for group in groups if group}):
        rows = [row for row, place in enumerate(order) if groups[place] == name]
        values = ["strongest_acid"] if 0 in rows else None
        found.append(caveat("changes_number", nitrogen_acid_text({name}), values=values, table="pka", rows=rows))
    return found
