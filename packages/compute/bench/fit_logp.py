"""Fit the contributions of atom environments to the logarithm of the octanol-water partition coefficient (`properties.logp`).

Measured values: those that the PHYSPROP database (Syracuse Research Corporation) marks as experimental, in a table with the columns
`smiles` and `logP`. Read from `data/1_filtering/physprop.csv` of the public repository jbr-ai-labs/lipophilicity-prediction at commit
6b1840e; the table itself is not kept here. With a second table (Martel et al. 2013, 10.1016/j.ejps.2012.10.019; `Diverse1KDataset.csv`
there) the fit is measured on a set of another kind.

A tenth of the molecules, drawn by a fixed seed, is used for nothing but the final figures; the penalty is chosen by five folds of the rest.
Molecules that the project checks logD with are in no part. Run in packages/compute:
PYTHONPATH=src:tests .venv/bin/python bench/fit_logp.py physprop.csv [Diverse1KDataset.csv]
"""

from __future__ import annotations

import csv
import json
import statistics
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import rdkit
from check_sets import _LOG_D
from rdkit import Chem, RDLogger
from rdkit.Chem import Crippen
from rdkit.Chem.Scaffolds import MurckoScaffold
from scipy.sparse import csr_matrix, diags
from scipy.sparse.linalg import lsqr

from cuvette_compute.properties.logp import ELEMENTS, FILE, environments

_FEWEST_MOLECULES, _PENALTIES, _FOLDS, _SEED = 5, (1.0, 3.0, 10.0), 5, 20261123
_IBUPROFEN = "CC(C)Cc1ccc(cc1)C(C)C(=O)O"


def read(path: str) -> dict[str, float]:
    """Measured values by SMILES without stereo: the median where a molecule has several. Ions, mixtures and rare elements are left out."""
    found: dict[str, list[float]] = {}
    with Path(path).open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            mol = Chem.MolFromSmiles(row["smiles"])
            if mol is None or "." in row["smiles"] or any(atom.GetFormalCharge() for atom in mol.GetAtoms() if _alone(atom)):
                continue
            if all(atom.GetAtomicNum() in ELEMENTS for atom in mol.GetAtoms()):
                found.setdefault(Chem.MolToSmiles(mol, isomericSmiles=False), []).append(float(row["logP"]))
    return {smiles: statistics.median(values) for smiles, values in found.items()}


def _alone(atom: Chem.Atom) -> bool:
    """Whether no neighbour has the opposite charge, as it has in a nitro group."""
    return not any(other.GetFormalCharge() * atom.GetFormalCharge() < 0 for other in atom.GetNeighbors())


def _skeleton(smiles: str) -> str:
    return Chem.MolToInchiKey(Chem.MolFromSmiles(smiles))[:14]


class Table:
    """Counts of the environments of molecules, beside the measured values."""

    def __init__(self, values: dict[str, float]) -> None:
        self.smiles = list(values)
        self.measured = np.array(list(values.values()))
        self.mols = [Chem.MolFromSmiles(smiles) for smiles in self.smiles]
        self.counts = [environments(mol) for mol in self.mols]
        self.crippen = np.array([Crippen.MolLogP(mol) for mol in self.mols])

    def columns(self, rows: np.ndarray) -> list[int]:
        """The environments that enough of these molecules have."""
        molecules = Counter(key for row in rows for key in self.counts[row])
        return sorted(key for key, count in molecules.items() if count >= _FEWEST_MOLECULES)

    def matrix(self, rows: np.ndarray, columns: list[int]) -> csr_matrix:
        """Counts by molecule and environment; the last column is 1."""
        place = {key: number for number, key in enumerate(columns)}
        entries = [(n, place[key], count) for n, row in enumerate(rows) for key, count in self.counts[row].items() if key in place]
        entries += [(n, len(columns), 1) for n in range(len(rows))]
        across, down, counts = zip(*entries, strict=True)
        return csr_matrix((counts, (across, down)), shape=(len(rows), len(columns) + 1), dtype=float)


def ridge(table: Table, rows: np.ndarray, columns: list[int], penalty: float) -> np.ndarray:
    """The contributions by penalized least squares; the constant, the last, has next to no penalty."""
    weights = np.ones(len(columns) + 1)
    weights[-1] = 100.0
    matrix = table.matrix(rows, columns) @ diags(weights)
    return weights * lsqr(matrix, table.measured[rows], damp=np.sqrt(penalty), atol=1e-9, btol=1e-9, iter_lim=4000)[0]


def deviations(table: Table, rows: np.ndarray, columns: list[int], fitted: np.ndarray) -> np.ndarray:
    return table.matrix(rows, columns) @ fitted - table.measured[rows]


def rmse(values: np.ndarray) -> float:
    return float(np.sqrt(np.mean(np.square(values))))


def folds(table: Table, rows: np.ndarray, parts: list[np.ndarray], penalties: tuple[float, ...]) -> list[float]:
    """RMSE for each penalty where each part is predicted by the fit to the others."""
    found: list[list[float]] = [[] for _ in penalties]
    for part in parts:
        others = np.setdiff1d(rows, part)
        columns = table.columns(others)
        for place, penalty in enumerate(penalties):
            found[place] += list(deviations(table, part, columns, ridge(table, others, columns, penalty)))
    return [rmse(np.array(values)) for values in found]


def by_scaffold(table: Table, rows: np.ndarray) -> list[np.ndarray]:
    """Folds in which no ring system with its linkers is in two of them; molecules without rings are drawn one by one."""
    groups: dict[str, list[int]] = {}
    for row in rows:
        groups.setdefault(MurckoScaffold.MurckoScaffoldSmiles(mol=table.mols[row]) or f"acyclic {row}", []).append(int(row))
    parts: list[list[int]] = [[] for _ in range(_FOLDS)]
    for group in sorted(groups.values(), key=len, reverse=True):
        min(parts, key=len).extend(group)
    return [np.array(part) for part in parts]


def main() -> None:
    RDLogger.DisableLog("rdApp.*")
    checked = {_skeleton(smiles) for smiles in [_IBUPROFEN, *(smiles for smiles, _ in _LOG_D.values())]}
    values = {smiles: value for smiles, value in read(sys.argv[1]).items() if _skeleton(smiles) not in checked}
    table = Table(values)
    order = np.random.default_rng(_SEED).permutation(len(values))
    test, rest = np.sort(order[: len(order) // 10]), np.sort(order[len(order) // 10 :])
    shuffled = np.random.default_rng(_SEED + 1).permutation(rest)
    tried = folds(table, rest, [np.sort(part) for part in np.array_split(shuffled, _FOLDS)], _PENALTIES)
    penalty = _PENALTIES[int(np.argmin(tried))]
    print("RMSE of five folds by penalty:", dict(zip(_PENALTIES, np.round(tried, 3).tolist(), strict=True)))
    columns = table.columns(rest)
    fitted = ridge(table, rest, columns, penalty)
    apart = deviations(table, test, columns, fitted)
    scaffolds = folds(table, rest, by_scaffold(table, rest), (penalty,))[0]
    head = {
        "fitted_to": len(rest),
        "kept_apart": len(test),
        "penalty": penalty,
        "rmse_fit": rmse(deviations(table, rest, columns, fitted)),
        "rmse_apart": rmse(apart),
        "mae_apart": float(np.mean(np.abs(apart))),
        "rmse_scaffolds": scaffolds,
        "rmse_crippen_apart": rmse(table.crippen[test] - table.measured[test]),
    }
    if len(sys.argv) > 2:
        known = {_skeleton(smiles) for smiles in values} | checked
        other = Table({smiles: value for smiles, value in read(sys.argv[2]).items() if _skeleton(smiles) not in known})
        every = np.arange(len(other.smiles))
        head |= {
            "martel": len(every),
            "rmse_martel": rmse(deviations(other, every, columns, fitted)),
            "rmse_crippen_martel": rmse(other.crippen - other.measured),
        }
    head = {key: round(value, 3) if isinstance(value, float) else value for key, value in head.items()}
    print(json.dumps(head, indent=1))
    lines = [f"# {json.dumps({**head, 'rdkit': rdkit.__version__})}", f"constant\t{fitted[-1]:.4f}"]
    lines += [f"{key}\t{value:.4f}" for key, value in zip(columns, fitted, strict=False)]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
