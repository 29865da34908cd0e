"""Element symbols and what the checks need to know about elements.

Masses are those of the most common isotope, as the molecule shape prescribes for atoms without a stated mass.
"""

from __future__ import annotations

from functools import cache

# "X" is at 0 so that an atomic number is an index.
SYMBOLS = tuple(
    """
    X H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu
    Zn Ga Ge As Se Br Kr Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr
    Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac
    Th Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts Og
    """.split()
)

NUMBERS = {symbol: number for number, symbol in enumerate(SYMBOLS) if number > 0}

MMFF94_ELEMENTS = frozenset({1, 3, 6, 7, 8, 9, 11, 12, 14, 15, 16, 17, 19, 20, 26, 29, 30, 35, 53})
"""Atomic numbers of the elements that MMFF94 has parameters for."""


def atom_name(number: int, index: int) -> str:
    """An atom as chemists name it: element and 1-based position ("C7"); `index` is 0-based."""
    return f"{SYMBOLS[number]}{index + 1}"


@cache
def common_isotope_mass(number: int) -> float:
    """Mass in amu of the most common isotope."""
    from rdkit.Chem import GetPeriodicTable

    return GetPeriodicTable().GetMostCommonIsotopeMass(number)


@cache
def isotope_mass(number: int, isotope: int) -> float:
    """Mass in amu of an isotope by its mass number, 0 where there is none."""
    from rdkit.Chem import GetPeriodicTable

    return GetPeriodicTable().GetMassForIsotope(number, isotope)


def isotope_of(number: int, mass: float | None) -> int:
    """Mass number of the isotope that a given mass (amu) is of; 0 for the most common one and where no isotope has this mass."""
    if mass is None or abs(mass - common_isotope_mass(number)) < 0.01:
        return 0
    return round(mass) if abs(isotope_mass(number, round(mass)) - mass) < 0.01 else 0


def symbol_of(number: int, mass: float | None) -> str:
    """Symbol of an atom in a list of coordinates, where heavy hydrogen has its own: D, T."""
    return {2: "D", 3: "T"}.get(isotope_of(number, mass), "H") if number == 1 else SYMBOLS[number]


@cache
def covalent_radius(number: int) -> float:
    """Covalent radius in Angstrom (Cordero 2008, 10.1039/b801115j, as tabulated in RDKit)."""
    from rdkit.Chem import GetPeriodicTable

    return GetPeriodicTable().GetRcovalent(number)
