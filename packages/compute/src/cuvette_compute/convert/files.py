"""Reading structure files: SDF and MOL (V2000, V3000), CDXML, CDX, RXN, SMILES lists, PDB, XYZ (also extended), CIF, POSCAR."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
from rdkit import Chem

from ..chemistry.embed import molecule_from_mol, quick_structure
from ..chemistry.smiles import SmilesError, parse
from ..errors import ComputeError
from ..structures.cell import Cell
from ..structures.elements import NUMBERS
from ..structures.molecule import MAX_ATOMS
from .entries import (
    check_number_of_molecules,
    comment_charge,
    coordinate,
    element_and_mass,
    entry_of,
    molecule_of,
    smiles_or_none,
)
from .errors import ConvertError
from .read_chemdraw import read_cdx, read_cdxml, read_rxn
from .read_cif import read_cif
from .read_pdb import read_pdb
from .read_poscar import read_poscar

_EXTENSIONS = (".sdf", ".mol", ".cdxml", ".cdx", ".rxn", ".smi", ".pdb", ".xyz", ".cif", ".poscar", ".vasp")
# Other endings and whole names that mean the same.
_SYNONYMS = {".smiles": ".smi", ".sd": ".sdf", ".ent": ".pdb", ".extxyz": ".xyz", ".vasp": ".poscar", ".contcar": ".poscar"}


def files_to_mols(content: dict[str, Any]) -> dict[str, Any]:
    """
    Molecules of one file; the kind follows from the name's extension. Errors carry the field and the line. In a list of SMILES a line
    that cannot be read fails alone, as long as another can: it is listed under `failed`.
    """
    filename, text = content.get("filename"), content.get("text")
    if not isinstance(filename, str) or not isinstance(text, str):
        raise ConvertError("A file needs a filename and a text.", field="filename")
    extension = "." + filename.rsplit(".", 1)[-1].lower() if "." in filename else ""
    if re.fullmatch(r"(POSCAR|CONTCAR)([-_.].*)?", re.split(r"[\\/]", filename)[-1], re.IGNORECASE):
        extension = ".poscar"
    reader = _READERS.get(_SYNONYMS.get(extension, extension))
    if reader is None:
        raise ConvertError(f"Files of this kind cannot be read; readable are {', '.join(_EXTENSIONS)}.", field="filename")
    # A byte order mark is none of the text.
    text = text.removeprefix("\ufeff")
    if _is_utf_16(text[:4096]):
        raise ConvertError("The file is text in UTF-16. Save it as UTF-8 and choose it again.", field="text", line=1)
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


def _is_utf_16(start: str) -> bool:
    """Whether a text looks as UTF-16 does when it was read as UTF-8: its mark is not readable, every second character is NUL."""
    characters = start.lstrip("\ufffd")
    alternates = [set(half) == {"\x00"} for half in (characters[::2], characters[1::2])].count(True) == 1
    return start.startswith("\ufffe") or (alternates and not any(0 < ord(character) < 9 for character in start))


def _read_xyz(lines: list[str], name: str, _failed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    check_number_of_molecules(_frames(lines))
    entries, i = [], 0
    while i < len(lines):
        if not lines[i].strip():
            i += 1
            continue
        start = i + 1
        count_text = lines[i].strip()
        if not re.fullmatch(r"[0-9]{1,6}", count_text) or int(count_text) == 0:
            raise ConvertError(f"Line {start} must hold the number of atoms, not {count_text[:40]!r}.", line=start)
        count = int(count_text)
        if count > MAX_ATOMS:
            raise ConvertError(f"The file has {count} atoms; at most {MAX_ATOMS} can be read.", line=start)
        comment = lines[i + 1] if i + 1 < len(lines) else ""
        elements, positions = [], []
        for offset in range(count):
            number = i + 3 + offset
            if number > len(lines) or not lines[number - 1].strip():
                raise ConvertError(f"Line {number} should hold atom {offset + 1} of {count}, but the file ends there.", line=number)
            words = lines[number - 1].split()
            elements.append(element_and_mass(words[0], number))
            if len(words) < 4:
                raise ConvertError(f"Line {number} needs an element and three coordinates.", line=number)
            positions.append([coordinate(word, number) for word in words[1:4]])
        charge, spin = comment_charge(comment, [number for number, _ in elements])
        molecule = molecule_of(elements, positions, charge, spin)
        cell = _comment_cell(comment, start + 1)
        smiles = None if cell else smiles_or_none(molecule)
        entry = entry_of(name if not entries else f"{name} {len(entries) + 1}", molecule, smiles, start)
        entry["molecule"]["cell"] = cell
        entries.append(entry)
        i += 2 + count
    return entries


def _frames(lines: list[str]) -> list[int]:
    """Lines on which the frames of an XYZ file begin, as far as it can be followed."""
    starts, i = [], 0
    while i < len(lines):
        count = lines[i].strip()
        if not count:
            i += 1
        elif re.fullmatch(r"[0-9]{1,6}", count) and int(count):
            starts.append(i + 1)
            i += 2 + int(count)
        else:
            break
    return starts


def _comment_cell(comment: str, line: int) -> dict[str, Any] | None:
    """
    The periodic cell of an extended XYZ comment: Lattice="9 numbers" in Angstrom, rows are the vectors; pbc="T T F" says which repeat, and
    None where none does.
    """
    match = re.search(r'\bLattice\s*=\s*"([^"]*)"', comment)
    if not match:
        return None
    numbers = [coordinate(word, line) for word in match[1].split()]
    if len(numbers) != 9:
        raise ConvertError(f"The lattice on line {line} needs nine numbers, not {len(numbers)}.", line=line)
    flags = re.search(r'\bpbc\s*=\s*"([^"]*)"', comment, re.IGNORECASE)
    periodic = [word.upper() in ("T", "TRUE", "1") for word in flags[1].split()] if flags else [True, True, True]
    if len(periodic) != 3:
        raise ConvertError(f"The periodicity (pbc) on line {line} needs three of T and F.", line=line)
    cell = Cell(np.reshape(numbers, (3, 3)), (periodic[0], periodic[1], periodic[2]))
    if cell.volume < 1e-6:
        raise ConvertError(f"The lattice vectors on line {line} span no volume.", line=line)
    return cell.to_json() if any(periodic) else None


def _read_sdf(lines: list[str], name: str, _failed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = []
    ends = [i for i, line in enumerate(lines) if line.strip() == "$$$$"]
    bounds = zip([0, *(end + 1 for end in ends)], [*ends, len(lines)], strict=True)
    blocks = [(start, end) for start, end in bounds if any(line.strip() for line in lines[start:end])]
    check_number_of_molecules([start + 1 for start, _ in blocks])
    for start, end in blocks:
        title = lines[start].strip()[:120]
        entries.append(_molblock(lines[start:end], title or (name if not entries else f"{name} {len(entries) + 1}"), start + 1))
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
            coordinate(word.strip() or "?", number)
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
        return entry_of(name, molecule, molecule.smiles, line)
    Chem.AssignStereochemistryFrom3D(mol)
    if any(atom.GetTotalNumHs() for atom in mol.GetAtoms()):
        mol = Chem.AddHs(mol, addCoords=True)
    smiles = Chem.MolToSmiles(Chem.RemoveHs(mol))
    return entry_of(name, molecule_from_mol(mol, mol.GetConformer().GetPositions()), smiles, line)


def _read_smi(lines: list[str], name: str, failed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    entries = []
    rows = [(number, words) for number, line in enumerate(lines, 1) if (words := line.split(None, 1)) and not words[0].startswith("#")]
    check_number_of_molecules([number for number, _ in rows])
    for number, words in rows:
        try:
            molecule = quick_structure(parse(words[0]))
        except SmilesError as error:
            failed.append({"line": number, "detail": f"Line {number}: {error.detail}.", "position": error.position})
            continue
        except ComputeError as error:
            failed.append({"line": number, "detail": f"Line {number}: {error.message}", "position": None})
            continue
        title = words[1].strip()[:120] if len(words) > 1 else (name if not entries else f"{name} {len(entries) + 1}")
        entries.append(entry_of(title, molecule, molecule.smiles, number))
    return entries


_READERS: dict[str, Callable[[list[str], str, list[dict[str, Any]]], list[dict[str, Any]]]] = {
    ".xyz": _read_xyz,
    ".sdf": _read_sdf,
    ".mol": _read_sdf,
    ".cdxml": read_cdxml,
    ".cdx": read_cdx,
    ".rxn": read_rxn,
    ".smi": _read_smi,
    ".pdb": read_pdb,
    ".cif": read_cif,
    ".poscar": read_poscar,
}
