"""Chai-1 by its program (`chai fold`), as its documentation describes input and output (version 0.6). 10.1101/2024.10.10.615955."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from ..errors import MethodNotAvailable
from ..runtime.job import Job
from ..runtime.places import CHAI, CHAI_FILES, has_gpu
from ..runtime.programs import run_program
from .boltz import read_array
from .cofolding import Assembly, Part, Prediction, token
from .predicted import number, only, read_structure

_SECONDS = 24 * 3600.0
# Structures that the program samples by default.
_SAMPLES = 5


def check(data: dict[str, Any]) -> None:
    """Raises MethodNotAvailable with what this server lacks."""
    CHAI.path()
    CHAI.folder(*CHAI_FILES)
    if not has_gpu():
        raise MethodNotAvailable("Chai-1 is not available on this server: needs a GPU with bfloat16.")


def fasta_of(assembly: Assembly) -> str:
    """The input: one record for each part, named by its chain."""
    return "".join(f">{part.kind}|name={part.name}\n{part.text}\n" for part in assembly.parts)


def restraints_of(assembly: Assembly, data: dict[str, Any]) -> str | None:
    """The table of restraints; None without any."""
    rows = []

    def residue(part: Part, index: int, atom: str | None) -> str:
        return f"@{atom}" if part.kind == "ligand" else f"{part.text[index - 1]}{index}"

    def row(kind: str, one: tuple[Part, str], other: tuple[Part, str], distance: float) -> None:
        # The program takes a column of distances without a point for whole numbers, and refuses them.
        name = f"restraint{len(rows)}"
        rows.append(f"{name},{one[0].name},{one[1]},{other[0].name},{other[1]},{kind},1.0,0.0,{float(distance)},{kind}")

    for index, one in enumerate(data.get("contact_constraints") or []):
        path = f"contact_constraints.{index}"
        first, second = (token(assembly, one[name], f"{path}.{name}") for name in ("token_1", "token_2"))
        row("contact", (first[0], residue(*first)), (second[0], residue(*second)), float(one["max_distance"]))
    for index, one in enumerate(data.get("pocket_constraints") or []):
        path = f"pocket_constraints.{index}"
        binder = assembly.part(str(one.get("input_type")), int(one.get("input_index") or 0), path)
        for place, given in enumerate(one.get("contacts") or []):
            contact = token(assembly, given, f"{path}.contacts.{place}")
            row("pocket", (binder, ""), (contact[0], residue(*contact)), float(one["max_distance"]))
    if not rows:
        return None
    head = "restraint_id,chainA,res_idxA,chainB,res_idxB,connection_type,confidence,min_distance_angstrom,max_distance_angstrom,comment"
    return "\n".join([head, *rows, ""])


def predict(job: Job, assembly: Assembly, data: dict[str, Any], directory: Path) -> list[Prediction]:
    """Run the program and read what it wrote, best first. Raises ComputeError where it fails or writes no usable numbers."""
    (directory / "complex.fasta").write_text(fasta_of(assembly), "utf-8")
    wanted = int(data.get("num_samples") or 1)
    words = [CHAI.path(), "fold", "--seed", str(job.seed), "--num-diffn-samples", str(max(wanted, _SAMPLES))]
    table = restraints_of(assembly, data)
    if table is not None:
        (directory / "restraints.csv").write_text(table, "utf-8")
        words += ["--constraint-path", str(directory / "restraints.csv")]
    environment = {**CHAI.environment(directory, job.threads), "CHAI_DOWNLOADS_DIR": str(CHAI.folder())}
    command = [*words, str(directory / "complex.fasta"), str(directory / "out")]
    run_program("Chai-1", command, directory, seconds=_SECONDS, environment=environment, log_name="chai.log")
    found = read(directory / "out")
    return found[:wanted]


def read(out: Path) -> list[Prediction]:
    """The predictions of an output folder, the highest aggregate score first."""
    files = sorted(out.rglob("scores.model_idx_*.npz"))
    if not files:
        only([], "scores of a prediction", "Chai-1")
    found = []
    for path in files:
        index = re.sub(r"\D", "", path.stem.rsplit("_", 1)[1])
        structure = read_structure(
            only(list(path.parent.glob(f"pred.model_idx_{index}.cif")), f"structure {index}", "Chai-1"), "Predicted by Chai-1"
        )
        values = {}
        for theirs, ours, words in (
            ("aggregate_score", "confidence_score", "aggregate score"),
            ("ptm", "ptm", "pTM"),
            ("iptm", "iptm", "ipTM"),
        ):
            array = read_array(path, theirs)
            values[ours] = number(None if array is None else array.reshape(-1)[0], words, "Chai-1")
        lddt = _lddt(structure)
        # The program writes pLDDT as B factors alone.
        values["avg_lddt"] = round(sum(lddt) / len(lddt), 4) if lddt else number(None, "pLDDT", "Chai-1")
        found.append(Prediction(structure, values, lddt))
    return sorted(found, key=lambda one: -one.scores["confidence_score"])


def _lddt(structure: dict[str, Any]) -> list[float]:
    """pLDDT (0 to 1) of each residue: the mean of its atoms' B factors."""
    found = []
    for chain in structure["models"][0]["polymer"].values():
        for residue in chain["residues"].values():
            values = [atom["bvalue"] for atom in residue["atoms"].values()]
            found.append(round(sum(values) / len(values) / 100, 4))
    return found
