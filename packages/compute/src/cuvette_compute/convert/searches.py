"""`structures`: a long-lived service that keeps the molecules of a server in memory and answers searches, one JSON line each."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from ..runtime.protocol import Emitter
from ..structure_search.library import Library
from ..structure_search.limited import Died, TookTooLong, within
from ..structure_search.query import read_substructure
from . import answer_lines
from .errors import ConvertError

SECONDS = 5.0
"""Processor time of each thread for one substructure search."""


def _too_long(seconds: float) -> ConvertError:
    return ConvertError(
        f"The search took longer than {seconds:g} s and was stopped: the pattern fits too many molecules, or in too many ways. "
        "Make the SMARTS more specific: name elements in place of * or ~, and shorten it.",
        field="substructure",
    )


class Searches:
    """The operations of the service on one library."""

    def __init__(self) -> None:
        self._library = Library()
        self._threads = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

    def add(self, content: dict[str, Any]) -> dict[str, Any]:
        """Add molecules; `Library.add` says what they are."""
        self._library.add(content["numbers"], content["smiles"], content["patterns"], content["similarities"])
        return {"count": self._library.count}

    def substructure(self, content: dict[str, Any]) -> dict[str, Any]:
        """Numbers of the molecules that contain a SMARTS, in the order in which they were added."""
        seconds = float(content.get("seconds") or SECONDS)

        def search() -> list[int]:
            # Reading is limited too: a text of nested brackets can keep the reader busy.
            return self._library.containing(read_substructure(content.get("smarts")), self._threads)

        try:
            return {"numbers": within(seconds, search, self._threads)}
        except TookTooLong as error:
            raise _too_long(seconds) from error
        except Died as error:
            raise ConvertError(
                "The search ended before it was done: the SMARTS needs too much memory. Shorten it.", field="substructure"
            ) from error

    def similar(self, content: dict[str, Any]) -> dict[str, Any]:
        """Numbers and Tanimoto coefficients of the molecules that are similar to a fingerprint, the most similar first."""
        found = self._library.similar(content["fingerprint"], float(content["least"]))
        return {"numbers": [number for number, _ in found], "similarities": [value for _, value in found]}

    def operations(self) -> dict[str, Callable[[dict[str, Any]], dict[str, Any]]]:
        return {"add": self.add, "substructure": self.substructure, "similar": self.similar}


def serve(emitter: Emitter) -> int:
    """Answer until standard input ends."""
    return answer_lines(emitter, Searches().operations())
