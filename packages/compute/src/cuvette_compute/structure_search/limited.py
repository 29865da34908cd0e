"""Work that may take too long, in a process of its own that is ended then."""

from __future__ import annotations

import json
import os
import select
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..errors import InputError, explain


class TookTooLong(Exception):
    """The work was ended because its time was over."""


class Died(Exception):
    """The process ended before the work did: it had too little memory, or the library failed over the input."""


_PATIENCE = 6
"""How many times longer than its limit work may take by the clock where other programs have the processors."""


def within(seconds: float, work: Callable[[], Any], threads: int = 1) -> Any:
    """
    The JSON value that `work` returns in a forked process, which sees what is in memory here without a copy.

    Its limit is `seconds` of processor time in each of its threads, so that a busy machine ends nothing that it could finish. Raises
    TookTooLong, Died, and the InputError that the work raises. Whoever calls must have no other threads.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        _answer(writer, work)
    os.close(writer)
    try:
        text = _read(reader, child, seconds * threads, time.monotonic() + _PATIENCE * seconds)
    except TookTooLong:
        os.kill(child, signal.SIGKILL)
        raise
    finally:
        os.close(reader)
        os.waitpid(child, 0)
    if not text:
        raise Died
    reply = json.loads(text)
    if "problem" in reply:
        raise InputError(reply["problem"], field=reply["field"])
    return reply["value"]


def _answer(writer: int, work: Callable[[], Any]) -> None:
    """Write what the work gives and leave without what the parent would do at its end."""
    try:
        try:
            reply = {"value": work()}
        except InputError as error:
            reply = {"problem": error.message, "field": error.field}
        except Exception as error:  # the parent answers whatever fails here
            reply = {"problem": explain(error).message, "field": None}
        with os.fdopen(writer, "wb") as stream:
            stream.write(json.dumps(reply).encode())
    finally:
        os._exit(0)


def _read(reader: int, child: int, processor_seconds: float, until: float) -> bytes:
    parts = []
    while True:
        ready, _, _ = select.select([reader], [], [], 0.05)
        if ready:
            part = os.read(reader, 1 << 20)
            if not part:
                return b"".join(parts)
            parts.append(part)
        elif _processor_seconds(child) > processor_seconds or time.monotonic() > until:
            raise TookTooLong


def _processor_seconds(process: int) -> float:
    """Processor seconds of a process so far, all threads together; 0 where the system does not tell (it is not Linux)."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
