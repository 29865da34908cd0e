"""Classes of single bonds by what their radicals are, as the calibrations of bond dissociation energies have them.

The last word of a class is the bond by its elements, carbon first and hydrogen last ("benzylic C–H"): core reads it so.
"""

from __future__ import annotations

from rdkit import Chem

_ORDER = ("C", "N", "O", "S", "F", "Cl", "Br", "I", "H")
_HALOGENS = ("F", "Cl", "Br", "I")


def bond_kind(mol: Chem.Mol, first: int, second: int) -> str:
    """The bond by its elements: "C–H", "C–Cl", "O–O"."""
    symbols = [mol.GetAtomWithIdx(index).GetSymbol() for index in (first, second)]
    symbols.sort(key=lambda symbol: (_ORDER.index(symbol) if symbol in _ORDER else len(_ORDER) - 2, symbol))
    return "–".join(symbols)


def bond_class(mol: Chem.Mol, first: int, second: int) -> str:
    """The class of a single bond between two atoms (from 0) of a molecule with its hydrogens as atoms."""
    kind = bond_kind(mol, first, second)
    atoms = [mol.GetAtomWithIdx(index) for index in (first, second)]
    if kind.endswith("–H"):
        centre = atoms[1] if atoms[0].GetSymbol() == "H" else atoms[0]
        prefix = {"C": _carbon, "N": _nitrogen, "O": _oxygen}.get(centre.GetSymbol(), lambda _: "")(centre)
    elif kind.startswith("C–"):
        carbons = [atom for atom in atoms if atom.GetSymbol() == "C"]
        prefix = _between_heavy_atoms(carbons, atoms, kind)
    else:
        prefix = ""
    return f"{prefix} {kind}" if prefix else kind


def _between_heavy_atoms(carbons: list[Chem.Atom], atoms: list[Chem.Atom], kind: str) -> str:
    """Return what a bond of carbon to a heavy atom is: by the carbon of a C–C or C–halogen bond, by the oxygen of a C–O bond."""
    if kind == "C–O":
        oxygen = next(atom for atom in atoms if atom.GetSymbol() == "O")
        return "hydroxyl" if oxygen.GetTotalNumHs(includeNeighbors=True) else "ether or ester"
    if any(_is_carbonyl(carbon) for carbon in carbons):
        return "acyl"
    if kind != "C–C":
        return ""
    if any(_order(bond) == 3 for carbon in carbons for bond in carbon.GetBonds()):
        return "alkynyl"
    return "vinylic or aromatic" if any(_is_unsaturated(carbon) for carbon in carbons) else "alkyl"


def _carbon(carbon: Chem.Atom) -> str:
    """Return what the carbon of a C–H bond is; alpha carbons are beside O, N, S or a carbonyl group."""
    if any(_order(bond) == 3 for bond in carbon.GetBonds()):
        return "alkynyl"
    if any(_order(bond) == 2 and bond.GetOtherAtom(carbon).GetSymbol() == "O" for bond in carbon.GetBonds()):
        return "formyl"
    if carbon.GetIsAromatic() or any(_order(bond) == 2 for bond in carbon.GetBonds()):
        return "vinylic or aromatic"
    neighbours = [each for each in carbon.GetNeighbors() if each.GetSymbol() != "H"]
    if any(each.GetSymbol() in _HALOGENS for each in neighbours):
        return "haloalkyl"
    if any(each.GetSymbol() in ("N", "O", "S") or _is_carbonyl(each) for each in neighbours):
        return "alpha"
    if any(each.GetIsAromatic() for each in neighbours):
        return "benzylic"
    if any(each.GetSymbol() == "C" and _is_unsaturated(each) for each in neighbours):
        return "allylic or propargylic"
    return "alkyl"


def _nitrogen(nitrogen: Chem.Atom) -> str:
    """Return what the nitrogen of an N–H bond is."""
    beside = any(each.GetSymbol() in ("N", "O", *_HALOGENS) and not each.GetIsAromatic() for each in nitrogen.GetNeighbors())
    return "hydrazine or hydroxylamine" if beside else ""


def _oxygen(oxygen: Chem.Atom) -> str:
    """Return what the oxygen of an O–H bond is."""
    for neighbour in oxygen.GetNeighbors():
        if neighbour.GetSymbol() in ("O", "N", *_HALOGENS):
            return "peroxide or hydroxylamine"
        if neighbour.GetIsAromatic():
            return "phenol"
        if _is_carbonyl(neighbour):
            return "carboxylic"
    return ""


def _order(bond: Chem.Bond) -> int:
    return 0 if bond.GetIsAromatic() else round(bond.GetBondTypeAsDouble())


def _is_unsaturated(carbon: Chem.Atom) -> bool:
    return carbon.GetIsAromatic() or any(_order(bond) > 1 for bond in carbon.GetBonds())


def _is_carbonyl(atom: Chem.Atom) -> bool:
    return atom.GetSymbol() == "C" and any(_order(bond) == 2 and bond.GetOtherAtom(atom).GetSymbol() == "O" for bond in atom.GetBonds())
