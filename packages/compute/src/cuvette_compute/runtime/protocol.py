"""The writing side of the job protocol: JSON lines on the real standard output, everything else on standard error."""

from __future__ import annotations

import json
import math
import os
import sys
import threading
import time
from typing import Any

# A line longer than this is refused before it is written: readers cap their line buffers.
MAX_LINE_BYTES = 256 * 1024 * 1024
_PROGRESS_INTERVAL_SECONDS = 0.2
# Without another sign for so long, report what goes on inside a piece of work.
_INSIDE_INTERVAL_SECONDS = 5.0


def _duration(seconds: float) -> str:
    """A time as people say it: 96 s, 4 min."""
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"


def claim_stdout() -> int:
    """Take standard output away from every library and return a file descriptor for protocol lines only.

    Fortran and C code writes to descriptor 1 directly, so the descriptor itself is moved, not only `sys.stdout`.
    """
    sys.stdout.flush()
    private = os.dup(1)
    os.set_inheritable(private, False)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return private


def to_line(value: dict[str, Any]) -> bytes:
    """One JSON object as one UTF-8 line. Raises ValueError for NaN and Infinity."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_plain).encode("utf-8", "replace") + b"\n"


def _plain(value: Any) -> Any:
    """numpy scalars and arrays as plain JSON values."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} cannot be sent")


def finite(value: float | None) -> float | None:
    """A number that JSON can carry: None for NaN and Infinity."""
    return value if value is not None and math.isfinite(value) else None


class Emitter:
    """Writes protocol events. Progress is monotonic and sent at most five times a second."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self.lock = threading.Lock()
        self._last_time = 0.0
        self._last_stage: str | None = None
        self._last_percent = 0.0
        self._done, self._total = 0, 1
        self._stage_began = 0.0

    def send(self, event: dict[str, Any]) -> bytes:
        """Write one event as one line, which is returned; blocks while the reader is slow."""
        line = to_line(event)
        if len(line) > MAX_LINE_BYTES:
            raise ValueError(f"an event of {len(line)} bytes is longer than the protocol allows")
        with self.lock:
            view = memoryview(line)
            while view:
                view = view[os.write(self._descriptor, view) :]
        return line

    def progress(self, stage: str, done: int, total: int, percent: float) -> None:
        """Report progress: `percent` is that of the whole job (0 to 100)."""
        percent = round(max(self._last_percent, min(100.0, percent)), 2)
        now = time.monotonic()
        if stage == self._last_stage and now - self._last_time < _PROGRESS_INTERVAL_SECONDS and done < total:
            return
        if stage == self._last_stage and percent == self._last_percent and now - self._last_time < _PROGRESS_INTERVAL_SECONDS:
            return
        if stage != self._last_stage or (done, total) != (self._done, self._total):
            self._stage_began = now
        self._last_time, self._last_stage, self._last_percent = now, stage, percent
        self._done, self._total = done, total
        self.send({"event": "progress", "stage": stage, "done": done, "total": total, "percent": percent})

    def inside(self, words: str) -> None:
        """Say what goes on inside a piece of work that has given no other sign for some seconds, beside its stage and its time so far.

        How far it is cannot be known: done, total and percent stay those of the stage.
        """
        now = time.monotonic()
        if self._last_stage is None or now - self._last_time < _INSIDE_INTERVAL_SECONDS:
            return
        self._last_time = now
        stage = f"{self._last_stage}: {words}, {_duration(now - self._stage_began)}"
        self.send({"event": "progress", "stage": stage, "done": self._done, "total": self._total, "percent": self._last_percent})

    def log(self, text: str) -> None:
        """A line for the attempt's log."""
        self.send({"event": "log", "text": text})
