"""Elements of the atoms of PDB files; the same rule as the portal's own reader has, with the same table of cases."""

from __future__ import annotations

import re

from ..structures.elements import NUMBERS

# Ions as CHARMM's force field names them: atom and residue alike.
_IONS_OF_CHARMM = {
    "SOD": "NA",
    "POT": "K",
    "CLA": "CL",
    "CAL": "CA",
    "CES": "CS",
    "LIT": "LI",
    "RUB": "RB",
    "BAR": "BA",
    "CAD": "CD",
}
# Amino acids, nucleotides (wwPDB chemical component dictionary) and water as crystallographers and simulation programs name it.
_ONE_LETTER_RESIDUES = frozenset(
    """ALA ARG ASN ASP CYS GLN GLU GLY HIS ILE LEU LYS MET PHE PRO SER THR TRP TYR VAL A C G I U DA DC DG DI DT DU
    HOH DOD WAT H2O SOL TIP TIP3 TIP4 TP3 SPC""".split()
)
_CAPITALS = frozenset(symbol.upper() for symbol in NUMBERS) | {"D"}
# Elements that fill column 13 of a name of four characters; of the others that could, programs write names of light atoms.
_NUMBERED_FROM_10 = re.compile(r"(CL|BR|FE|SI|CU|PT)[0-9][0-9]")


def element_of_atom(columns: str, name: str, residue_name: str) -> str:
    """
    Element of an atom in capitals ("CL"; "D" for deuterium): what columns 77 and 78 say, else what the name does. In a name (all four
    columns, 13 to 16) two-letter symbols begin in column 13 and one-letter ones in column 14, hydrogens with four letters in column 13
    too (wwPDB format 3.3); in amino acids, nucleotides and water the first letter is the element in any column, and an ion has the
    name of its residue. "X" where neither says it.
    """
    # Files of before 1996 have the entry's code and line numbers here.
    if re.fullmatch(r"[A-Za-z]{1,2}", columns.strip()):
        return columns.strip()
    letters = re.sub(r"[^A-Za-z]", "", name).upper()
    one, two, residue = letters[:1], letters[:2], residue_name.strip().upper()
    either = one if one in _CAPITALS else two if two in _CAPITALS else "X"
    if residue in _ONE_LETTER_RESIDUES:
        return either
    if letters == residue and residue in _IONS_OF_CHARMM:
        return _IONS_OF_CHARMM[residue]
    if len(letters) <= 2 and letters in _CAPITALS and letters == re.sub(r"[^A-Z]", "", residue):
        return letters
    if _NUMBERED_FROM_10.fullmatch(name.upper()):
        return two
    if re.match(r"[A-Za-z]{2}", name) and len(name.strip()) < 4 and two in _CAPITALS:
        return two
    return either
