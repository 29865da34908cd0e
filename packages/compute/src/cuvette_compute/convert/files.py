"""Reading structure files: SDF and MOL (V2000, V3000), SMILES lists, PDB, XYZ, CIF."""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from typing import Any

import numpy as np
from rdkit import Chem

from ..chemistry.embed import molecule_from_mol, quick_structure
from ..chemistry.perceive import perceived_smiles
from ..chemistry.smiles import SmilesError, parse
from ..elements import NUMBERS, SYMBOLS
from ..errors import ComputeError
from ..molecule import MAX_ATOMS, Molecule, check_distances, check_spin
from . import ConvertError

MAX_MOLECULES = 1000
_EXTENSIONS = (".sdf", ".mol", ".smi", ".pdb", ".xyz", ".cif")


def files_to_mols(content: dict[str, Any]) -> dict[str, Any]:
    """
    Molecules of one file; the kind follows from the name's extension. Errors carry the field and the line. In a list of SMILES a line
    that cannot be read fails alone, as long as another can: it stands under `failed`.
    """
    filename, text = content.get("filename"), content.get("text")
    if not isinstance(filename, str) or not isinstance(text, str):
        raise ConvertError("A file needs a filename and a text.", field="filename")
    extension = "." + filename.rsplit(".", 1)[-1].lower() if "." in filename else ""
    reader = _READERS.get({".smiles": ".smi", ".sd": ".sdf", ".ent": ".pdb"}.get(extension, extension))
    if reader is None:
        raise ConvertError(f"Files of this kind cannot be read; readable are {', '.join(_EXTENSIONS)}.", field="filename")
    if "\x00" in text[:4096]:
        raise ConvertError("The file is not a text file.", field="text", line=1)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if not any(line.strip() for line in lines):
        raise ConvertError("The file is empty.", field="text", line=1)
    name = re.sub(r"\.[^.]*$", "", re.split(r"[\\/]", filename)[-1])[:120] or "molecule"
    failed: list[dict[str, Any]] = []
    try:
        molecules = reader(lines, name, failed)
    except ConvertError as error:
        raise ConvertError(error.detail, **{"field": "text", **error.extra}) from error
    except ComputeError as error:
        raise ConvertError(error.message, field="text") from error
    if not molecules:
        if failed:
            raise ConvertError(failed[0]["detail"], field="text", line=failed[0]["line"], position=failed[0]["position"])
        raise ConvertError("The file holds no molecule.", field="text", line=1)
    return {"molecules": molecules, "failed": failed}


def _entry(name: str, molecule: Molecule, smiles: str | None, line: int) -> dict[str, Any]:
    try:
        check_distances(molecule)
        check_spin(molecule)
    except ComputeError as error:
        raise ConvertError(error.message, line=line) from error
    name = "".join(character for character in " ".join(name.split()) if character.isprintable())
    return {"name": name, "molecule": replace(molecule, smiles=smiles).to_json(), "smiles": smiles}


def _number(text: str, line: int) -> float:
    try:
        value = float(text)
    except ValueError as error:
        raise ConvertError(f"{text[:40]!r} on line {line} is not a number.", line=line) from error
    if not math.isfinite(value):
        raise ConvertError(f"The coordinate {text[:40]} on line {line} is not a usable number.", line=line)
    return value


def _read_xyz(lines: list[str], name: str, _failed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    entries, i = [], 0
    while i < len(lines):
        if not lines[i].strip():
            i += 1
            continue
        start = i + 1
        count_text = lines[i].strip()
        if not re.fullmatch(r"\d{1,6}", count_text) or int(count_text) == 0:
            raise ConvertError(f"Line {start} must hold the number of atoms, not {count_text[:40]!r}.", line=start)
        count = int(count_text)
        if count > MAX_ATOMS:
            raise ConvertError(f"The file has {count} atoms; at most {MAX_ATOMS} can be read.", line=start)
        comment = lines[i + 1] if i + 1 < len(lines) else ""
        numbers, positions = [], []
        for offset in range(count):
            number = i + 3 + offset
            if number > len(lines) or not lines[number - 1].strip():
                raise ConvertError(f"Line {number} should hold atom {offset + 1} of {count}, but the file ends there.", line=number)
            words = lines[number - 1].split()
            numbers.append(_element(words[0], number))
            if len(words) < 4:
                raise ConvertError(f"Line {number} needs an element and three coordinates.", line=number)
            positions.append([_number(word, number) for word in words[1:4]])
        charge, spin = _comment_charge(comment, numbers)
        molecule = Molecule(np.array(numbers), np.array(positions), charge, spin)
        cell = _comment_cell(comment, start + 1)
        smiles = None if cell else _smiles_or_none(molecule)
        entry = _entry(name if not entries else f"{name} {len(entries) + 1}", molecule, smiles, start)
        entry["molecule"]["cell"] = cell
        entries.append(entry)
        i += 2 + count
        if len(entries) >= MAX_MOLECULES:
            break
    return entries


def _element(word: str, line: int) -> int:
    symbol = word[:1].upper() + word[1:].lower()
    if word.isdigit() and 0 < int(word) < len(SYMBOLS):
        return int(word)
    if symbol not in NUMBERS:
        raise ConvertError(f"{word[:20]!r} on line {line} is not an element.", line=line)
    return NUMBERS[symbol]


def _comment_charge(comment: str, numbers: list[int]) -> tuple[int, int]:
    """Charge and multiplicity from a comment ("charge: 1; multiplicity: 2", "charge=1"), else neutral and the lowest spin."""
    charge_match = re.search(r"\bcharge\s*[:=]\s*([+-]?\d{1,3})\b", comment, re.IGNORECASE)
    charge = int(charge_match[1]) if charge_match else 0
    spin_match = re.search(r"\bmult(?:iplicity)?\s*[:=]\s*(\d{1,3})\b", comment, re.IGNORECASE)
    return charge, int(spin_match[1]) if spin_match else 1 + (sum(numbers) - charge) % 2


def _comment_cell(comment: str, line: int) -> dict[str, Any] | None:
    """The periodic cell of an extended XYZ comment: Lattice="9 numbers" in Angstrom, rows are the vectors."""
    match = re.search(r'\bLattice\s*=\s*"([^"]*)"', comment)
    if not match:
        return None
    numbers = [_number(word, line) for word in match[1].split()]
    if len(numbers) != 9:
        raise ConvertError(f"The lattice on line {line} needs nine numbers, not {len(numbers)}.", line=line)
    return {"lattice_vectors": [numbers[0:3], numbers[3:6], numbers[6:9]], "is_periodic": [True, True, True]}


def _smiles_or_none(molecule: Molecule) -> str | None:
    if len(molecule) > 200:
        return None
    try:
        check_distances(molecule)
        check_spin(molecule)
        return perceived_smiles(molecule)
    except ComputeError:
        return None


def _read_sdf(lines: list[str], name: str, _failed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    entries, start = [], 0
    ends = [i for i, line in enumerate(lines) if line.strip() == "$$$$"]
    for end in [*ends, len(lines)]:
        block = lines[start:end]
        if any(line.strip() for line in block):
            title = block[0].strip()[:120]
            entries.append(_molblock(block, title or (name if not entries else f"{name} {len(entries) + 1}"), start + 1))
        start = end + 1
        if len(entries) >= MAX_MOLECULES:
            break
    return entries


def _molblock(block: list[str], name: str, first_line: int) -> dict[str, Any]:
    _check_counts(block, first_line)
    end = next((i for i, line in enumerate(block) if line.startswith("M  END")), None)
    if end is None:
        raise ConvertError(f"The molecule that starts on line {first_line} has no 'M  END' line.", line=first_line + len(block) - 1)
    mol = Chem.MolFromMolBlock("\n".join(block[: end + 1]) + "\n", sanitize=False, removeHs=False, strictParsing=True)
    if mol is None:
        raise ConvertError(f"The molecule that starts on line {first_line} cannot be read.", line=first_line)
    for problem in Chem.DetectChemistryProblems(mol):
        index = problem.GetAtomIdx() if hasattr(problem, "GetAtomIdx") else None
        where = f"atom {mol.GetAtomWithIdx(index).GetSymbol()}{index + 1}: " if index is not None else ""
        raise ConvertError(f"{where}{problem.Message()}", line=first_line + 4 + (index or 0))
    Chem.SanitizeMol(mol)
    return _from_mol(mol, name, first_line)


def _check_counts(block: list[str], first_line: int) -> None:
    """The counts line and the atom lines of a V2000 block, so that a mistake is named with its line."""
    if len(block) < 4:
        raise ConvertError(f"The molecule that starts on line {first_line} ends too early.", line=first_line + len(block) - 1)
    if "V3000" in block[3]:
        return
    match = re.match(r"^([ \d]{3})([ \d]{3})", block[3])
    if not match or not match[1].strip():
        raise ConvertError(f"Line {first_line + 3} should hold the numbers of atoms and bonds.", line=first_line + 3)
    for offset in range(int(match[1])):
        number = first_line + 4 + offset
        if 4 + offset >= len(block) or not block[4 + offset].strip():
            raise ConvertError(f"Line {number} should hold atom {offset + 1}, but the molecule ends there.", line=number)
        row = block[4 + offset]
        for word in (row[0:10], row[10:20], row[20:30]):
            _number(word.strip() or "?", number)
        if row[31:34].strip() not in NUMBERS and row[31:34].strip() not in ("D", "T"):
            raise ConvertError(f"{row[31:34].strip()!r} on line {number} is not an element.", line=number)


def _from_mol(mol: Chem.Mol, name: str, line: int) -> dict[str, Any]:
    """A flat drawing gets hydrogens and a geometry; a 3D structure keeps its own, missing hydrogens are added."""
    conformer = mol.GetConformer() if mol.GetNumConformers() else None
    is_3d = conformer is not None and (conformer.Is3D() or np.abs(conformer.GetPositions()[:, 2]).max() > 1e-3)
    if not is_3d and mol.GetNumAtoms() > 1:
        Chem.AssignChiralTypesFromBondDirs(mol)
        Chem.AssignStereochemistry(mol, cleanIt=True, force=True)
        flat = Chem.RemoveHs(mol)
        try:
            molecule = quick_structure(flat)
        except ComputeError as error:
            raise ConvertError(error.message, line=line) from error
        return _entry(name, molecule, molecule.smiles, line)
    Chem.AssignStereochemistryFrom3D(mol)
    if any(atom.GetTotalNumHs() for atom in mol.GetAtoms()):
        mol = Chem.AddHs(mol, addCoords=True)
    smiles = Chem.MolToSmiles(Chem.RemoveHs(mol))
    return _entry(name, molecule_from_mol(mol, mol.GetConformer().GetPositions()), smiles, line)


def _read_smi(lines: list[str], name: str, failed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    entries = []
    for number, line in enumerate(lines, 1):
        words = line.split(None, 1)
        if not words or words[0].startswith("#"):
            continue
        try:
            molecule = quick_structure(parse(words[0]))
        except SmilesError as error:
            failed.append({"line": number, "detail": f"Line {number}: {error.detail}.", "position": error.position})
            continue
        except ComputeError as error:
            failed.append({"line": number, "detail": f"Line {number}: {error.message}", "position": None})
            continue
        title = words[1].strip()[:120] if len(words) > 1 else (name if not entries else f"{name} {len(entries) + 1}")
        entries.append(_entry(title, molecule, molecule.smiles, number))
        if len(entries) + len(failed) >= MAX_MOLECULES:
            break
    return entries


def _read_cif(lines: list[str], name: str, _failed: list[dict[str, Any]]) -> list[dict[str, Any]]:
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
        entry = _entry(name if not entries else f"{name} {len(entries) + 1}", molecule, None, 1)
        vectors = [[float(x) for x in vector] for vector in atoms.cell]
        entry["molecule"]["cell"] = {"lattice_vectors": vectors, "is_periodic": [True, True, True]}
        entries.append(entry)
    return entries


def _read_pdb(lines: list[str], name: str, _failed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The first model's atoms as one molecule; bonds and hydrogens are taken as they are."""
    numbers, positions, first = [], [], 0
    for number, line in enumerate(lines, 1):
        if line.startswith("ENDMDL"):
            break
        if not line.startswith(("ATOM", "HETATM")) or line[16:17] not in (" ", "A", "1", ""):
            continue
        first = first or number
        symbol = line[76:78].strip() or re.sub(r"[^A-Za-z].*", "", line[12:16].strip().lstrip("0123456789"))[:1]
        numbers.append(_element(symbol or "?", number))
        positions.append([_number(line[a:b].strip() or "?", number) for a, b in ((30, 38), (38, 46), (46, 54))])
        if len(numbers) > MAX_ATOMS:
            raise ConvertError(f"The file has more than {MAX_ATOMS} atoms.", line=number)
    if not numbers:
        raise ConvertError("The file holds no ATOM or HETATM lines.", line=1)
    molecule = Molecule(np.array(numbers), np.array(positions), 0, 1 + sum(numbers) % 2)
    return [_entry(name, molecule, _smiles_or_none(molecule), first)]


_READERS: dict[str, Callable[[list[str], str, list[dict[str, Any]]], list[dict[str, Any]]]] = {
    ".xyz": _read_xyz,
    ".sdf": _read_sdf,
    ".mol": _read_sdf,
    ".smi": _read_smi,
    ".pdb": _read_pdb,
    ".cif": _read_cif,
}
