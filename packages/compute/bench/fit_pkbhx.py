"""The set that the lines of hydrogen-bond basicity are fitted to: selects the molecules, computes their minima, stores them by class.

Measured values: Laurence et al., J. Med. Chem. 2009, 52, 4073 (10.1021/jm801331y), as `data/pkbhx.csv` of the public repository
dmulysses/ml-regression-pkbhx lists them: 992 rows of a SMILES, whose acceptor has the atom map number 1, and its pKBHX. Rows that are taken
have one acceptor by our own groups, which is the mapped one, and atoms of H, C, N, O, F, P, S and Cl. The twenty molecules of
`sets/acceptors-laurence.json` are in no part. Run in packages/compute:

PYTHONPATH=src:tests .venv/bin/python bench/fit_pkbhx.py minima pkbhx.csv minima.tsv 12
    computes the minimum of each molecule of at most 12 heavy atoms by the recipe, smallest first and the groups mixed, and adds it to
    minima.tsv; what is there already is not computed again (1 to 10 s each).
PYTHONPATH=src:tests .venv/bin/python bench/fit_pkbhx.py store minima.tsv
    writes them with their classes to `calibration.json` of core, a fifth of each group drawn to be kept apart.

`npm run bench:accuracy` then fits the lines to the others and writes them, with the errors of both parts.
"""

from __future__ import annotations

import csv
import gc
import json
import shutil
import sys
import tempfile
from collections import defaultdict
from hashlib import sha256
from pathlib import Path

from check_sets import basicity_settings
from conftest import Here
from rdkit import Chem

from cuvette_compute.chemistry.acceptors import acceptors

_HERE = Path(__file__).parent
_STORE = _HERE.parents[1] / "core" / "src" / "methods" / "fixtures" / "calibration.json"
_NAME = "pkbhx-vmin-hf631gd"
_ELEMENTS = {1, 6, 7, 8, 9, 15, 16, 17}
_APART = 0.2
# The fit before: its molecules stay in the fit, so that those kept apart are new to the lines of both.
_FIRST_FIT = _HERE / "sets" / "pkbhx-first-fit.json"

_ACID = "an acid, which pairs with itself in the solvent of the measurement"
_ISOMER = (
    "the list does not say which isomer of the double bond was measured; the one that is built has the methyl group beside the other N"
)
# Molecules whose value is not that of the acceptor as it was computed, and why.
LEFT_OUT = {
    "N": "no amine, so that it has no class",
    "O": "no alcohol, so that it has no class",
    "CN1CN(C)C1=O": "the same value as CN1CCN(C)C1=O, 1,3-dimethylimidazolidinone; this ring of four is taken for a slip of the list",
    "CN=C(c1ccccc1)N(C)C": _ISOMER,
    "CN=C(c1ccc(C)cc1)N(C)C": _ISOMER,
    "CC1CCOP(=O)(O)O1": _ACID,
    "CC(C)C1OP(=O)(O)OCC1(C)C": _ACID,
    "O=P1(O)OCCC(c2ccccc2)O1": _ACID,
}


def checked() -> set[str]:
    """The molecules that the product is checked with: in no part of the fit."""
    return {plain(smiles) for smiles in json.loads((_HERE / "sets" / "acceptors-laurence.json").read_text(encoding="utf-8"))["pkbhx"]}


def plain(smiles: str) -> str:
    """Canonical SMILES without stereo."""
    return Chem.MolToSmiles(Chem.MolFromSmiles(smiles), isomericSmiles=False)


def group_of(smiles: str) -> str | None:
    """The class of the only acceptor; None where there is none, or several."""
    known = [site for site in acceptors(Chem.AddHs(Chem.MolFromSmiles(smiles))) if site.group]
    return known[0].group if len(known) == 1 else None


def candidates(path: str, largest: int) -> list[tuple[str, str, float]]:
    """SMILES, class and measured pKBHX of what the table has with one acceptor, in equal steps through each class."""
    groups: dict[str, list[tuple[int, str, float]]] = defaultdict(list)
    seen = checked()
    with Path(path).open(encoding="utf-8-sig") as file:
        for row in csv.DictReader(file, delimiter=";"):
            mol = Chem.MolFromSmiles(row["SMILES"])
            mapped = [atom.GetIdx() for atom in mol.GetAtoms() if atom.GetAtomMapNum()]
            for atom in mol.GetAtoms():
                atom.SetAtomMapNum(0)
            smiles, size = Chem.MolToSmiles(mol), mol.GetNumHeavyAtoms()
            sites = [site for site in acceptors(Chem.AddHs(mol)) if site.group]
            if size > largest or [site.atom for site in sites] != mapped or plain(smiles) in seen or "." in smiles:
                continue
            if all(atom.GetAtomicNum() in _ELEMENTS for atom in mol.GetAtoms()):
                seen.add(plain(smiles))
                groups[sites[0].group].append((size, smiles, float(row["pK_BHX"])))
    steps = [((place + 0.5) / len(rows), group, row) for group, rows in groups.items() for place, row in enumerate(sorted(rows))]
    return [(smiles, group, measured) for _, group, (_, smiles, measured) in sorted(steps)]


def compute(smiles: str, runner: Here) -> float | None:
    """The minimum of the potential (Hartree/e) beside the acceptor, by the product's recipe; None where it found none."""
    run = runner("hydrogen_bond_basicity", basicity_settings(smiles))
    sites = run.result["data"]["hba_sites"] if run.status == 0 else []
    shutil.rmtree(run.directory)
    # A solved field holds on to itself: without this, two hundred molecules take all memory.
    gc.collect()
    return sites[0]["potential_minimum"] if len(sites) == 1 else None


def minima(table: str, found: str, largest: int) -> None:
    """Computes what `found` lacks and adds it there."""
    done = {line.split("\t")[0] for line in Path(found).read_text().splitlines()} if Path(found).exists() else set()
    runner = Here(Path(tempfile.mkdtemp()))
    with Path(found).open("a") as file:
        for smiles, _, measured in candidates(table, largest):
            if smiles not in done:
                lowest = compute(smiles, runner)
                print(f"{smiles}\t{measured}\t{'' if lowest is None else lowest}", file=file, flush=True)


def apart(rows: list[tuple[str, str, float, float]]) -> set[str]:
    """A fifth of each group of the first fit, the first in the order of their digests; none of its own molecules, which it has seen."""
    first = json.loads(_FIRST_FIT.read_text(encoding="utf-8"))
    seen = {plain(smiles) for smiles in first["molecules"]}
    group_before = {name: group for group, names in first["classes"].items() for name in names}
    groups: dict[str, list[str]] = defaultdict(list)
    for smiles, group, _, _ in rows:
        groups[group_before.get(group, group)].append(smiles)
    drawn: set[str] = set()
    for names in groups.values():
        new = sorted((name for name in names if plain(name) not in seen), key=lambda name: sha256(name.encode()).digest())
        drawn |= set(new[: round(_APART * len(names))])
    return drawn


def store(found: str) -> None:
    """Writes the rows, apart or in the fit, and those left out with their reasons, to core's table of calibrations."""
    rows, left_out = [], []
    for line in Path(found).read_text().splitlines():
        smiles, measured, lowest = line.split("\t")
        reason = LEFT_OUT.get(smiles) or (None if lowest else "the recipe found no acceptor with a line")
        group = group_of(smiles)
        if reason is not None:
            left_out.append([smiles, float(measured), reason])
        elif group is not None:
            rows.append((smiles, group, float(measured), float(lowest)))
    drawn = apart(rows)
    tables = json.loads(_STORE.read_text(encoding="utf-8"))
    tables[_NAME] = {
        "columns": ["smiles", "class", "pKBHX_exp", "Vmin_HF/6-31G*//GFN2_au", "part"],
        "rows": [[*row, "apart" if row[0] in drawn else "fit"] for row in sorted(rows, key=lambda row: (row[1], row[0]))],
        "left_out": sorted(left_out),
    }
    _STORE.write_text(json.dumps(tables) + "\n", encoding="utf-8")
    print(f"{len(rows) - len(drawn)} in the fit, {len(drawn)} apart, {len(left_out)} left out")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["minima", table, found, largest]:
            minima(table, found, int(largest))
        case ["store", found]:
            store(found)
        case _:
            sys.exit(__doc__)
