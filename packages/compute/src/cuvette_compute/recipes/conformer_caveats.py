"""What a reader must know of the energies of an ensemble."""

from __future__ import annotations

from functools import cache
from typing import Any

from rdkit import Chem

from ..methods.settings import method_title
from ..runtime.notes import caveat

# Methods whose energies of rotated conjugated bonds are known to be poor, or were not compared with measured ones.
_FAST = frozenset({"gfn0_xtb", "gfn1_xtb", "gfn2_xtb", "gfn_ff", "mmff94"})
# Two double bonds or rings side by side, and the C-N bond of a secondary amide.
_CONJUGATED = ("[#6X3]-!@[#6X3]", "[CX3](=O)-!@[NX3;H1]")
_GFN2 = (
    "GFN2-xTB puts s-cis acrolein 1.1 kcal/mol above s-trans (1.7 to 2.2 measured) and the cis form of N-methylacetamide 0.7 above trans "
    "(2.5 measured)."
)


def conjugation_caveats(mol: Chem.Mol, method: str, conformers: int) -> list[dict[str, Any]]:
    """The caveat of relative energies by a fast method where conformers may differ by a rotation about a conjugated bond; else none."""
    bond = _conjugated_bond(mol)
    if method not in _FAST or conformers < 2 or bond is None:
        return []
    names = "–".join(f"{mol.GetAtomWithIdx(index).GetSymbol()}{index + 1}" for index in bond)
    measured = _GFN2 if method == "gfn2_xtb" else f"The error of {method_title(method)} for such rotations was not measured."
    text = (
        f"Conformers may differ by a rotation about the conjugated bond {names}. {measured} Relative energies and weights can be off by "
        "1 to 2 kcal/mol there: choose r²SCAN-3c for the energies."
    )
    return [caveat("changes_number", text, values=["largest_weight"], table="conformers")]


def _conjugated_bond(mol: Chem.Mol) -> tuple[int, int] | None:
    for pattern in _patterns():
        for match in mol.GetSubstructMatches(pattern):
            return match[0], match[-1]
    return None


@cache
def _patterns() -> tuple[Chem.Mol, ...]:
    return tuple(Chem.MolFromSmarts(text) for text in _CONJUGATED)
