"""ADMET-AI's ten message-passing networks, evaluated with NumPy from the checkpoints inside its wheel.

The networks are directed message passing on bonds (Yang et al. 2019, 10.1021/acs.jcim.9b00237) as chemprop 2 defines them, trained by
Swanson et al. 2024 (10.1093/bioinformatics/btae416; ADMET-AI, MIT). Five checkpoints give 31 probabilities, five give 10 regressions; each
value is the mean of five. Torch is neither needed nor imported: a checkpoint is a zip of raw tensors and a pickle, which is read by an
unpickler that makes nothing but numbers and empty stand-ins.
"""

from __future__ import annotations

import csv
import io
import pickle
import zipfile
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from rdkit import Chem
from rdkit.Chem.rdchem import BondType, HybridizationType

PACKAGE = "admet-ai"
_KINDS = ("admet_classification", "admet_regression")

_ATOMIC_NUMBERS = (*range(1, 37), 53)
_FORMAL_CHARGES = (-1, -2, 1, 2, 0)
_HYBRIDIZATIONS = (
    HybridizationType.S,
    HybridizationType.SP,
    HybridizationType.SP2,
    HybridizationType.SP2D,
    HybridizationType.SP3,
    HybridizationType.SP3D,
    HybridizationType.SP3D2,
)
_BOND_TYPES = (BondType.SINGLE, BondType.DOUBLE, BondType.TRIPLE, BondType.AROMATIC)
_STEREO = tuple(range(6))


def admet_version() -> str | None:
    """The version of the installed ADMET-AI wheel, or None where it is missing."""
    try:
        return version(PACKAGE) if _resources() else None
    except PackageNotFoundError:
        return None


def _resources() -> Path | None:
    """The wheel's data folder; the package itself is never imported, for it needs torch."""
    spec = find_spec("admet_ai")
    for place in (spec.submodule_search_locations or []) if spec else []:
        folder = Path(place) / "resources"
        if folder.is_dir():
            return folder
    return None


# --- Reading a checkpoint -------------------------------------------------------------------------------------------------------------

_DTYPES = {"FloatStorage": np.float32, "DoubleStorage": np.float64, "LongStorage": np.int64, "BoolStorage": np.bool_}


class _StandIn:
    """In the place of every class that a checkpoint names; it keeps nothing and does nothing."""

    def __init__(self, *_: Any, **__: Any) -> None: ...

    def __setstate__(self, _: Any) -> None: ...


class _Mapping(dict):
    def __setstate__(self, state: Any) -> None:
        if isinstance(state, dict):
            self.update(state)


def _tensor(storage: np.ndarray, offset: int, size: tuple[int, ...], stride: tuple[int, ...], *_: Any) -> np.ndarray:
    """A tensor of a checkpoint as an array of its own."""
    count = 1 + sum((length - 1) * step for length, step in zip(size, stride, strict=True)) if size else 1
    values = storage[offset : offset + count]
    return np.lib.stride_tricks.as_strided(values, size, [step * values.itemsize for step in stride]).copy()


class _CheckpointReader(pickle.Unpickler):
    """Reads numbers and containers; a class that it does not know becomes a stand-in, and no function of any module is ever called."""

    def __init__(self, archive: zipfile.ZipFile, folder: str) -> None:
        super().__init__(io.BytesIO(archive.read(f"{folder}/data.pkl")))
        self._archive, self._folder = archive, folder

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("collections", "OrderedDict"):
            return OrderedDict
        if (module, name) == ("torch._utils", "_rebuild_tensor_v2"):
            return _tensor
        if module == "torch" and name in _DTYPES:
            return name
        if name == "AttributeDict":
            return _Mapping
        return _StandIn

    def persistent_load(self, pid: Any) -> np.ndarray:
        _, storage, key, *_ = pid
        return np.frombuffer(self._archive.read(f"{self._folder}/data/{key}"), dtype=_DTYPES[storage])


@dataclass(frozen=True)
class _Network:
    """One checkpoint: its tensors by name, and the endpoints in the order of its outputs."""

    tensors: dict[str, np.ndarray]
    endpoints: tuple[str, ...]
    classifies: bool

    def __call__(self, graph: _Graph) -> np.ndarray:
        """Probabilities, or values in their units, one for each endpoint."""
        weight = self.tensors
        start = graph.edges @ weight["message_passing.W_i.weight"].T
        hidden = np.maximum(start, 0)
        for _ in range(2):  # depth 3: the first layer and two messages
            message = graph.incoming(hidden)[graph.source] - hidden[graph.reverse]
            hidden = np.maximum(start + message @ weight["message_passing.W_h.weight"].T, 0)
        atoms = np.concatenate([graph.atoms, graph.incoming(hidden)], axis=1)
        atoms = np.maximum(atoms @ weight["message_passing.W_o.weight"].T + weight["message_passing.W_o.bias"], 0)
        molecule = atoms.sum(axis=0) / 100
        layer = np.maximum(molecule @ weight["predictor.ffn.0.0.weight"].T + weight["predictor.ffn.0.0.bias"], 0)
        output = layer @ weight["predictor.ffn.1.2.weight"].T + weight["predictor.ffn.1.2.bias"]
        if self.classifies:
            return 1 / (1 + np.exp(-output))
        return output * weight["predictor.output_transform.scale"][0] + weight["predictor.output_transform.mean"][0]


def _read_checkpoint(path: Path, classifies: bool) -> _Network:
    with zipfile.ZipFile(path) as archive:
        folder = archive.namelist()[0].split("/")[0]
        content = _CheckpointReader(archive, folder).load()
    tensors = {name: value for name, value in content["state_dict"].items() if isinstance(value, np.ndarray)}
    return _Network(tensors, tuple(content["output_columns"]), classifies)


@cache
def _networks() -> tuple[_Network, ...]:
    folder = _resources()
    if folder is None:
        raise FileNotFoundError("the ADMET-AI package is not installed")
    return tuple(
        _read_checkpoint(path, classifies=kind == "admet_classification")
        for kind in _KINDS
        for path in sorted((folder / "models" / kind).glob("*.pt"))
    )


# --- A molecule as a graph ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Graph:
    """Features of atoms (n, 72) and of directed bonds (2m, 86: source atom, bond), with where each bond starts, ends and its reverse."""

    atoms: np.ndarray
    edges: np.ndarray
    source: np.ndarray
    target: np.ndarray
    reverse: np.ndarray

    def incoming(self, hidden: np.ndarray) -> np.ndarray:
        """The sum over the bonds that end at each atom."""
        total = np.zeros((len(self.atoms), hidden.shape[1]), dtype=hidden.dtype)
        np.add.at(total, self.target, hidden)
        return total


def _one_hot(value: Any, choices: tuple[Any, ...]) -> Iterator[float]:
    """One place for each choice and one for anything else."""
    place = choices.index(value) if value in choices else len(choices)
    return (float(index == place) for index in range(len(choices) + 1))


def _atom_features(atom: Chem.Atom) -> list[float]:
    return [
        *_one_hot(atom.GetAtomicNum(), _ATOMIC_NUMBERS),
        *_one_hot(atom.GetTotalDegree(), tuple(range(6))),
        *_one_hot(atom.GetFormalCharge(), _FORMAL_CHARGES),
        *_one_hot(int(atom.GetChiralTag()), tuple(range(4))),
        *_one_hot(atom.GetTotalNumHs(), tuple(range(5))),
        *_one_hot(atom.GetHybridization(), _HYBRIDIZATIONS),
        float(atom.GetIsAromatic()),
        0.01 * atom.GetMass(),
    ]


def _bond_features(bond: Chem.Bond) -> list[float]:
    kind = [float(bond.GetBondType() == each) for each in _BOND_TYPES]
    return [0.0, *kind, float(bond.GetIsConjugated()), float(bond.IsInRing()), *_one_hot(int(bond.GetStereo()), _STEREO)]


def _graph(mol: Chem.Mol) -> _Graph:
    atoms = np.array([_atom_features(atom) for atom in mol.GetAtoms()], dtype=np.float32)
    bonds = list(mol.GetBonds())
    ends = [(bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()) for bond in bonds]
    source = np.array([atom for begin, end in ends for atom in (begin, end)], dtype=int)
    target = np.array([atom for begin, end in ends for atom in (end, begin)], dtype=int)
    features = np.array([row for bond in bonds for row in [_bond_features(bond)] * 2], dtype=np.float32).reshape(-1, 14)
    edges = np.concatenate([atoms[source], features], axis=1)
    return _Graph(atoms, edges, source, target, np.arange(len(source)) ^ 1)


def known_elements() -> set[str]:
    """Symbols of the elements that the networks tell apart."""
    table = Chem.GetPeriodicTable()
    return {table.GetElementSymbol(number) for number in _ATOMIC_NUMBERS}


def predict(mol: Chem.Mol) -> dict[str, float]:
    """The 41 endpoints of a molecule without explicit hydrogens, by ADMET-AI's identifiers, in its units (probabilities from 0 to 1)."""
    graph = _graph(mol)
    total: dict[str, list[float]] = {}
    for network in _networks():
        for endpoint, value in zip(network.endpoints, network(graph), strict=True):
            total.setdefault(endpoint, []).append(float(value))
    return {endpoint: float(np.mean(values)) for endpoint, values in total.items()}


@cache
def _approved_drugs() -> dict[str, np.ndarray]:
    """Values of the approved drugs of DrugBank by property, sorted, from the table in the wheel."""
    folder = _resources()
    if folder is None:
        raise FileNotFoundError("the ADMET-AI package is not installed")
    with (folder / "data" / "drugbank_approved.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    names = rows[0]
    columns: dict[str, np.ndarray] = {}
    for place, name in enumerate(names[names.index("molecular_weight") :], start=names.index("molecular_weight")):
        values = [float(row[place]) for row in rows[1:] if row[place] != ""]
        columns[name] = np.sort(np.array(values))
    return columns


def percentiles(values: dict[str, float]) -> dict[str, float]:
    """Where values are among the approved drugs of DrugBank, 0 to 100 (ties count half); properties without a table are left out."""
    drugs = _approved_drugs()
    found: dict[str, float] = {}
    for name, value in values.items():
        table = drugs.get(name)
        if table is None or len(table) == 0:
            continue
        below, upto = np.searchsorted(table, value, "left"), np.searchsorted(table, value, "right")
        found[name] = float((below + upto + (upto > below)) * 50 / len(table))
    return found
