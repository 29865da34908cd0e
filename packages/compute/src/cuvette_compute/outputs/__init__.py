"""Outputs of other programs, read into what the platform stores of a calculation."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .record import Record

MOST_CALCULATIONS = 100
# Of the 120 s that reading is given, after which no further orbitals are drawn.
_SECONDS_OF_ORBITALS = 40.0


def read_output(path: str, name: str, folder: str) -> dict[str, Any]:
    """The calculations of a file called `name`, or the reason why there are none.

    Grids of orbitals are written into `folder`. Answers `{"calculations": [...]}` (see `record.to_json`) or `{"problem": text}`; never
    raises for what a file holds.
    """
    from .folders import read_folder, unpacked
    from .read import read_path
    from .record import NotReadable

    try:
        if zipfile.is_zipfile(path):
            records = read_folder(unpacked(Path(path), Path(folder)), Path(folder))
        else:
            records = read_path(Path(path), name, Path(folder))
        if len(records) > MOST_CALCULATIONS:
            raise NotReadable(f"The file holds {len(records)} calculations; at most {MOST_CALCULATIONS} can be read at once. Split it.")
        return {"calculations": _with_orbitals(records, Path(folder))}
    except NotReadable as error:
        return {"problem": str(error)}
    except MemoryError:
        return {"problem": "The file needs more memory than reading is given here. Split it, or import a smaller part."}
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError, StopIteration) as error:
        return {"problem": f"The file cannot be read: it is damaged, or has a form that is not known here ({type(error).__name__})."}


def _with_orbitals(records: list[Record], folder: Path) -> list[dict[str, Any]]:
    """The records as JSON, with grids of the orbitals of those that have some; `notes` of a record say what cannot be drawn."""
    from .record import check, to_json

    artist, calculations = None, []
    for record in records:
        drawn = None
        check(record)
        if record.orbitals is not None:
            from .orbitals.attach import missing_electrons
            from .orbitals.basis import OrbitalsNotReadable
            from .orbitals.grids import Artist

            artist = artist or Artist(folder, _SECONDS_OF_ORBITALS)
            try:
                drawn = artist.draw(record.orbitals)
                record.notes += missing_electrons(record, record.orbitals)
            except OrbitalsNotReadable as error:
                record.notes.append(str(error))
            except (ValueError, IndexError, KeyError, ArithmeticError, RuntimeError, MemoryError) as error:
                record.notes.append(f"The orbitals are not drawn: their basis set or coefficients are damaged ({type(error).__name__}).")
        calculations.append(to_json(record, drawn))
    return calculations


def run_outputs(path: str, name: str, folder: str) -> int:
    """The command: reads the file and writes the answer to `answer.json` of the folder."""
    answer = json.dumps(read_output(path, name, folder), allow_nan=False)
    Path(folder, "answer.json").write_text(answer, encoding="utf-8")
    return 0
