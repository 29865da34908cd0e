"""Outputs of other programs, read into what the platform stores of a calculation."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

MOST_CALCULATIONS = 100


def read_output(path: str, name: str, folder: str) -> dict[str, Any]:
    """The calculations of a file called `name`, or the reason why there are none.

    Answers `{"calculations": [...]}` (see `record.to_json`) or `{"problem": text}`; never raises for what a file holds.
    """
    from .folders import read_folder, unpacked
    from .read import read_path
    from .record import NotReadable, to_json

    try:
        if zipfile.is_zipfile(path):
            records = read_folder(unpacked(Path(path), Path(folder)), Path(folder))
        else:
            records = read_path(Path(path), name, Path(folder))
        if len(records) > MOST_CALCULATIONS:
            raise NotReadable(f"The file holds {len(records)} calculations; at most {MOST_CALCULATIONS} can be read at once. Split it.")
        return {"calculations": [to_json(record) for record in records]}
    except NotReadable as error:
        return {"problem": str(error)}
    except MemoryError:
        return {"problem": "The file needs more memory than reading is given here. Split it, or import a smaller part."}
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError, StopIteration) as error:
        return {"problem": f"The file cannot be read: it is damaged, or has a form that is not known here ({type(error).__name__})."}


def run_outputs(path: str, name: str, folder: str) -> int:
    """The command: reads the file and writes the answer to `answer.json` of the folder."""
    answer = json.dumps(read_output(path, name, folder), allow_nan=False)
    Path(folder, "answer.json").write_text(answer, encoding="utf-8")
    return 0
