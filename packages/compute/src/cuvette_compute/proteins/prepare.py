"""Prepare a protein: fill in what the file lacks, take out what is not wanted, add hydrogens; and say everything that was changed."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from . import fixer as pdbfixer
from .ends import cap_gaps, without_ends
from .gaps import LONGEST_GAP, Gap, find_gaps
from .hydrogens import hydrogens_of, is_unknown_name, loose_hydrogens, name_of
from .options import Further, Options
from .protonate import choose_states, fill_states
from .rebuild import rebuild
from .structure import FIRST_NUMBER, Entry, Taken, drop_deuterium, is_hydrogen, number_entries, take, to_mmcif

SEED = 42
# PDBFixer lays the template of a residue over the atoms that are there; fewer do not say how it is turned.
_POINTS = 3
_FEW_RESIDUES = 10
_NOTHING_FURTHER = Further()
Progress = Callable[[str, float], None]


def _counts(taken: Taken) -> dict[str, int]:
    return {
        "atoms": sum(len(entry.atoms) for entry in taken.entries),
        "hydrogens": sum(hydrogens_of(entry) for entry in taken.entries),
        "residues": len(taken.of("polymer")),
        "heterogens": len(taken.of("non_polymer")) + len(taken.of("branched")),
        "waters": len(taken.of("water")),
    }


def _drop_heterogens_and_waters(taken: Taken, options: Options, further: Further, report: dict[str, Any]) -> None:
    dropped: list[Entry] = []
    waters = 0
    kept: list[Entry] = []
    for entry in taken.entries:
        if entry.place == "water" and not options.keep_waters:
            waters += 1
        elif (
            entry.place in ("non_polymer", "branched")
            and options.remove_heterogens
            and not {entry.name, entry.key} & further.kept_heterogens
        ):
            dropped.append(entry)
        else:
            kept.append(entry)
    taken.entries = kept
    report["removed"]["waters"] = waters
    report["removed"]["heterogens"] = [{"residue": one.key, "name": one.name, "atoms": len(one.atoms)} for one in dropped]


def _drop_hydrogens(taken: Taken, options: Options, report: dict[str, Any]) -> None:
    """Take out all hydrogens, or those that hang on nothing."""
    removed = 0
    invalid: list[str] = []
    for entry in taken.entries:
        if options.remove_hydrogens:
            kept = [atom for atom in entry.atoms if not is_hydrogen(atom)]
            removed += len(entry.atoms) - len(kept)
            entry.atoms = kept
        elif options.remove_invalid_hydrogens:
            loose = loose_hydrogens(entry)
            invalid += [name_of(entry, atom) for atom in loose]
            entry.atoms = [atom for atom in entry.atoms if not any(atom is one for one in loose)]
    taken.entries = [entry for entry in taken.entries if entry.atoms]
    report["removed"]["hydrogens"] = removed
    report["removed"]["invalid_hydrogens"] = invalid


def _original(residue: Any, taken: Taken) -> Entry | None:
    return taken.by_number.get(int(residue.id)) if int(residue.id) >= FIRST_NUMBER else None


def _strange_names(residue: Any, templates: dict[str, set[str]]) -> list[str]:
    """Heavy atoms of a residue by names that PDBFixer's template of it does not have; a residue without template has none."""
    known = templates.get(residue.name)
    if known is None:
        return []
    heavy = [atom.name for atom in residue.atoms() if atom.element is not None and atom.element.symbol != "H"]
    return [name for name in heavy if name not in known and name != "OXT"]


def _drop_unknown_names(fixer: Any, taken: Taken, report: dict[str, Any]) -> None:
    """Take out hydrogens of standard residues by names that nothing knows: others would be added on top of them."""
    import openmm.app

    templates = pdbfixer.templates_of(fixer)
    unknown = [
        atom
        for residue in fixer.topology.residues()
        if not _strange_names(residue, templates)
        for atom in residue.atoms()
        if atom.element is not None and atom.element.symbol == "H" and is_unknown_name(residue.name, atom.name)
    ]
    if not unknown:
        return
    for atom in unknown:
        entry = _original(atom.residue, taken)
        report["removed"]["invalid_hydrogens"].append(f"{atom.name} of {atom.residue.name} {entry.key if entry else ''}".strip())
    modeller = openmm.app.Modeller(fixer.topology, fixer.positions)
    modeller.delete(unknown)
    fixer.topology, fixer.positions = modeller.topology, modeller.positions


def _replace_nonstandard(fixer: Any, taken: Taken, options: Options, report: dict[str, Any]) -> None:
    """Replace modified residues by the standard ones that they come from, where their backbone is the standard one."""
    if not options.replace_nonstandard_residues:
        return
    table = pdbfixer.substitutions()
    chosen = []
    for residue in fixer.topology.residues():
        entry = _original(residue, taken)
        backbone = {"N", "CA", "C"} <= {atom.name for atom in residue.atoms()}
        if entry and entry.place == "polymer" and residue.name in table and residue.name not in fixer.templates and backbone:
            chosen.append((residue, table[residue.name]))
            report["replaced_residues"].append({"residue": entry.key, "from": residue.name, "to": table[residue.name]})
    if chosen:
        fixer.nonstandardResidues = chosen
        pdbfixer.attempt("replace the modified residues", fixer.replaceNonstandardResidues)


def _choose_gaps(gaps: list[Gap], fixer: Any, options: Options, report: dict[str, Any]) -> list[Gap]:
    """Gaps that are built; each that is not is reported with its reason."""
    chosen = []
    table = pdbfixer.substitutions()
    for gap in gaps:
        gap.names = [name if name in fixer.templates else table.get(name, name) for name in gap.names]
        unknown = sorted({name for name in gap.names if name not in fixer.templates})
        if not gap.inside:
            reason = "a chain's end that was not observed is not built"
        elif not options.find_missing_residues:
            reason = "building missing residues was not asked for"
        elif len(gap.keys) > LONGEST_GAP:
            reason = f"a loop of more than {LONGEST_GAP} residues cannot be guessed"
        elif unknown:
            reason = f"PDBFixer has no template for {', '.join(unknown)}"
        else:
            chosen.append(gap)
            continue
        where = f"{gap.keys[0]} to {gap.keys[-1]}" if len(gap.keys) > 1 else gap.keys[0]
        report["open_gaps"].append({"residues": where, "count": len(gap.keys), "inside": gap.inside, "reason": reason})
    return chosen


def _find_missing(
    fixer: Any, taken: Taken, gaps: list[Gap], options: Options, further: Further, report: dict[str, Any]
) -> dict[tuple[int, int], Gap]:
    """Tell PDBFixer what to build: residues of the chosen gaps, groups at the ends of chains, and heavy atoms."""
    entries = {entry.label: entry.chain for entry in taken.entries if entry.place == "polymer"}
    chains = {entries[chain.id]: chain.index for chain in fixer.topology.chains() if chain.id in entries}
    built = {(chains[gap.chain], gap.index): gap for gap in gaps}
    fixer.missingResidues = {place: list(gap.names) for place, gap in built.items()}
    pdbfixer.attempt("look for missing atoms", fixer.findMissingAtoms)
    templates = pdbfixer.templates_of(fixer)
    skipped = []
    for residue in list(fixer.missingAtoms):
        strange = _strange_names(residue, templates)
        if strange:
            # Atoms under other names would be added a second time, on top of those that are there.
            fixer.missingAtoms.pop(residue)
            skipped.append((residue, strange))
    if not options.add_missing_atoms:
        fixer.missingAtoms, fixer.missingTerminals = {}, {}
    if further.ends == "open":
        fixer.missingTerminals = {}
    for residue, strange in skipped if options.add_missing_atoms else []:
        entry = _original(residue, taken)
        report["deviations"].append(
            {
                "what": f"No atoms were added to {residue.name} {entry.key if entry else ''}.",
                "reason": f"Its atoms have names that PDBFixer does not know ({', '.join(strange)}).",
            }
        )
    _check_orientation(fixer, taken, report)
    added: dict[str, dict[str, Any]] = {}
    for found in (fixer.missingAtoms, fixer.missingTerminals):
        for residue, atoms in found.items():
            entry = _original(residue, taken)
            if entry:
                line = added.setdefault(entry.key, {"residue": entry.key, "name": residue.name, "atoms": []})
                line["atoms"] += [atom if isinstance(atom, str) else atom.name for atom in atoms]
    report["added_atoms"] = list(added.values())
    report["built_residues"] = [
        {"residue": key, "name": name} for gap in built.values() if gap.inside for key, name in zip(gap.keys, gap.names, strict=True)
    ]
    report["caps"] = [{"residue": gap.keys[0], "name": gap.names[0]} for gap in built.values() if not gap.inside]
    return built


def _check_orientation(fixer: Any, taken: Taken, report: dict[str, Any]) -> None:
    """Refuse a trace of the chain; name single residues of which too little is there. Raises InputError."""
    turned = []
    for residue in fixer.missingAtoms:
        heavy = sum(1 for atom in residue.atoms() if atom.element is not None and atom.element.symbol != "H")
        entry = _original(residue, taken)
        if heavy < _POINTS and entry and entry.place == "polymer":
            turned.append(f"{residue.name} {entry.key}")
    if not turned:
        return
    whole = len(taken.of("polymer"))
    if len(turned) > max(_FEW_RESIDUES, whole / 2):
        raise pdbfixer.InputError(
            f"{len(turned)} of {whole} residues have fewer than {_POINTS} heavy atoms, as in a trace of the chain. Their "
            "orientation is not known, so they cannot be built. Upload a structure with all heavy atoms.",
            field="data",
        )
    shown = ", ".join(turned[:8]) + (f" and {len(turned) - 8} more" if len(turned) > 8 else "")
    reason = f"Fewer than {_POINTS} of their heavy atoms are there."
    report["deviations"].append({"what": f"The orientation of {shown} is guessed.", "reason": reason})


def _relax(fixer: Any, taken: Taken, report: dict[str, Any]) -> None:
    """Relax the hydrogens; those of residues that the force field does not know stay where geometry put them, with a message."""
    if any(atom.element is None for atom in fixer.topology.atoms()):
        reason = "An atom of the structure has no known element."
        report["deviations"].append({"what": "The hydrogens were not relaxed in a force field.", "reason": reason})
        return
    strangers = pdbfixer.unmatched(fixer)
    if strangers:
        named = [f"{residue.name} {entry.key if (entry := _original(residue, taken)) else ''}".strip() for residue in strangers]
        shown = ", ".join(named[:8]) + (f" and {len(named) - 8} more" if len(named) > 8 else "")
        report["deviations"].append(
            {
                "what": f"{shown}: held as they are, their hydrogens were not relaxed.",
                "reason": f"{pdbfixer.FORCE_FIELD_NAME} has no parameters for them with these atoms and bonds.",
            }
        )
    energies = pdbfixer.attempt("relax the hydrogens", lambda: pdbfixer.relax_hydrogens(fixer, strangers))
    report["relaxation"] = {"force_field": pdbfixer.FORCE_FIELD_NAME, "held": "all heavy atoms", **energies}


def prepare(
    pdb: dict[str, Any], options: Options, progress: Progress, with_pka: bool = True, further: Further = _NOTHING_FURTHER
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The prepared structure and the record of what was done to it. Raises InputError as text for the person.

    `with_pka` is false where nobody reads pKa values that no protonation state follows.
    """
    report: dict[str, Any] = {
        "options": options.as_json(),
        "software": pdbfixer.versions(),
        "seed": SEED,
        "protonation_model": None,
        "titration": [],
        "removed": {},
        "replaced_residues": [],
        "built_residues": [],
        "caps": [],
        "open_gaps": [],
        "added_atoms": [],
        "relaxation": None,
        "deviations": [],
    }
    progress("Reading the structure", 2)
    taken = take(pdb)
    report["before"] = _counts(taken)
    if options.add_hydrogens or options.remove_hydrogens:
        drop_deuterium(taken)
    report["removed"] |= {
        "models": taken.models,
        "alternate_locations": taken.alternate_locations,
        "deuterium": taken.deuterium,
    }
    _drop_heterogens_and_waters(taken, options, further, report)
    _drop_hydrogens(taken, options, report)
    if further.ends == "ace_nme":
        without_ends(taken)
    if not taken.of("polymer"):
        raise pdbfixer.InputError("The structure holds no chain with atoms, so there is nothing to prepare.", field="data")
    number_entries(taken)
    building = "Building what is missing"

    def tell(words: str, share: float) -> None:
        progress(f"{building}: {words}", 15 + 35 * share)

    fixer = pdbfixer.open_fixer(to_mmcif(taken), SEED, tell)
    progress("Looking for what is missing", 10)
    if options.remove_invalid_hydrogens:
        _drop_unknown_names(fixer, taken, report)
    chains: dict[str, list[Entry]] = {}
    for entry in taken.of("polymer"):
        chains.setdefault(entry.chain, []).append(entry)
    gaps = find_gaps(pdb, chains)
    _replace_nonstandard(fixer, taken, options, report)
    chosen = _choose_gaps(gaps, fixer, options, report)
    if further.ends == "ace_nme":
        chosen += cap_gaps(taken, chains, options.replace_nonstandard_residues)
    built = _find_missing(fixer, taken, chosen, options, further, report)
    report["added_hydrogens"] = sum(1 for atom in fixer.topology.atoms() if atom.element is not None and atom.element.symbol == "H")
    residues = len(report["built_residues"])
    atoms = sum(len(one["atoms"]) for one in report["added_atoms"])
    wanted = [f"{count} missing {name}" for count, name in ((residues, "residues"), (atoms, "atoms")) if count]
    building = f"Building {' and '.join(wanted) or 'what is missing'}"
    progress(building, 15)
    pdbfixer.attempt("build what is missing", lambda: fixer.addMissingAtoms(seed=SEED))
    if options.add_hydrogens:
        progress(f"Adding hydrogens at pH {options.add_hydrogen_ph:g}", 50)
        choose_states(fixer, taken, built, options, report, with_pka)
        random.seed(SEED)
        pdbfixer.attempt("add hydrogens", lambda: fixer.addMissingHydrogens(options.add_hydrogen_ph))
    if options.optimize_hydrogens:
        progress("Relaxing the hydrogens", 70)
        _relax(fixer, taken, report)
    progress("Putting the structure together", 95)
    structure = rebuild(pdb, taken, fixer, built, report)
    fill_states(structure, report)
    report["without_hydrogens"] = _bare(structure) if options.add_hydrogens else []
    return structure, report


def _bare(structure: dict[str, Any]) -> list[str]:
    """Residues with carbon but without a hydrogen although hydrogens were asked for: nothing here knows their bonds."""
    model = structure["models"][0]
    residues = [item for polymer in model["polymer"].values() for item in polymer["residues"].items()]
    residues += [item for place in ("non_polymer", "branched") for item in model.get(place, {}).items()]
    bare = []
    for key, residue in residues:
        atoms = residue["atoms"].values()
        if any(str(atom["element"]).upper() == "C" for atom in atoms) and not any(is_hydrogen(atom) for atom in atoms):
            bare.append(f"{residue.get('name') or 'UNK'} {key}")
    return bare
