"""Reading crystals from CIF."""

from __future__ import annotations

import re
import warnings
from io import StringIO
from typing import Any

import numpy as np

from ..elements import SYMBOLS
from ..molecule import MAX_ATOMS, Molecule
from . import ConvertError
from .entries import MAX_MOLECULES, entry_of


def read_cif(lines: list[str], name: str, _failed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The unit cell of a crystal, its symmetry applied; each structure (block) of the file is one molecule with its cell."""
    text = "\n".join(lines)
    if re.search(r"^\s*_atom_site\.", text, re.MULTILINE):
        raise ConvertError("This is an mmCIF file of a large molecule. Upload it as a protein.", line=1)
    # Not at the top: a converter that reads no crystal has no use for it.
    from ase.io import read

    try:
        # In a file, `warnings` tell of blocks without atoms; those are left out.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            structures = read(StringIO(text), index=":", format="cif", fractional_occupancies=True)
    except Exception as error:  # the reader's ways to fail are many and not documented
        raise ConvertError(f"The CIF cannot be read: {str(error)[:200] or type(error).__name__}.", line=1) from error
    entries: list[dict[str, Any]] = []
    for atoms in structures[:MAX_MOLECULES]:
        if len(atoms) > MAX_ATOMS:
            raise ConvertError(f"The unit cell has {len(atoms)} atoms; at most {MAX_ATOMS} can be read.", line=1)
        if atoms.cell.rank < 3:
            raise ConvertError("The CIF has no unit cell, so its coordinates mean nothing.", line=1)
        occupancies = atoms.info.get("occupancy") or {}
        if any(abs(sum(site.values()) - 1) > 1e-3 or len(site) > 1 for site in occupancies.values()):
            raise ConvertError("The crystal is disordered (sites that are occupied in part), so its atoms are not known.", line=1)
        numbers = [int(number) for number in atoms.numbers]
        if not all(0 < number < len(SYMBOLS) for number in numbers):
            raise ConvertError("The CIF holds an atom without an element.", line=1)
        molecule = Molecule(np.array(numbers), np.array(atoms.positions), 0, 1 + sum(numbers) % 2)
        entry = entry_of(name if not entries else f"{name} {len(entries) + 1}", molecule, None, 1)
        vectors = [[float(x) for x in vector] for vector in atoms.cell]
        entry["molecule"]["cell"] = {"lattice_vectors": vectors, "is_periodic": [True, True, True]}
        entries.append(entry)
    return entries
