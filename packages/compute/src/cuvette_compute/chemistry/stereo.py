"""What a structure says and what it leaves open: formula, charge, undefined stereo, the isomers that it stands for."""

from __future__ import annotations

from typing import Any

from rdkit import Chem
from rdkit.Chem import rdMolDescriptors
from rdkit.Chem.EnumerateStereoisomers import EnumerateStereoisomers, StereoEnumerationOptions

from .smiles import MAX_CHARACTERS, SmilesError, parse

MAX_STEREOISOMERS = 16


def undefined_stereo(mol: Chem.Mol) -> list[dict[str, Any]]:
    """Stereocentres and double bonds whose configuration the structure leaves open; atoms 1-based."""
    found = []
    for info in Chem.FindPotentialStereo(mol):
        if info.specified == Chem.StereoSpecified.Specified:
            continue
        if info.type == Chem.StereoType.Atom_Tetrahedral:
            index = info.centeredOn
            found.append({"atom": _name(mol, index), "index": index + 1, "kind": "tetrahedral"})
        elif info.type == Chem.StereoType.Bond_Double:
            bond = mol.GetBondWithIdx(info.centeredOn)
            begin, end = bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()
            found.append({"atom": f"{_name(mol, begin)}={_name(mol, end)}", "index": begin + 1, "kind": "double_bond"})
    return found


def open_stereo(mol: Chem.Mol) -> tuple[list[dict[str, Any]], list[str]]:
    """Return what is undefined and the isomers that it stands for; both empty where there is only one (an imine's N-H, say)."""
    undefined = undefined_stereo(mol)
    isomers = list(isomer_mols(mol)) if undefined else []
    return (undefined, isomers) if len(isomers) > 1 else ([], [])


def _name(mol: Chem.Mol, index: int) -> str:
    return f"{mol.GetAtomWithIdx(index).GetSymbol()}{index + 1}"


def isomer_mols(mol: Chem.Mol) -> dict[str, Chem.Mol]:
    """The stereoisomers that the structure leaves open (at most 16) by canonical SMILES, sorted; atoms keep their order."""
    options = StereoEnumerationOptions(maxIsomers=MAX_STEREOISOMERS, onlyUnassigned=True, unique=True)
    found: dict[str, Chem.Mol] = {}
    for isomer in EnumerateStereoisomers(mol, options=options):
        Chem.AssignStereochemistry(isomer, cleanIt=True, force=True)
        found[Chem.MolToSmiles(isomer)] = isomer
    return dict(sorted(found.items()))


def mirror_image(smiles: str) -> str:
    """Canonical SMILES of the mirror image."""
    mol = Chem.MolFromSmiles(smiles)
    for atom in mol.GetAtoms():
        atom.InvertChirality()
    return Chem.MolToSmiles(Chem.MolFromSmiles(Chem.MolToSmiles(mol)))


def are_one_pair(isomers: list[str]) -> bool:
    """Whether all isomers are one structure and its mirror image."""
    first = Chem.MolToSmiles(Chem.MolFromSmiles(isomers[0]))
    allowed = {first, mirror_image(first)}
    return all(Chem.MolToSmiles(Chem.MolFromSmiles(isomer)) in allowed for isomer in isomers)


def multiplicity(mol: Chem.Mol) -> int:
    """2S+1 with all radical electrons of the structure parallel."""
    return 1 + sum(atom.GetNumRadicalElectrons() for atom in mol.GetAtoms())


# Single bonds outside rings whose ends have further heavy neighbours, or are a hydroxyl or thiol group: core counts them in a geometry.
_TURNING = Chem.MolFromSmarts("[!D1,O&H1,S&H1]-&!@[!D1]")


# Neighbours of an atom whose bonds are all single, by atomic number, as core has them.
_SATURATED = {6: 4, 7: 3, 8: 2, 14: 4, 16: 2}


def saturated_rings(mol: Chem.Mol) -> list[int]:
    """Sizes of the rings of single bonds, as core finds them in a geometry (`saturated-rings.ts`); the rings of a cage hold each other."""
    rings = [
        set(ring)
        for ring in mol.GetRingInfo().AtomRings()
        if all(atom.GetTotalDegree() == _SATURATED.get(atom.GetAtomicNum()) for atom in map(mol.GetAtomWithIdx, ring))
    ]
    return [len(ring) for ring in rings if all(ring is other or len(ring & other) < 3 for other in rings)]


def inspect(text: Any) -> dict[str, Any]:
    """Return what a SMILES says, without 3D; `error` is set and the rest null when it cannot be read."""
    empty = {
        "canonical": None,
        "formula": None,
        "charge": None,
        "multiplicity": None,
        "elements": [],
        "atom_count": None,
        "fragments": None,
        "rotatable_bonds": None,
        "saturated_rings": [],
        "undefined_stereocentres": [],
        "stereoisomers": [],
    }
    shown = text if isinstance(text, str) else ""
    try:
        mol = parse(text)
    except SmilesError as error:
        return {"smiles": shown[: MAX_CHARACTERS + 1], **empty, "error": error.to_json()}
    with_hydrogens = Chem.AddHs(mol)
    undefined, isomers = open_stereo(mol)
    return {
        "smiles": shown,
        "canonical": Chem.MolToSmiles(mol),
        "formula": rdMolDescriptors.CalcMolFormula(mol),
        "charge": Chem.GetFormalCharge(mol),
        "multiplicity": multiplicity(mol),
        "elements": sorted({atom.GetAtomicNum() for atom in with_hydrogens.GetAtoms()}),
        "atom_count": with_hydrogens.GetNumAtoms(),
        "fragments": len(Chem.GetMolFrags(mol)),
        "rotatable_bonds": len(mol.GetSubstructMatches(_TURNING)),
        "saturated_rings": saturated_rings(mol),
        "undefined_stereocentres": undefined,
        "stereoisomers": isomers,
        "error": None,
    }
