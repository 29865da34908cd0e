"""BoltzGen by its program (`boltzgen run`), as its documentation describes the design specification and the output (version 0.3)."""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import ComputeError, InputError, MethodNotAvailable
from ..runtime.job import Job
from ..runtime.places import BOLTZGEN, BOLTZGEN_FILES, has_gpu
from ..runtime.programs import run_program
from .predicted import number, only, plain, read_structure

PROTOCOLS = ("protein-anything", "peptide-anything", "protein-small_molecule", "nanobody-anything")
_SECONDS = 7 * 24 * 3600.0
# Our scores by the columns of the program's table; the first that is there counts.
_COLUMNS = {
    "quality_score": ("quality_score",),
    "num_filters_passed": ("num_filters_passed",),
    "iptm": ("iptm",),
    "design_ptm": ("design_ptm",),
    "min_design_to_target_pae": ("min_design_to_target_pae",),
    "design_to_target_iptm": ("design_to_target_iptm",),
    "min_interaction_pae": ("min_interaction_pae",),
    "bb_rmsd": ("bb_rmsd",),
    "delta_sasa_refolded": ("delta_sasa_refolded",),
    "plip_hbonds_refolded": ("plip_hbonds_refolded",),
    "plip_saltbridge_refolded": ("plip_saltbridge_refolded",),
    "liability_score": ("liability_score",),
    "liability_high_severity_violations": ("liability_high_severity_violations",),
    "liability_num_violations": ("liability_num_violations",),
    "helix": ("helix",),
    "sheet": ("sheet",),
    "loop": ("loop",),
    "design_largest_hydrophobic_patch_refolded": ("design_largest_hydrophobic_patch_refolded",),
    "design_hydrophobicity": ("design_hydrophobicity",),
    "num_tokens": ("num_tokens",),
}
_SEQUENCE = ("designed_chain_sequence", "designed_sequence")
_NAME = ("file_name", "id")


@dataclass
class Design:
    """A designed binder: its letters, the structure with its target, and the program's numbers; a column that it lacks is None."""

    sequence: str | None
    structure: dict[str, Any]
    scores: dict[str, float | None]


def check() -> None:
    """Raises MethodNotAvailable with what this server lacks."""
    BOLTZGEN.path()
    BOLTZGEN.folder(*BOLTZGEN_FILES)
    if not has_gpu():
        raise MethodNotAvailable("BoltzGen is not available on this server: needs a GPU.")


def specification(given: dict[str, Any], proteins: dict[str, str]) -> dict[str, Any]:
    """The design specification. `proteins` are files of the targets by their identifiers. Raises InputError for what it cannot say."""
    entities: list[dict[str, Any]] = []
    for one in given.get("protein_entities") or []:
        entry = {"id": one["id"], "sequence": str(one["sequence"]).replace(" ", "")}
        if one.get("cyclic"):
            entry["cyclic"] = True
        if one.get("secondary_structure"):
            entry["secondary_structure"] = _kept(one["secondary_structure"], ("helix", "sheet", "loop"))
        entities.append({"protein": entry})
    for one in given.get("ligand_entities") or []:
        entities.append({"ligand": {"id": one["id"], "smiles": one["smiles"]}})
    for index, one in enumerate(given.get("file_entities") or []):
        path = proteins.get(str(one.get("uuid")))
        if path is None:
            raise InputError(
                "The target protein is not there any more, or its owner may not be read here.",
                field=f"binder_design_input.file_entities.{index}.uuid",
            )
        entities.append({"file": _file(one, path)})
    if not entities:
        raise InputError("A design needs a target and a chain to design.", field="binder_design_input")
    document: dict[str, Any] = {"entities": entities}
    bonds = [
        {"bond": {name: [one[name]["chain_id"], one[name]["index"], one[name]["atom_name"]] for name in ("atom1", "atom2")}}
        for one in given.get("constraints") or []
    ]
    return {**document, "constraints": bonds} if bonds else document


def _kept(value: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: value[name] for name in names if value.get(name) not in (None, "")}


def _regions(values: list[dict[str, Any]], more: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """Regions as the specification writes them: a chain with its residues, counted from 1."""
    found = []
    for one in values:
        entry = {"id": one.get("chain_id")} if one.get("chain_id") else {}
        if one.get("residue_indices"):
            entry["res_index"] = one["residue_indices"]
        found.append({"chain": {**entry, **_kept(one, more)}})
    return found


def _file(one: dict[str, Any], path: str) -> dict[str, Any]:
    entry: dict[str, Any] = {"path": path}
    for name in ("include", "exclude", "design"):
        if one.get(name):
            entry[name] = _regions(one[name])
    if one.get("include_proximity"):
        entry["include_proximity"] = _regions(one["include_proximity"], ("radius",))
    if one.get("binding_types"):
        entry["binding_types"] = [
            {"chain": {"id": kind.get("chain_id"), **_kept(kind, ("binding", "not_binding"))}} for kind in one["binding_types"]
        ]
    if one.get("secondary_structure"):
        entry["secondary_structure"] = [
            {"chain": {"id": kind.get("id"), **_kept(kind, ("helix", "sheet", "loop"))}} for kind in one["secondary_structure"]
        ]
    if one.get("design_insertions"):
        entry["design_insertions"] = [
            {
                "insertion": {
                    "id": kind["chain_id"], "res_index": kind["residue_index"], "num_residues": kind["number_of_residues"],
                    **({"secondary_structure": kind["secondary_structure"]} if kind.get("secondary_structure") else {}),
                }
            }
            for kind in one["design_insertions"]
        ]  # fmt: skip
    return entry


def command_of(directory: Path, settings: dict[str, Any]) -> list[str]:
    """The words of the command. Raises InputError for an unknown protocol."""
    protocol = settings.get("protocol") or PROTOCOLS[0]
    if protocol not in PROTOCOLS:
        raise InputError(f"The protocol {protocol!r} is not known.", field="binder_design_settings.protocol")
    return [
        BOLTZGEN.path(), "run", str(directory / "design.yaml"), "--output", str(directory / "out"), "--protocol", protocol,
        "--num_designs", str(int(settings.get("num_designs") or 10)), "--budget", str(int(settings.get("budget") or 2)),
        "--cache", str(BOLTZGEN.folder()),
    ]  # fmt: skip


def design(job: Job, document: dict[str, Any], settings: dict[str, Any], directory: Path) -> list[Design]:
    """Run the program and read what it wrote, best first. Raises ComputeError where it fails or writes nothing usable."""
    (directory / "design.yaml").write_text(json.dumps(document, indent=1), "utf-8")
    out = directory / "out"
    asked = int(settings.get("num_designs") or 10)

    def watch() -> None:
        made = len(list((out / "intermediate_designs").glob("*.cif")))
        refolded = len(list((out / "intermediate_designs_inverse_folded" / "refold_cif").glob("*.cif")))
        words = f"Folding design {refolded} of {asked}" if refolded else f"Designing {made} of {asked}"
        job.progress(words, min(made + refolded, 2 * asked), 2 * asked)

    environment = BOLTZGEN.environment(directory, job.threads)
    run_program(
        "BoltzGen", command_of(directory, settings), directory, seconds=_SECONDS, environment=environment, watch=watch,
        log_name="boltzgen.log",
    )  # fmt: skip
    return read(out, int(settings.get("budget") or 2))


def read(out: Path, budget: int) -> list[Design]:
    """The final designs of an output folder, the best first."""
    ranked = out / "final_ranked_designs"
    table = only(
        [*ranked.glob(f"final_designs_metrics_{budget}.csv"), *ranked.glob("final_designs_metrics_*.csv")], "table of designs", "BoltzGen"
    )
    try:
        with table.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
    except (OSError, ValueError, csv.Error) as error:
        raise ComputeError("BoltzGen wrote a table of designs that cannot be read.", detail=str(error)) from error
    if not rows:
        raise ComputeError("BoltzGen ended without an error and kept no design.")
    # The table is in the order in which designs were chosen for their diversity.
    rows.sort(key=lambda row: number(row.get("final_rank"), "final_rank of a design", "BoltzGen"))
    folders = [*ranked.glob(f"final_{budget}_designs"), *ranked.glob("final_*_designs")]
    # Its folder "before_refolding" holds the same names with side chains that have no places.
    files = sorted(path for folder in folders[:1] for path in folder.glob("*.cif"))
    return [_design(row, place, files) for place, row in enumerate(rows)]


def _first(row: dict[str, Any], names: tuple[str, ...]) -> Any:
    return next((row[name] for name in names if row.get(name) not in (None, "")), None)


def _design(row: dict[str, Any], place: int, files: list[Path]) -> Design:
    name = plain(str(_first(row, _NAME) or "").removesuffix(".cif"))
    # "rank03_NAME.cif": the number is the rank among all designs, not the place in this table.
    matching = [path for path in files if name and plain(path.stem.partition("_")[2]) == name]
    structure = read_structure(only(matching, f"structure of design {place + 1}", "BoltzGen"), f"Design {place + 1} by BoltzGen")
    scores = {ours: _score(_first(row, theirs), ours, place) for ours, theirs in _COLUMNS.items()}
    return Design(_first(row, _SEQUENCE), structure, scores)


def _score(value: Any, name: str, place: int) -> float | None:
    """A number of the table; empty is unknown. Raises ComputeError for what is there and is no number."""
    if value is None:
        return None
    text = {"True": "1", "False": "0"}.get(str(value), str(value))
    return number(text, f"{name} of design {place + 1}", "BoltzGen")
