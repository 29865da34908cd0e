"""The level of theory of an ORCA calculation by the lines of its input, which every output repeats."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

# Words of a simple input line that name a method.
_METHODS = set(
    """
    hf rhf uhf rohf xtb xtb0 xtb1 xtb2 gfn0-xtb gfn1-xtb gfn2-xtb gfn-xtb gfn-ff am1 pm3 mndo lda svwn svwn5 bp86 bp blyp bhlyp olyp
    opbe pbe rpbe revpbe revpbe0 pbe0 pbeh tpss tpssh tpss0 scanfunc r2scan r2scanh r2scan0 wr2scan b97 b97-d b97-d3 b97-d4 b97m-v
    b97m-d3bj b97m-d4 m06 m06l m06-l m062x m06-2x b3lyp b3lyp/g cam-b3lyp x3lyp o3lyp pw6b95 b2plyp b2gp-plyp pwpb95 pbe-qidh wpbe
    wpbeh qcisd qcisd(t)
    """.split()
)
# What is before the last dash of a correlated method names how it is computed (DLPNO-, RI-).
_CORRELATED = {"mp2", "mp3", "mp4", "ccsd", "ccsd(t)", "ccsd(t1)", "cc2", "adc2", "adc(2)", "adc3", "adc(3)", "rocis", "casscf"}
_FAMILIES = ("wb97", "lc-", "dsd-", "revdsd-", "scs-", "b2k-", "rsx-")
_BASIS = re.compile(
    r"(?:def2-|ma-def2-|dhf-|x2c-|aug-|cc-p|pc-|pcseg|sto-|3-21|6-31|epr-|svp|tzvp|qzvp|vdzp|minix|ano-|lanl|jun-|jul-|mini|midi)\S*"
)
_CORRECTIONS = {"d3bj": "d3bj", "d3": "d3bj", "d3zero": "d3", "d4": "d4", "gcp": "gcp"}
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


def _is_method(word: str) -> bool:
    last = word.removesuffix("-f12").rsplit("-", 1)[-1]
    return word in _METHODS or last in _CORRELATED or word.endswith("-3c") or word.startswith(_FAMILIES)


def _take(word: str, level: Level) -> None:
    """One word of a simple input line."""
    lower = word.lower()
    model, _, solvent = lower.partition("(")
    if model in _MODELS and solvent.endswith(")"):
        level.solvent, level.solvent_model = solvent[:-1] or None, _MODELS[model]
    elif lower in _CORRECTIONS:
        level.corrections.append(_CORRECTIONS[lower])
    elif lower in ("optts", "scants", "neb-ts"):
        level.saddle_point = True
    elif level.basis_set is None and _BASIS.fullmatch(lower) and "/" not in lower:
        level.basis_set = word
    elif level.method in (None, "hf") and _is_method(lower):
        level.method = _XTB.get(lower) or _SAME.get(lower) or word
