"""Messages between a job, the bridge and the processes that carry out pieces: a JSON object each, with bytes that only one end reads."""

from __future__ import annotations

import json
from multiprocessing.connection import Connection
from typing import Any


class Channel:
    """Messages over one descriptor for both directions, or over two. Reading raises EOFError where the other end is gone."""

    def __init__(self, reading: int, writing: int | None = None) -> None:
        self.reading = Connection(reading)
        """What `multiprocessing.connection.wait` waits for."""
        self._writing = self.reading if writing is None else Connection(writing, readable=False)

    def send(self, head: dict[str, Any], body: bytes = b"") -> None:
        """Write a message; blocks while the reader is slow. Raises OSError where there is none."""
        self._writing.send_bytes(json.dumps(head).encode())
        self._writing.send_bytes(body)

    def receive(self) -> tuple[dict[str, Any], bytes]:
        """Read the next message. Raises EOFError or OSError at the end, ValueError for what is none."""
        head = json.loads(self.reading.recv_bytes())
        return head, self.reading.recv_bytes()

    def poll(self, seconds: float) -> bool:
        """Whether a message, or the end, comes within these seconds."""
        return self.reading.poll(seconds)

    def close(self) -> None:
        """Close both directions."""
        self.reading.close()
        self._writing.close()
