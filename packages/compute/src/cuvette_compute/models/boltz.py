"""Boltz-1 and Boltz-2 by their program (`boltz predict`), as its documentation describes input and output (version 2.2).

10.1101/2024.11.19.624167, 10.1101/2025.06.14.659707.
"""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import ComputeError, InputError
from ..runtime.job import Job
from ..runtime.places import BOLTZ, BOLTZ_FILES, has_gpu
from ..runtime.programs import run_program
from .cofolding import Assembly, Prediction, token
from .predicted import number, only, read_structure

_SECONDS = 24 * 3600.0
_NEAREST, _FARTHEST = 4.0, 20.0


def check(data: dict[str, Any]) -> None:
    """Raises MethodNotAvailable with what this server lacks for these settings."""
    BOLTZ.path()
    BOLTZ.folder(*BOLTZ_FILES[data["model"]])


def input_of(assembly: Assembly, data: dict[str, Any], alignments: dict[str, str]) -> dict[str, Any]:
    """The input document. `alignments` are files by chain name; a protein without one is folded from its sequence alone."""
    sequences = []
    for part in assembly.parts:
        entry: dict[str, Any] = {"id": part.name}
        entry |= {"smiles": part.text} if part.kind == "ligand" else {"sequence": part.text}
        if part.kind == "protein":
            entry["msa"] = alignments.get(part.name, "empty")
        if part.cyclic:
            entry["cyclic"] = True
        sequences.append({part.kind: entry})
    document: dict[str, Any] = {"version": 1, "sequences": sequences}
    constraints = [*_contacts(assembly, data), *_pockets(assembly, data)]
    if constraints:
        document["constraints"] = constraints
    index = data.get("ligand_binding_affinity_index")
    if index is not None:
        document["properties"] = [{"affinity": {"binder": assembly.part("ligand", int(index), "ligand_binding_affinity_index").name}}]
    return document


def _distance(value: Any, path: str) -> float:
    distance = float(value)
    if not _NEAREST <= distance <= _FARTHEST:
        raise InputError(f"Boltz takes distances from {_NEAREST:g} to {_FARTHEST:g} Å, not {distance:g}.", field=path)
    return distance


def _token(assembly: Assembly, given: dict[str, Any], path: str) -> list[Any]:
    part, index, atom = token(assembly, given, path)
    return [part.name, atom if part.kind == "ligand" else index]


def _contacts(assembly: Assembly, data: dict[str, Any]) -> list[dict[str, Any]]:
    found = []
    for index, one in enumerate(data.get("contact_constraints") or []):
        path = f"contact_constraints.{index}"
        entry = {
            "token1": _token(assembly, one["token_1"], f"{path}.token_1"),
            "token2": _token(assembly, one["token_2"], f"{path}.token_2"),
            "max_distance": _distance(one["max_distance"], f"{path}.max_distance"),
        }
        found.append({"contact": entry | ({"force": True} if one.get("force") else {})})
    return found


def _pockets(assembly: Assembly, data: dict[str, Any]) -> list[dict[str, Any]]:
    found = []
    for index, one in enumerate(data.get("pocket_constraints") or []):
        path = f"pocket_constraints.{index}"
        binder = assembly.part(str(one.get("input_type")), int(one.get("input_index") or 0), path)
        entry = {
            "binder": binder.name,
            "contacts": [_token(assembly, given, f"{path}.contacts.{place}") for place, given in enumerate(one.get("contacts") or [])],
            "max_distance": _distance(one["max_distance"], f"{path}.max_distance"),
        }
        found.append({"pocket": entry | ({"force": True} if one.get("force") else {})})
    return found


def command_of(directory: Path, data: dict[str, Any], seed: int, threads: int) -> list[str]:
    """The words of the command."""
    gpu = has_gpu()
    words = [
        BOLTZ.path(), "predict", str(directory / "complex.yaml"), "--out_dir", str(directory / "out"),
        "--model", "boltz2" if data["model"] == "boltz_2" else "boltz1", "--cache", str(BOLTZ.folder()),
        "--accelerator", "gpu" if gpu else "cpu", "--devices", "1", "--diffusion_samples", str(int(data.get("num_samples") or 1)),
        "--output_format", "mmcif", "--seed", str(seed), "--preprocessing-threads", str(threads), "--override",
    ]  # fmt: skip
    if data.get("use_potentials"):
        words.append("--use_potentials")
    # The kernels are for GPUs alone.
    return words if gpu else [*words, "--no_kernels"]


def predict(job: Job, assembly: Assembly, data: dict[str, Any], alignments: dict[str, str], directory: Path) -> list[Prediction]:
    """Run the program and read what it wrote, best first. Raises ComputeError where it fails or writes no usable numbers."""
    # JSON is YAML.
    (directory / "complex.yaml").write_text(json.dumps(input_of(assembly, data, alignments), indent=1), "utf-8")
    environment = BOLTZ.environment(directory, job.threads)
    run_program(
        "Boltz",
        command_of(directory, data, job.seed, job.threads),
        directory,
        seconds=_SECONDS,
        environment=environment,
        log_name="boltz.log",
    )
    return read(directory / "out", assembly, data)


def read(out: Path, assembly: Assembly, data: dict[str, Any]) -> list[Prediction]:
    """The predictions of an output folder, by rank."""
    files = sorted(out.rglob("confidence_*_model_*.json"), key=lambda path: int(path.stem.rsplit("_", 1)[1]))
    if not files:
        only([], "confidence of a prediction", "Boltz")
    residues = sum(len(part.text) for part in assembly.parts if part.kind != "ligand")
    affinity = _affinity(out) if data.get("ligand_binding_affinity_index") is not None else None
    found = []
    for path in files:
        values = _json(path)
        stem = path.stem.removeprefix("confidence_")
        structure = only([*path.parent.glob(f"{stem}.cif"), *path.parent.glob(f"{stem}.pdb")], f"structure {stem}", "Boltz")
        scores = {
            "confidence_score": number(values.get("confidence_score"), "confidence score", "Boltz"),
            "ptm": number(values.get("ptm"), "pTM", "Boltz"),
            "iptm": number(values.get("iptm"), "ipTM", "Boltz"),
            "avg_lddt": number(values.get("complex_plddt"), "pLDDT", "Boltz"),
        }
        lddt = _lddt(path.parent / f"plddt_{stem}.npz", residues)
        found.append(Prediction(read_structure(structure, "Predicted by Boltz"), scores, lddt, affinity if not found else None))
    return found


def _json(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise ComputeError(f"Boltz wrote {path.name}, and it cannot be read.", detail=str(error)) from error
    if not isinstance(value, dict):
        raise ComputeError(f"Boltz wrote {path.name}, and it cannot be read.")
    return value


def _affinity(out: Path) -> dict[str, float]:
    values = _json(only(list(out.rglob("affinity_*.json")), "binding affinity", "Boltz"))
    found = {}
    for theirs, ours in (("affinity_pred_value", "pred_value"), ("affinity_probability_binary", "probability_binary")):
        for suffix in ("", "1", "2"):
            found[f"{ours}{suffix}"] = number(values.get(f"{theirs}{suffix}"), "binding affinity", "Boltz")
    return found


def _lddt(path: Path, residues: int) -> list[float] | None:
    """pLDDT (0 to 1) of each residue; the tokens of ligands follow those of the chains. None where it was not written."""
    values = read_array(path, "plddt")
    if values is None or len(values) < residues or not np.isfinite(values).all():
        return None
    return [round(float(value), 4) for value in values[:residues]]


def read_array(path: Path, name: str) -> np.ndarray | None:
    """An array of an npz file, without what is pickled; None where it is not there."""
    try:
        with zipfile.ZipFile(path) as archive:
            return np.load(io.BytesIO(archive.read(f"{name}.npy")), allow_pickle=False)
    except (OSError, KeyError, ValueError, zipfile.BadZipFile):
        return None
