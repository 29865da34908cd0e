"""Writing structure files: XYZ, SDF, MOL, PDB, SMILES lists."""

from __future__ import annotations

from typing import Any

from rdkit import Chem

from ..chemistry.perceive import mol_from_molecule, perceived_smiles, with_isotopes
from ..errors import ComputeError
from ..structures.elements import symbol_of
from ..structures.molecule import Molecule, molecule_from_json
from .errors import ConvertError


def mol_to_file(content: dict[str, Any]) -> dict[str, Any]:
    """Molecules as the text of one file; bonds are perceived from the coordinates where the format has bonds."""
    values, filetype = content.get("molecules"), str(content.get("filetype", "")).lower().lstrip(".")
    if not isinstance(values, list) or not values:
        raise ConvertError("There are no molecules to write.", field="molecules")
    writer = {"xyz": _write_xyz, "sdf": _write_sdf, "mol": _write_sdf, "pdb": _write_pdb, "smi": _write_smi}.get(filetype)
    if writer is None:
        raise ConvertError("The file type must be one of xyz, sdf, mol, pdb, smi.", field="filetype")
    if filetype == "mol" and len(values) > 1:
        raise ConvertError("A .mol file holds one molecule; use sdf for several.", field="molecules")
    comments = content.get("comments") or []
    pieces = []
    for index, value in enumerate(values):
        molecule = molecule_from_json(value, f"molecules.{index}", periodic=filetype == "xyz")
        comment = comments[index] if isinstance(comments, list) and index < len(comments) else None
        pieces.append(writer(molecule, value, _one_line(comment), index, filetype))
    return {"text": "".join(pieces) + ("END\n" if filetype == "pdb" else "")}


def _one_line(comment: Any) -> str | None:
    return " ".join(str(comment).split())[:200] if comment is not None else None


def _write_xyz(molecule: Molecule, value: dict[str, Any], comment: str | None, index: int, filetype: str) -> str:
    fields = {"charge": molecule.charge, "multiplicity": molecule.multiplicity, "energy": value.get("energy"), "smiles": molecule.smiles}
    line = comment if comment is not None else " ".join(f"{name}: {field};" for name, field in fields.items() if field is not None)
    if comment is not None and _is_unusual(molecule):
        line = f"{_spin_words(molecule)} {comment}"
    if molecule.cell:
        vectors = " ".join(f"{number:g}" if number == 0 else f"{number:.8f}" for number in molecule.cell.vectors.ravel())
        repeats = " ".join("T" if flag else "F" for flag in molecule.cell.periodic)
        line = f'Lattice="{vectors}" Properties=species:S:1:pos:R:3 pbc="{repeats}" {line}'
    rows = [f"{symbol:<2} {x:15.8f} {y:15.8f} {w:15.8f}" for symbol, (x, y, w) in zip(_symbols(molecule), molecule.positions, strict=True)]
    return "\n".join([str(len(molecule)), line, *rows, ""])


def _write_sdf(molecule: Molecule, value: dict[str, Any], comment: str | None, index: int, filetype: str) -> str:
    mol = with_isotopes(mol_from_molecule(molecule), molecule)
    mol.SetProp("_Name", comment or "")
    return Chem.MolToMolBlock(mol, kekulize=bool(_kekulizable(mol))) + ("$$$$\n" if filetype == "sdf" else "")


def _kekulizable(mol: Chem.Mol) -> bool:
    try:
        Chem.Kekulize(Chem.Mol(mol))
        return True
    except (ValueError, RuntimeError):
        return False


def _write_pdb(molecule: Molecule, value: dict[str, Any], comment: str | None, index: int, filetype: str) -> str:
    rows = [f"REMARK {comment}"[:80]] if comment else []
    if _is_unusual(molecule):
        rows.append(f"REMARK {_spin_words(molecule)}")
    rows.append(f"MODEL     {index + 1:4d}")
    charges = _atom_charges(molecule)
    for i, (symbol, position) in enumerate(zip(_symbols(molecule), molecule.positions, strict=True)):
        if not all(-999.9995 < component < 9999.9995 for component in position):
            detail = f"Atom {molecule.atom_name(i)} is too far out for the columns of a PDB file (-999 to 9999 Å). Write another file type."
            raise ConvertError(detail, field=f"molecules.{index}.atoms.{i}.position")
        symbol = symbol.upper()
        atom = f"{symbol}{i + 1}"[:4]
        name = f" {atom:<3}" if len(symbol) == 1 and len(atom) < 4 else f"{atom:<4}"
        place = "".join(f"{component:8.3f}" for component in position)
        charge = f"{abs(charges[i])}{'-' if charges[i] < 0 else '+'}" if 0 < abs(charges[i]) < 10 else ""
        rows.append(f"HETATM{(i + 1) % 100000:5d} {name} UNL A   1    {place}  1.00  0.00          {symbol:>2}{charge}")
    return "\n".join([*rows, "ENDMDL", ""])


def _symbols(molecule: Molecule) -> list[str]:
    given = molecule.given_masses or (None,) * len(molecule)
    return [symbol_of(int(z), mass) for z, mass in zip(molecule.numbers, given, strict=True)]


def _atom_charges(molecule: Molecule) -> list[int]:
    """Formal charges of the atoms in the perceived Lewis structure; none where no structure has the molecule's charge."""
    try:
        charges = [atom.GetFormalCharge() for atom in mol_from_molecule(molecule).GetAtoms()]
    except ComputeError:
        charges = []
    return charges if sum(charges) == molecule.charge and charges else [0] * len(molecule)


def _is_unusual(molecule: Molecule) -> bool:
    """Whether charge and multiplicity are others than neutral and lowest, which readers take where a file says nothing."""
    return molecule.charge != 0 or molecule.multiplicity != 1 + int(molecule.numbers.sum()) % 2


def _spin_words(molecule: Molecule) -> str:
    return f"charge: {molecule.charge}; multiplicity: {molecule.multiplicity};"


def _write_smi(molecule: Molecule, value: dict[str, Any], comment: str | None, index: int, filetype: str) -> str:
    smiles = perceived_smiles(molecule)
    return f"{smiles} {comment}\n" if comment else f"{smiles}\n"
