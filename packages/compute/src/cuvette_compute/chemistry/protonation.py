"""Sites that give or take a proton: where they are, the molecule with one proton less or more, and the class of each in the calibration."""

from __future__ import annotations

from dataclasses import dataclass

from rdkit import Chem

from ..methods.applicability import foreign_elements
from ..schemas.knowledge import Line, calibration_lines, knowledge


@dataclass(frozen=True)
class Site:
    """An atom (0-based index in the molecule with explicit hydrogens) and the form that it makes with one proton less or more.

    `site_class` is the class of the calibration, None outside it; `line` maps E(base) - E(acid) in kcal/mol to pKa.
    """

    atom: int
    acid: bool
    mol: Chem.Mol
    site_class: str | None
    line: Line


_PHENOL = Chem.MolFromSmarts("[OX2H][c]")
_CARBOXYL = Chem.MolFromSmarts("[OX2H][CX3]=[OX1]")
_ALCOHOL = Chem.MolFromSmarts("[OX2H][CX4]")
_ALPHA_CARBON = Chem.MolFromSmarts("[CX4;!H0][CX3]=[OX1]")
_ALDEHYDE_OR_KETONE = Chem.MolFromSmarts("[CX4;!H0][CX3]=[OX1]")
# The lone pair of these nitrogens is shared with a neighbouring double bond or belongs to an aromatic ring.
_NOT_BASIC = [
    Chem.MolFromSmarts(text)
    for text in (
        "[NX3][CX3]=[O,S]",  # amide, carbamate, urea, thioamide
        "[NX3][SX4](=O)=O",  # sulfonamide
        "[NX3][CX2]#N",  # cyanamide
        "[nX3]",  # pyrrole-like
        "[N+]",
        "[NX1]#*",  # nitrile
        "[NX2]=O",  # nitroso
        "[NX3](=O)=O",
        "[NX3]([#6])-[NX3+](=O)[O-]",
    )
]
_AMIDINE = Chem.MolFromSmarts("[NX3][CX3]=[NX2]")
_AMIDINE_IMINE = Chem.MolFromSmarts("[NX2]=[CX3][NX3]")


# Acidic N–H that no molecule of the calibration holds, the strongest acids first: what a group is called.
_NITROGEN_ACIDS = tuple(
    (Chem.MolFromSmarts(text), name)
    for text, name in (
        ("[#7;!H0;!+][SX4](=O)=O", "sulfonamide"),
        ("[#7;!H0;!+]([#6]=[O,S])[#6]=[O,S]", "imide"),
        ("[nH;r5;!+]", "azole"),
        ("[#7;!H0;!+][#6]=[O,S]", "amide"),
        ("[nH]c=[O,S]", "amide"),
    )
)


def nitrogen_acid(mol: Chem.Mol, index: int) -> str | None:
    """Which acidic N–H an atom (0-based) carries that has no line: "sulfonamide", "imide", "azole" or "amide"; None for other atoms."""
    for pattern, name in _NITROGEN_ACIDS:
        if any(match[0] == index for match in mol.GetSubstructMatches(pattern)):
            return name
    return None


def nitrogen_acid_text(names: set[str]) -> str:
    """Return what a reader must know of pKa values of these groups (of `nitrogen_acid`).

    Measured: 9.62 for succinimide and 14.7 for 2-pyrrolidinone at 25 °C (Serjeant and Dempsey 1979, in the IUPAC Digitized pKa Dataset
    v2.3, 10.5281/zenodo.7236452), where the line of phenols gives 6.99 and 11.06.
    """
    groups = ", ".join(sorted(names))
    return (
        f"N–H acid ({groups}) without a line of its own: outside calibration. The line of phenols, which is used, makes such groups "
        "2 to 5 units too acidic (succinimide 7.0 for 9.6 measured)."
    )


def elements_outside(mol: Chem.Mol) -> list[str]:
    """Symbols of the elements that no molecule of the calibration holds: its sites belong to no class."""
    return foreign_elements("pka", "gfn2_alpb_linear", mol)


def acid_sites(mol: Chem.Mol, elements: set[int], atoms: set[int]) -> list[Site]:
    """The acidic sites among atoms of these elements and these atoms (0-based), one of each set of equivalent ones.

    Carbon counts where it was asked for by its atom, or by its element next to a carbonyl.
    """
    alpha = {match[0] for match in mol.GetSubstructMatches(_ALPHA_CARBON)}
    sites = []
    for atom in _distinct(mol):
        number, index = atom.GetAtomicNum(), atom.GetIdx()
        chosen = index in atoms or (number in elements and (number != 6 or index in alpha))
        if not chosen or number == 1 or not _hydrogens(atom):
            continue
        base = without_proton(mol, index)
        if base is not None:
            name, shared = _acid_class(mol, atom)
            sites.append(Site(index, True, base, name, _line(name, shared)))
    return sites


def base_sites(mol: Chem.Mol, elements: set[int], atoms: set[int]) -> list[Site]:
    """The basic sites among atoms of these elements and these atoms (0-based), one of each set of equivalent ones.

    Nitrogen whose lone pair is bound elsewhere (amides, pyrrole, nitriles) counts only where it was asked for by its atom.
    """
    bound = {match[0] for pattern in _NOT_BASIC for match in mol.GetSubstructMatches(pattern)}
    amidine = {match[0] for match in mol.GetSubstructMatches(_AMIDINE)}
    sites = []
    for atom in _distinct(mol):
        number, index = atom.GetAtomicNum(), atom.GetIdx()
        if index not in atoms and (number not in elements or index in bound or index in amidine or atom.GetFormalCharge() > 0):
            continue
        if number == 1:
            continue
        acid = with_proton(mol, index)
        if acid is not None:
            name, shared = _base_class(mol, atom)
            sites.append(Site(index, False, acid, name, _line(name, shared)))
    return sites


def line_of_acid(acid: Chem.Mol, index: int) -> tuple[str | None, Line]:
    """The class of the atom that carries the proton in the acid (None outside the calibration), and its line from energy to pKa."""
    name, shared = _acid_class(acid, acid.GetAtomWithIdx(index))
    return name, _line(name, shared)


def without_proton(mol: Chem.Mol, index: int) -> Chem.Mol | None:
    """The molecule without one hydrogen of an atom and with one charge less; None where that makes no valid structure."""
    atom = mol.GetAtomWithIdx(index)
    hydrogens = _hydrogens(atom)
    if not hydrogens:
        return None
    edited = Chem.RWMol(mol)
    edited.GetAtomWithIdx(index).SetFormalCharge(atom.GetFormalCharge() - 1)
    edited.GetAtomWithIdx(index).SetNoImplicit(True)
    edited.RemoveAtom(max(hydrogens))
    return _valid(edited)


def with_proton(mol: Chem.Mol, index: int) -> Chem.Mol | None:
    """The molecule with one hydrogen more at an atom (the last atom) and one charge more; None where that makes no valid structure."""
    edited = Chem.RWMol(mol)
    atom = edited.GetAtomWithIdx(index)
    atom.SetFormalCharge(atom.GetFormalCharge() + 1)
    atom.SetNoImplicit(True)
    edited.AddBond(index, edited.AddAtom(Chem.Atom(1)), Chem.BondType.SINGLE)
    return _valid(edited)


def _valid(edited: Chem.RWMol) -> Chem.Mol | None:
    made = edited.GetMol()
    made.RemoveAllConformers()
    try:
        Chem.SanitizeMol(made)
    except (Chem.AtomValenceException, Chem.KekulizeException, ValueError):
        return None
    Chem.AssignStereochemistry(made, cleanIt=True, force=True)
    return made


def _hydrogens(atom: Chem.Atom) -> list[int]:
    return [neighbour.GetIdx() for neighbour in atom.GetNeighbors() if neighbour.GetAtomicNum() == 1]


def _distinct(mol: Chem.Mol) -> list[Chem.Atom]:
    """The first of each set of symmetry-equivalent atoms."""
    seen: set[int] = set()
    first = []
    for atom, rank in zip(mol.GetAtoms(), Chem.CanonicalRankAtoms(mol, breakTies=False, includeChirality=False), strict=True):
        if rank not in seen:
            seen.add(rank)
            first.append(atom)
    return first


def _acid_class(mol: Chem.Mol, atom: Chem.Atom) -> tuple[str | None, str]:
    """The class of an atom that loses a proton, None outside the calibration; and the nearest class of the shared slope."""
    name, shared = _acid_group(mol, atom)
    return (None if elements_outside(mol) else name), shared


def _acid_group(mol: Chem.Mol, atom: Chem.Atom) -> tuple[str | None, str]:
    index, number = atom.GetIdx(), atom.GetAtomicNum()

    def matches(pattern: Chem.Mol) -> bool:
        return any(match[0] == index for match in mol.GetSubstructMatches(pattern))

    if number == 7 and atom.GetFormalCharge() > 0:
        return _cation_class(atom)
    if number == 8:
        for name, pattern in (("COOH", _CARBOXYL), ("phenol", _PHENOL), ("alcohol", _ALCOHOL)):
            if matches(pattern):
                return name, name
        return None, "phenol"
    if number == 16:
        return "SH", "SH"
    if number == 6:
        return ("CH" if matches(_ALDEHYDE_OR_KETONE) else None), "CH"
    return None, "phenol"


def _base_class(mol: Chem.Mol, atom: Chem.Atom) -> tuple[str | None, str]:
    """The class of an atom that takes a proton, None outside the calibration; and the nearest class of the shared slope."""
    name, shared = _base_group(mol, atom)
    return (None if elements_outside(mol) else name), shared


def _base_group(mol: Chem.Mol, atom: Chem.Atom) -> tuple[str | None, str]:
    if atom.GetAtomicNum() != 7:
        return None, "phenol"
    if any(match[0] == atom.GetIdx() for match in mol.GetSubstructMatches(_AMIDINE_IMINE)):
        return None, "amine"
    return _cation_class(atom)


def _cation_class(atom: Chem.Atom) -> tuple[str | None, str]:
    if atom.GetIsAromatic():
        return "arN", "arN"
    carbons = [neighbour for neighbour in atom.GetNeighbors() if neighbour.GetAtomicNum() > 1]
    if any(bond.GetBondTypeAsDouble() > 1 for bond in atom.GetBonds()) or any(other.GetAtomicNum() != 6 for other in carbons):
        return None, "amine"
    if any(carbon.GetIsAromatic() for carbon in carbons):
        return "aniline", "aniline"
    name = {1: "primary amine", 2: "secondary amine", 3: "tertiary amine"}.get(len(carbons))
    return name, "amine"


def _line(name: str | None, shared: str) -> Line:
    """The line of a class; outside the calibration the shared slope with the nearest class's intercept, whose error is not known."""
    lines = calibration_lines("pka", "gfn2_alpb_linear")
    if name in lines:
        return lines[name]
    table = knowledge()["calibrations"]["pka"]["shared"]
    return Line(f"nearest: {shared}", table["slope"], table["intercepts"][shared], float("nan"), 0)
