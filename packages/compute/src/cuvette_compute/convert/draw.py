"""Structural formulas as lines and letters, for small pictures in lists: no markup, so that whoever shows them chooses the colours."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

from rdkit import Chem
from rdkit.Chem.Draw import rdMolDraw2D

from ..chemistry.smiles import SmilesError, parse
from ..structure_search.query import read_substructure
from .smiles import items_of

MAX_CHARACTERS = 500
MAX_ATOMS = 150
"""Longer ones are a blot at the size of a list."""

_BOND_LENGTH = 20.0
"""Length of an average bond, in the units of a drawing."""


_HIGHLIGHT = "#FE00FE"
"""What RDKit draws matched atoms in; no element has this colour. The drawing calls it `accent`."""
_MOST_MATCHES = 20
"""Places of a query that are highlighted in one molecule."""


def draw_smiles(content: dict[str, Any]) -> dict[str, Any]:
    """
    One drawing for each SMILES; None for one that cannot be read or is too large for a small picture. With `highlight`, a SMARTS, the
    atoms and bonds that it matches have the colour `accent`. Raises InputError for a SMARTS that cannot be read.
    """
    asked = content.get("highlight")
    query = None if asked is None else read_substructure(asked, "highlight")
    return {"drawings": [_drawn(text, query) for text in items_of(content, "smiles")]}


def _matched(molecule: Chem.Mol, query: Chem.Mol | None) -> tuple[list[int], list[int]]:
    """Atoms and bonds of a molecule that a query matches, by index: bonds between two atoms of one match."""
    if query is None:
        return [], []
    places = molecule.GetSubstructMatches(query, useChirality=True, maxMatches=_MOST_MATCHES)
    bonds = {
        bond.GetIdx()
        for place in places
        for asked in query.GetBonds()
        if (bond := molecule.GetBondBetweenAtoms(place[asked.GetBeginAtomIdx()], place[asked.GetEndAtomIdx()])) is not None
    }
    return sorted({atom for place in places for atom in place}), sorted(bonds)


def _drawn(text: Any, query: Chem.Mol | None = None) -> dict[str, Any] | None:
    if not isinstance(text, str) or len(text) > MAX_CHARACTERS:
        return None
    try:
        molecule = parse(text)
        if not 0 < molecule.GetNumAtoms() <= MAX_ATOMS:
            return None
        drawer = rdMolDraw2D.MolDraw2DSVG(-1, -1, -1, -1, True)
        options = drawer.drawOptions()
        options.scalingFactor = _BOND_LENGTH
        options.padding = 0.02
        options.clearBackground = False
        options.continuousHighlight = False
        options.circleAtoms = False
        options.setHighlightColour(tuple(int(_HIGHLIGHT[place : place + 2], 16) / 255 for place in (1, 3, 5)))
        atoms, bonds = _matched(molecule, query)
        rdMolDraw2D.PrepareAndDrawMolecule(drawer, molecule, highlightAtoms=atoms, highlightBonds=bonds)
        drawer.FinishDrawing()
        return _shapes(drawer.GetDrawingText())
    except (SmilesError, ValueError, RuntimeError):
        return None


def _shapes(svg: str) -> dict[str, Any]:
    """Paths joined by colour and width, and letters, of what RDKit drew."""
    drawing = ElementTree.fromstring(svg.encode("iso-8859-1"))
    width, height = (float(number) for number in drawing.attrib["viewBox"].split()[2:])
    paths: dict[tuple[str, float | None], list[str]] = {}
    labels = []
    for element in drawing:
        style = dict(part.split(":", 1) for part in element.get("style", "").rstrip("; ").split(";") if ":" in part)
        kind = element.tag.rpartition("}")[2]
        if kind == "path" and style.get("fill", "none") != "none":
            paths.setdefault((style["fill"], None), []).append(element.attrib["d"])
        elif kind == "path":
            line = (style.get("stroke", "#000000"), float(style.get("stroke-width", "2px").removesuffix("px")))
            paths.setdefault(line, []).append(element.attrib["d"])
        elif kind == "text":
            labels.append(
                {
                    "x": float(element.attrib["x"]),
                    "y": float(element.attrib["y"]),
                    "size": float(style["font-size"].removesuffix("px")),
                    "text": element.text or "",
                    "colour": _colour(style.get("fill", "#000000")),
                }
            )
    return {
        "width": width,
        "height": height,
        "paths": [{"d": _joined(parts), "colour": _colour(colour), "width": line} for (colour, line), parts in paths.items()],
        "labels": labels,
    }


def _colour(text: str) -> str:
    return "accent" if text == _HIGHLIGHT else text


def _joined(parts: list[str]) -> str:
    return re.sub(r" ?([ML]) ?", r"\1", "".join(parts)).strip()
