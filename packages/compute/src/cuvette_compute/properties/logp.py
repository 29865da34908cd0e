"""The octanol-water partition coefficient of an uncharged molecule as a sum over the environments of its atoms.

Environments are RDKit's Morgan environments of radius 0, 1 and 2 without stereo. Their contributions are a ridge regression on measured
values of the PHYSPROP database (`bench/fit_logp.py`, which says where the values were read); the first line of the file holds its size and
errors. The fit is linear: what it has not seen (an environment of fewer than five molecules) adds nothing but the smaller ones within it.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from rdkit import Chem
from rdkit.Chem import rdFingerprintGenerator

FILE = Path(__file__).parent / "log_p_environments.tsv"
METHOD = "environment_ridge_physprop"
ELEMENTS = frozenset({1, 6, 7, 8, 9, 14, 15, 16, 17, 35, 53})
RADIUS = 2


@cache
def _generator() -> rdFingerprintGenerator.FingerprintGenerator64:
    return rdFingerprintGenerator.GetMorganGenerator(radius=RADIUS, includeChirality=False)


def environments(mol: Chem.Mol) -> dict[int, int]:
    """How often each environment occurs, by RDKit's number of it. Hydrogens must be implicit."""
    return _generator().GetSparseCountFingerprint(mol).GetNonzeroElements()


@cache
def _fit() -> tuple[dict[str, float], float, dict[int, float]]:
    """Return what the first line of the file says of the fit, the constant, and the contributions."""
    with FILE.open(encoding="utf-8") as file:
        head = json.loads(next(file).removeprefix("# "))
        constant = float(next(file).split("\t")[1])
        return head, constant, {int(key): float(value) for key, value in (line.split("\t") for line in file)}


def errors() -> dict[str, float]:
    """Size and errors of the fit: `fitted_to`, `kept_apart`, `rmse_apart`, `rmse_scaffolds` and what else the file says."""
    return _fit()[0]


def log_p(mol: Chem.Mol) -> float:
    """log10 of the partition coefficient between octanol and water of the uncharged form, at 25 °C. Hydrogens must be implicit."""
    _, constant, contributions = _fit()
    return constant + sum(count * contributions.get(key, 0.0) for key, count in environments(mol).items())


def outside_the_set(mol: Chem.Mol) -> list[str]:
    """The elements of a molecule that none of the measured ones has."""
    return sorted({atom.GetSymbol() for atom in mol.GetAtoms() if atom.GetAtomicNum() not in ELEMENTS})
