"""The file of an item's orbitals: grids in the platform's form of lists of points, with all orbitals as a Molden file beside them."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from .fields import Box, Field
from .properties import OrbitalLevels

# Levels that an item lists on each side of the gap, for the ladder; grids are made of those that were asked for.
_LEVELS_LISTED = 8
# Placeholder for the points of a field while the file is made, and the pattern that finds it; no other text in it has these signs.
_PLACE = "<points of field {}>"
_PLACES = re.compile(r'"<points of field (\d+)>"')


def _set_name(spin: str | None) -> str:
    return "molecular_orbitals" + (f"_{spin}" if spin else "")


def listed_levels(orbitals: Sequence[OrbitalLevels]) -> dict[str, dict[str, Any]]:
    """The levels around the gap as an item has them: by the set's name ("molecular_orbitals_alpha") and index, without points."""
    levels: dict[str, dict[str, Any]] = {}
    for each in orbitals:
        filled = int(np.count_nonzero(each.occupations > 0))
        places = range(max(0, filled - _LEVELS_LISTED), min(len(each.energies), filled + _LEVELS_LISTED))
        levels[_set_name(each.spin)] = {
            str(place): {
                "cube_points": [],
                "occupation": round(float(each.occupations[place])),
                "energy": round(float(each.energies[place]), 6),
            }
            for place in places
        }
    return levels


def write_orbital_file(path: Path, fields: Sequence[Field], levels: dict[str, dict[str, Any]], molden: str | None) -> list[str]:
    """Write the fields, the levels of `listed_levels` and, last, the Molden text into one file of JSON.

    Returns the keys of the grids in it.
    """
    content: dict[str, Any] = {}
    # A long list of points is written as text, in place of the number that stands for its field.
    for number, field in enumerate(fields):
        points = _PLACE.format(number)
        if field.orbital is None:
            content[field.name] = {"cube_points": points}
        else:
            name = _set_name(field.orbital["spin"])
            own = content.setdefault(name, {**levels[name]})
            index = str(field.orbital["index"])
            own[index] = {
                "cube_points": points,
                "occupation": field.orbital["occupation"],
                "energy": round(field.orbital["energy"], 6),
            }
    grids = sorted(content)
    if molden is not None:
        # The server looks for it at the end.
        content["molden"] = molden
    _write(path, content, fields)
    return grids


def _write(path: Path, content: dict[str, Any], fields: Sequence[Field]) -> None:
    """Write the content as JSON, with the points of each field in place of its number."""
    box: Box | None = None
    places: list[str] = []
    with path.open("w", encoding="utf-8") as file:
        # Every other piece is the number of a field.
        for index, piece in enumerate(_PLACES.split(json.dumps(content, separators=(",", ":")))):
            if index % 2 == 0:
                file.write(piece)
                continue
            field = fields[int(piece)]
            if field.box is not box:
                box, places = field.box, field.box.places_as_json()
            file.write(field.cube_points_as_json(places))
