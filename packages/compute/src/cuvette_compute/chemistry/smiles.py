"""SMILES: reading with the place of every mistake.

Positions are 1-based characters of the text as given. Hostile text is only ever looked at, never run or interpolated.
"""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass, field
from typing import Any

from rdkit import Chem, rdBase

from ..structures.elements import NUMBERS, SYMBOLS

MAX_CHARACTERS = 2000

_BRACKET = re.compile(r"^(?P<isotope>\d+)?(?P<symbol>[A-Z][a-z]?|[a-z][a-z]?|\*|#\d+)(?P<rest>[\s\S]*)$")
_BRACKET_REST = re.compile(r"^(@{1,2}|@(TH|AL|SP|TB|OH)\d+)?(H\d?)?(\++\d*|-+\d*)?(:\d+)?$")
_AROMATIC = {"b", "c", "n", "o", "p", "s", "se", "as", "te", "si"}
_ORGANIC = re.compile(r"Br|Cl|[BCNOPSFI]|[bcnops]|\*")
_RING = re.compile(r"%\((\d{1,5})\)|%(\d\d)|(\d)")


class SmilesError(Exception):
    """A SMILES that cannot be read: what is wrong, and at which character (1-based; None when unknown)."""

    def __init__(self, detail: str, position: int | None = None) -> None:
        super().__init__(detail)
        self.detail = detail
        self.position = position

    def to_json(self) -> dict[str, Any]:
        return {"detail": self.detail, "position": self.position}


@dataclass
class _Scan:
    """The atoms of the text with their positions."""

    atoms: list[tuple[int, str]] = field(default_factory=list)
    rings: dict[str, int] = field(default_factory=dict)
    branches: list[int] = field(default_factory=list)


def _scan(text: str) -> _Scan:
    """Walk over the text once; raises SmilesError at the first mistake that can be placed."""
    scan, i = _Scan(), 0
    while i < len(text):
        character, position = text[i], i + 1
        if character == "[":
            end = text.find("]", i)
            if end < 0:
                raise SmilesError(f"the bracket opened at character {position} is never closed", position)
            scan.atoms.append((position, _bracket_symbol(text[i + 1 : end], position)))
            i = end + 1
        elif match := _ORGANIC.match(text, i):
            scan.atoms.append((position, match[0]))
            i = match.end()
        elif match := _RING.match(text, i):
            if not scan.atoms:
                raise SmilesError(f"the ring number at character {position} is before any atom", position)
            number = match[1] or match[2] or match[3]
            if scan.rings.pop(number, None) is None:
                scan.rings[number] = position
            i = match.end()
        elif character == "(":
            if not scan.atoms:
                raise SmilesError(f"the branch opened at character {position} is before any atom", position)
            if text[i + 1 : i + 2] == ")":
                raise SmilesError(f"the branch at character {position} is empty", position)
            scan.branches.append(position)
            i += 1
        elif character == ")":
            if not scan.branches:
                raise SmilesError(f"the parenthesis closed at character {position} was never opened", position)
            scan.branches.pop()
            i += 1
        elif character in "-=#$:/\\~.":
            i += 1
        elif text[i : i + 2] == "<-" or (character == ">" and text[i - 1 : i] == "-"):
            raise SmilesError(
                f"no geometry is built for the dative bond at character {position}; give the complex as coordinates, in an XYZ file or "
                "another structure file",
                position,
            )
        else:
            raise SmilesError(_strange(text, i), position)
    if scan.branches:
        raise SmilesError(f"the parenthesis opened at character {scan.branches[-1]} is never closed", scan.branches[-1])
    if scan.rings:
        number, position = min(scan.rings.items(), key=lambda item: item[1])
        raise SmilesError(f"ring {number} opened at character {position} is never closed", position)
    return scan


def _strange(text: str, i: int) -> str:
    character, position = text[i], i + 1
    if character.isspace():
        return f"there is a blank at character {position}; a SMILES has none"
    if character == "]":
        return f"the bracket closed at character {position} was never opened"
    if character.isalpha():
        word = text[i : i + 2] if text[i : i + 2] in NUMBERS else character
        if word in NUMBERS:
            return f"the element {word} at character {position} must be in brackets: [{word}]"
        # In quotes: at the head of a sentence the letter would be made a capital, and so another element.
        return f'"{character}" at character {position} is not an element'
    shown = character if character.isprintable() else f"U+{ord(character):04X}"
    return f"the sign {shown} at character {position} has no meaning in SMILES"


def _bracket_symbol(inside: str, position: int) -> str:
    match = _BRACKET.match(inside)
    if not match:
        raise SmilesError(f"the bracket at character {position} holds no atom", position)
    symbol, rest = match["symbol"], match["rest"]
    if len(symbol) == 2 and symbol not in NUMBERS and symbol not in _AROMATIC:
        symbol, rest = symbol[0], symbol[1] + rest
    known = symbol in NUMBERS or symbol in _AROMATIC or symbol == "*"
    if symbol.startswith("#"):
        known = 0 < int(symbol[1:]) < len(SYMBOLS)
    if not known:
        name = re.match(r"[A-Za-z]+", match["symbol"] + match["rest"])
        raise SmilesError(f'"{name[0] if name else symbol}" at character {position + 1} is not an element', position + 1)
    if not _BRACKET_REST.match(rest):
        raise SmilesError(f"the bracket at character {position} cannot be read", position)
    return symbol


class _Capture(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def _parse_unsanitized(text: str) -> Chem.Mol:
    """RDKit's reading without chemistry checks; its own complaint with position when it refuses."""
    parameters = Chem.SmilesParserParams()
    parameters.sanitize = False
    parameters.removeHs = False
    parameters.allowCXSMILES = False
    parameters.parseName = False
    capture = _Capture()
    logger = logging.getLogger("rdkit")
    propagate, logger.propagate = logger.propagate, False
    logger.addHandler(capture)
    rdBase.LogToPythonLogger()
    rdBase.EnableLog("rdApp.error")
    try:
        mol = Chem.MolFromSmiles(text, parameters)
    finally:
        rdBase.DisableLog("rdApp.*")
        rdBase.LogToCppStreams()
        rdBase.DisableLog("rdApp.*")
        logger.removeHandler(capture)
        logger.propagate = propagate
    if mol is None:
        output = "\n".join(capture.lines)
        match = re.search(r"around position (\d+)", output)
        position = int(match[1]) if match else None
        raise SmilesError(f"cannot be read near character {position}" if position else "cannot be read", position)
    return mol


def parse(text: Any) -> Chem.Mol:
    """Read a SMILES into a sanitized RDKit molecule with implicit hydrogens. Raises SmilesError."""
    if not isinstance(text, str):
        raise SmilesError("a SMILES is a text")
    if not text.strip():
        raise SmilesError("the SMILES is empty")
    if len(text) > MAX_CHARACTERS:
        raise SmilesError(f"the SMILES has {len(text)} characters; at most {MAX_CHARACTERS} are allowed", MAX_CHARACTERS + 1)
    stripped = text.strip()
    offset = len(text) - len(text.lstrip())
    try:
        scan = _scan(stripped)
        mol = _parse_unsanitized(stripped)
    except SmilesError as error:
        raise SmilesError(error.detail, error.position + offset if error.position else None) from None
    _check_chemistry(mol, scan, offset)
    if not mol.GetNumAtoms():
        raise SmilesError("the SMILES holds no atoms")
    dummies = [atom.GetIdx() for atom in mol.GetAtoms() if atom.GetAtomicNum() == 0]
    if dummies:
        position = scan.atoms[dummies[0]][0] + offset
        raise SmilesError(f"the placeholder * at character {position} is not an element", position)
    Chem.SanitizeMol(mol)
    mol = Chem.RemoveHs(mol)
    Chem.AssignStereochemistry(mol, cleanIt=True, force=True)
    return mol


def _check_chemistry(mol: Chem.Mol, scan: _Scan, offset: int) -> None:
    """Impossible valences and aromatic systems, by atom and character."""
    for problem in Chem.DetectChemistryProblems(mol):
        indices = [problem.GetAtomIdx()] if hasattr(problem, "GetAtomIdx") else list(getattr(problem, "GetAtomIndices", list)())
        kind = problem.GetType()
        if not indices:
            raise SmilesError(problem.Message())
        index = indices[0]
        atom = mol.GetAtomWithIdx(index)
        position = scan.atoms[index][0] + offset if index < len(scan.atoms) else None
        where = f"{atom.GetSymbol()}{index + 1}" + (f" (character {position})" if position else "")
        if "Valence" in kind:
            match = re.search(r"valence for atom # \d+ \w+, (\d+)", problem.Message())
            bonds = f"{match[1]} bonds" if match else "that many bonds"
            raise SmilesError(f"atom {where} cannot have {bonds}", position)
        if "Kekulize" in kind:
            raise SmilesError(f"the aromatic ring around atom {where} admits no alternating double bonds", position)
        raise SmilesError(f"atom {where}: {problem.Message()}", position)
