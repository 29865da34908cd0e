"""One controller for a folder, also when the folder is shared by several machines.

Locks of the kernel are not reliable on shared file systems, and clocks of machines differ. So whoever holds the folder counts up in a
file; another one that wants it watches whether the count changes, and takes the folder only when it does not.
"""

from __future__ import annotations

import json
import os
import secrets
import socket
import threading
import time
from pathlib import Path

BEAT_SECONDS = 2.0


class FolderHeld(Exception):
    """Another controller works with the folder; the message names it."""


class FolderLock:
    """Holds a folder while it is open. `lost` is set when another controller took it over, for example while this machine was asleep."""

    def __init__(self, folder: Path, beat_seconds: float = BEAT_SECONDS) -> None:
        self._file = folder / "controller.json"
        self._beat_seconds = beat_seconds
        self._own = secrets.token_hex(8)
        self._beat = 0
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="folder lock", daemon=True)
        self.lost = threading.Event()

    def _read(self) -> dict[str, object] | None:
        try:
            found = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        return found if isinstance(found, dict) else None

    def _write(self) -> None:
        self._beat += 1
        fresh = self._file.with_name(f".{self._own}.new")
        fresh.write_text(
            json.dumps({"id": self._own, "host": socket.gethostname(), "pid": os.getpid(), "beat": self._beat}), encoding="utf-8"
        )
        fresh.replace(self._file)

    def _is_dead(self, other: dict[str, object]) -> bool:
        """True for a controller that was on this machine and whose process is gone; on another machine that cannot be seen."""
        return other.get("host") == socket.gethostname() and not Path(f"/proc/{other.get('pid')}").exists()

    def take(self) -> None:
        """Take the folder. Raises FolderHeld when another controller counts on; waits for that three of its beats."""
        self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        other = self._read()
        if other is not None and not self._is_dead(other):
            end = time.monotonic() + 3 * self._beat_seconds
            while time.monotonic() < end:
                time.sleep(self._beat_seconds / 4)
                now = self._read()
                if now is not None and now != other:
                    raise FolderHeld(
                        f"Another controller works with {self._file.parent}: process {now.get('pid')} on {now.get('host')}. "
                        "End it first, or give this one another folder."
                    )
        self._write()
        # Two that begin at the same moment both come this far: the one that wrote last stays.
        time.sleep(self._beat_seconds / 8)
        after = self._read()
        if after is not None and after.get("id") != self._own:
            raise FolderHeld(
                f"Another controller took {self._file.parent} at the same time: process {after.get('pid')} on {after.get('host')}."
            )
        self._thread.start()

    def _keep(self) -> None:
        while not self._end.wait(self._beat_seconds):
            found = self._read()
            if found is not None and found.get("id") != self._own:
                self.lost.set()
                return
            try:
                self._write()
            except OSError:
                # A full disk: the file of before stays, and the next beat tries again.
                continue

    def release(self) -> None:
        """Give the folder back."""
        self._end.set()
        if self._thread.ident is not None:
            self._thread.join()
        found = self._read()
        if found is not None and found.get("id") == self._own:
            self._file.unlink(missing_ok=True)
