"""Microstates of a molecule: which protons can leave or come in water, and what is the same state drawn otherwise.

Acids: carboxylic, sulfonic and phosphoric acids, phenols, enols, hydroxamic acids, thiols, imides, sulfonamides, azoles with three or more
nitrogens, xanthines and purines, lactams in aromatic rings, and every cation with a hydrogen. Bases: those of `protonation.base_sites` and
every anion. Alcohols, amides and amines lose no proton here: their pKa lies above 14.
"""

from __future__ import annotations

from dataclasses import dataclass

from rdkit import Chem

from ..schemas.knowledge import Line
from .protonation import base_sites, line_of_acid, with_proton, without_proton

_MOST_MESOMERS = 12
_ACIDS = [
    Chem.MolFromSmarts(text)
    for text in (
        "[OX2H][CX3]=[O,S]",
        "[OX2H][c]",
        "[OX2H][CX3]=[CX3]",
        "[OX2H][S,P,B]",
        "[OX2H][NX3][CX3]=O",
        "[SX2H]",
        "[NX3;!H0][SX4](=O)=O",
        "[NX3;!H0]([CX3]=[O,S])[CX3]=[O,S]",
        "[NX3;!H0]([CX3]=[O,S])[SX4](=O)=O",
        "[nH]1nnnc1",
        "[nH]1nncn1",
        "[nH]1nncc1",
        "[nH]1ncnc1",
        "[nH]1cnnc1",
        "[nH]1nccn1",
        # Imidazole fused to a ring with carbonyl or nitrogen: xanthines and purines.
        "[nH]1cnc(~[#7])c1~c=O",
        "[nH]1cnc2c1ncnc2",
        "[nH]1cnc2c1cncn2",
        "[nH]1cnc(c1~[#7])~c=O",
        "[nH]c=O",
    )
]

# The amino groups of an amidinium or guanidinium ion share their lone pair with it.
_NOT_BASIC = Chem.MolFromSmarts("[#7X3;!+][#6X3]=,:[#7+]")


@dataclass(frozen=True)
class Step:
    """One proton between two microstates: their keys, the atom that carries it in the acid, its class, and the line to pKa."""

    acid: str
    base: str
    atom: int
    site_class: str | None
    line: Line


def state_key(mol: Chem.Mol) -> str:
    """Return what tells microstates apart: the skeleton and where the hydrogens are. Mesomers have one key."""
    bare = Chem.RWMol(mol)
    for atom in bare.GetAtoms():
        atom.SetFormalCharge(0)
        atom.SetIsAromatic(False)
        atom.SetNoImplicit(True)
        atom.SetChiralTag(Chem.ChiralType.CHI_UNSPECIFIED)
    for bond in bare.GetBonds():
        bond.SetIsAromatic(False)
        bond.SetBondType(Chem.BondType.SINGLE)
        bond.SetStereo(Chem.BondStereo.STEREONONE)
        bond.SetBondDir(Chem.BondDir.NONE)
    return f"{Chem.GetFormalCharge(mol)} {Chem.MolToSmiles(bare)}"


def bases_of(mol: Chem.Mol) -> dict[str, tuple[Chem.Mol, Step]]:
    """The states with one proton less, by key. The molecule has explicit hydrogens."""
    own, found = state_key(mol), {}
    for form in _mesomers(mol):
        acidic = {match[0] for pattern in _ACIDS for match in form.GetSubstructMatches(pattern)}
        for atom in form.GetAtoms():
            index = atom.GetIdx()
            if index not in acidic and not (atom.GetFormalCharge() > 0 and _has_hydrogen(atom)):
                continue
            base = without_proton(form, index)
            if base is not None and (key := state_key(base)) not in found:
                found[key] = (_least_charged(base), Step(own, key, index, *_line_of(mol, index)))
    return found


def acids_of(mol: Chem.Mol) -> dict[str, tuple[Chem.Mol, Step]]:
    """The states with one proton more, by key. The molecule has explicit hydrogens."""
    own, found = state_key(mol), {}
    for form in _mesomers(mol):
        anions = [atom.GetIdx() for atom in form.GetAtoms() if atom.GetFormalCharge() < 0 and _takes_proton(atom)]
        made = [(index, with_proton(form, index)) for index in anions]
        bound = {match[0] for match in form.GetSubstructMatches(_NOT_BASIC)}
        made += [(site.atom, site.mol) for site in base_sites(form, {7}, set()) if site.atom not in bound]
        for index, acid in made:
            if acid is not None and (key := state_key(acid)) not in found:
                found[key] = (_least_charged(acid), Step(key, own, index, *_line_of(acid, index)))
    return found


def is_uncharged(mol: Chem.Mol) -> bool:
    """Whether no group is charged: neutral, and no zwitterion. Neighbours of opposite charge (nitro, N-oxide) count as no charge."""
    return all(
        atom.GetFormalCharge() == 0 or any(atom.GetFormalCharge() * neighbour.GetFormalCharge() < 0 for neighbour in atom.GetNeighbors())
        for atom in mol.GetAtoms()
    )


def _mesomers(mol: Chem.Mol) -> list[Chem.Mol]:
    """The molecule and, where it has charges, its mesomers with the same charges elsewhere."""
    forms = [mol]
    if any(atom.GetFormalCharge() for atom in mol.GetAtoms()):
        for form in Chem.ResonanceMolSupplier(mol, maxStructs=_MOST_MESOMERS):
            if form is not None:
                made = Chem.Mol(form)
                Chem.SanitizeMol(made)
                forms.append(made)
    return forms


def _charges(mol: Chem.Mol) -> int:
    return sum(abs(atom.GetFormalCharge()) for atom in mol.GetAtoms())


def _least_charged(mol: Chem.Mol) -> Chem.Mol:
    """The mesomer with the fewest charges: a proton that comes to a neutral ring of another drawing leaves two opposite charges on it."""
    fewest = min(_mesomers(mol), key=_charges)
    return fewest if _charges(fewest) < _charges(mol) else mol


def _line_of(acid: Chem.Mol, index: int) -> tuple[str | None, Line]:
    """Class and line of the proton of an atom, read from the acid's mesomer with the fewest charges, a positive one on that atom if any.

    Another drawing makes the N–H of a neutral azole an azolium ion, whose line is another one.
    """
    forms = _mesomers(acid)
    fewest = min(map(_charges, forms))
    drawn = [form for form in forms if _charges(form) == fewest]
    return line_of_acid(next((form for form in drawn if form.GetAtomWithIdx(index).GetFormalCharge() > 0), drawn[0]), index)


def _has_hydrogen(atom: Chem.Atom) -> bool:
    return any(neighbour.GetAtomicNum() == 1 for neighbour in atom.GetNeighbors())


def _takes_proton(atom: Chem.Atom) -> bool:
    return atom.GetAtomicNum() in (7, 8, 16) and all(neighbour.GetFormalCharge() <= 0 for neighbour in atom.GetNeighbors())
