"""The level of theory of an ORCA calculation by the lines of its input, which every output repeats."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

# Words of a simple input line that name a method without being a functional of the platform.
_METHODS = re.compile(
    r"(?:hf|rhf|uhf|rohf|(?:[a-z0-9]+-)*(?:mp[234]|ccsd(?:\(t1?\))?(?:-f12)?|cc2|adc\(?[23]\)?|rocis|casscf)|.*-3c|xtb[012]?|gfn[012]-?xtb|gfn-?ff|am1|pm3|mndo"
    r"|b3lyp(?:/g)?|pbe0?|bp86|bp|tpssh?|tpss0|m06(?:-?2x|-?l)?|r2scan0?|r2scanh|b97m?-[dv]?\w*|wb97[xm]?(?:-\w+)?|cam-b3lyp|blyp|bhlyp|revpbe0?"
    r"|rpbe|pw6b95|x3lyp|o3lyp|opbe|olyp|lc-\w+|wr2scan|b2plyp|dsd-\w+|(?:w?pbe)?-?qidh|b2gp-plyp|pwpb95|scanfunc|svwn5?|lda|qcisd(?:\(t\))?)"
)
_BASIS = re.compile(
    r"(?:def2-|ma-def2-|dhf-|x2c-|aug-|cc-p|pc-|pcseg|sto-|3-21|6-31|epr-|svp|tzvp|qzvp|vdzp|minix|ano-|lanl|jun-|jul-|mini|midi)\S*"
)
_CORRECTIONS = {"d3bj": "d3bj", "d3": "d3bj", "d3zero": "d3", "d4": "d4", "gcp": "gcp"}
_SOLVENT = re.compile(r"(cpcm|smd|alpb|cpcmx|ddcosmo|cosmo|cpcmc)\(([^)]*)\)")
_MODELS = {"cpcm": "cpcm", "cpcmc": "cosmo", "smd": "SMD", "alpb": "alpb", "ddcosmo": "cosmo", "cosmo": "cosmo", "cpcmx": "cpcmx"}
_SAME = {
    "rhf": "hf",
    "uhf": "hf",
    "rohf": "hf",
    "xtb": "gfn2_xtb",
    "xtb2": "gfn2_xtb",
    "xtb1": "gfn1_xtb",
    "xtb0": "gfn0_xtb",
    "b3lyp/g": "b3lyp/g",
}
_XTB = {"gfn2-xtb": "gfn2_xtb", "gfn1-xtb": "gfn1_xtb", "gfn0-xtb": "gfn0_xtb", "gfn-ff": "gfn_ff"}


@dataclass
class Level:
    """A level of theory as the input names it; None for what it does not say."""

    method: str | None = None
    basis_set: str | None = None
    corrections: list[str] = field(default_factory=list)
    solvent: str | None = None
    solvent_model: str | None = None
    charge: int | None = None
    multiplicity: int | None = None
    saddle_point: bool = False


def level_of(text: str) -> Level:
    """The level of theory of the input of one job."""
    level = Level()
    for line in text.splitlines():
        stripped = line.split("#")[0].strip()
        if stripped.startswith("!"):
            for word in stripped.lstrip("! ").split():
                _take(word, level)
        elif match := re.match(r"\* *(?:xyz|xyzfile|int|internal|gzmt) +([+-]?\d+) +(\d+)", stripped, re.IGNORECASE):
            level.charge, level.multiplicity = int(match[1]), int(match[2])
        elif match := re.search(r"smdsolvent +\"?([\w,+-]+)", stripped, re.IGNORECASE):
            level.solvent, level.solvent_model = match[1].lower(), "SMD"
    return level


def _take(word: str, level: Level) -> None:
    """One word of a simple input line."""
    lower = word.lower()
    if match := _SOLVENT.fullmatch(lower):
        level.solvent, level.solvent_model = match[2] or None, _MODELS[match[1]]
    elif lower in _CORRECTIONS:
        level.corrections.append(_CORRECTIONS[lower])
    elif lower in ("optts", "scants", "neb-ts"):
        level.saddle_point = True
    elif level.basis_set is None and _BASIS.fullmatch(lower) and "/" not in lower:
        level.basis_set = word
    elif level.method in (None, "hf") and _METHODS.fullmatch(lower):
        level.method = _XTB.get(lower) or _SAME.get(lower) or word
