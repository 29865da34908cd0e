"""Relays workers' calls over a folder that nodes without a network and this machine share.

A worker writes a call as one file, `requests/ID`, and waits for `answers/ID`. A file appears whole, because it is written elsewhere and
renamed; the relay takes a call by renaming it too, so that two relays never make the same call. The calls carry the worker's own key: the
relay has none, passes on what workers may call and nothing else, and the folder is closed to other users. A call that a worker has given
up is a file `cancelled/ID`.

A file is one line of JSON and then the body: `{"method", "path", "headers"}` of a call, `{"status", "headers"}` of an answer; status 0
has an `error`: the server did not answer.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import socket
import stat
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

_IDENTIFIER = re.compile(r"[0-9a-f-]{36}")
_PATH = re.compile(r"/api/worker/[a-z_]{1,40}(\?[A-Za-z0-9=&%._-]{0,400})?")
_HEADERS = ("content-type", "x-worker-key")
_MOST_BYTES = 300 * 1024 * 1024
_FOLDERS = ("requests", "taken", "answers", "cancelled", "parts")
#: Seconds for which an answer that nobody fetches is kept, by this machine's own count.
KEPT_SECONDS = 600.0


class BadCall(Exception):
    """A file in the folder is no call that is passed on; the message says why."""


def prepare_spool(spool: Path) -> None:
    """Make the folders, closed to others, and remove what an earlier controller left half done.

    Raises BadCall where others can write there.
    """
    spool.mkdir(parents=True, exist_ok=True, mode=0o700)
    state = spool.stat()
    if state.st_uid != os.geteuid() or state.st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise BadCall(f"{spool} must belong to this user and be closed to others: chmod 700 {spool}")
    for name in _FOLDERS:
        (spool / name).mkdir(exist_ok=True, mode=0o700)
    for name in ("taken", "cancelled"):
        for file in (spool / name).iterdir():
            file.unlink(missing_ok=True)


def _read_call(file: Path) -> tuple[dict[str, Any], bytes]:
    handle = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with os.fdopen(handle, "rb") as opened:
        state = os.fstat(handle)
        if not stat.S_ISREG(state.st_mode) or state.st_uid != os.geteuid():
            raise BadCall("it is no file of this user")
        if state.st_size > _MOST_BYTES:
            raise BadCall(f"it has more than {_MOST_BYTES} bytes")
        head, _, body = opened.read().partition(b"\n")
    try:
        call = json.loads(head)
        method, path, headers = call["method"], call["path"], call["headers"]
    except (ValueError, KeyError, TypeError):
        raise BadCall("its first line is not a call") from None
    if method != "POST" or not isinstance(path, str) or not _PATH.fullmatch(path) or not isinstance(headers, dict):
        raise BadCall("it is nothing that workers call")
    kept = {name: headers[name] for name in _HEADERS if isinstance(headers.get(name), str) and headers[name].isprintable()}
    return {"method": method, "path": path, "headers": kept}, body


class Relay:
    """Passes calls on until it is stopped."""

    def __init__(self, spool: Path, server: str, log: Callable[[str], None], at_once: int = 64) -> None:
        self._spool = spool
        self._server = urlsplit(server)
        self._log = log
        self._end = threading.Event()
        self._calls = ThreadPoolExecutor(max_workers=at_once, thread_name_prefix="relay")
        self._open: dict[str, http.client.HTTPConnection] = {}
        self._lock = threading.Lock()
        self._first_seen: dict[str, float] = {}
        self._full = False
        self._thread = threading.Thread(target=self._watch, name="relay", daemon=True)

    def start(self) -> None:
        """Begin to pass calls on."""
        prepare_spool(self._spool)
        self._thread.start()

    def stop(self) -> None:
        """End; calls that are under way are broken off, and their workers make them again."""
        self._end.set()
        with self._lock:
            for connection in self._open.values():
                _hang_up(connection)
        self._thread.join()
        self._calls.shutdown(wait=True, cancel_futures=True)

    def _watch(self) -> None:
        pause = 0.05
        tidied = time.monotonic()
        while not self._end.wait(pause):
            try:
                found = self._take()
                self._hear_cancelled()
                if time.monotonic() - tidied > 30:
                    tidied = time.monotonic()
                    self._tidy()
            except OSError as error:
                self._log(f"The spool cannot be read: {error}")
                found, pause = 0, 5.0
                continue
            pause = 0.02 if found else min(0.5, pause * 1.5)

    def _take(self) -> int:
        _look_again(self._spool / "requests" / ".relay")
        names = [entry.name for entry in os.scandir(self._spool / "requests") if _IDENTIFIER.fullmatch(entry.name)]
        taken = 0
        for name in names:
            target = self._spool / "taken" / name
            try:
                (self._spool / "requests" / name).rename(target)
            except FileNotFoundError:
                continue
            taken += 1
            self._calls.submit(self._serve, name, target)
        return taken

    def _serve(self, name: str, file: Path) -> None:
        try:
            try:
                call, body = _read_call(file)
            except (BadCall, OSError) as error:
                self._answer(
                    name, {"status": 400, "headers": {}}, json.dumps({"detail": f"The relay does not pass this on: {error}."}).encode()
                )
                return
            try:
                status, headers, content = self._ask(name, call, body)
            except (OSError, http.client.HTTPException) as error:
                self._answer(name, {"status": 0, "error": f"The server does not answer: {error or type(error).__name__}"}, b"")
                return
            self._answer(name, {"status": status, "headers": headers}, content)
        finally:
            with contextlib.suppress(OSError):
                file.unlink(missing_ok=True)

    def _connect(self) -> tuple[http.client.HTTPConnection, str]:
        """A connection to the server, through the proxy of this machine's environment where there is one, and what goes before the path."""
        secure = self._server.scheme == "https"
        host = self._server.hostname or ""
        proxy = None if proxy_bypass(host) else getproxies().get(self._server.scheme)
        kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        port = self._server.port or (443 if secure else 80)
        base = self._server.path.rstrip("/")
        if proxy is None:
            return kind(host, port, timeout=120), base
        way = urlsplit(proxy if "://" in proxy else f"http://{proxy}")
        connection = kind(way.hostname or "", way.port or 3128, timeout=120)
        if secure:
            connection.set_tunnel(host, port)
            return connection, base
        return connection, f"http://{self._server.netloc}{base}"

    def _ask(self, name: str, call: dict[str, Any], body: bytes) -> tuple[int, dict[str, str], bytes]:
        connection, before = self._connect()
        with self._lock:
            self._open[name] = connection
        try:
            connection.request(call["method"], before + call["path"], body=body, headers=call["headers"])
            answer = connection.getresponse()
            return answer.status, {"content-type": answer.headers.get("content-type", "")}, answer.read()
        finally:
            with self._lock:
                self._open.pop(name, None)
            connection.close()

    def _answer(self, name: str, head: dict[str, Any], body: bytes) -> None:
        """Write an answer; where the folder is full, room is made and it is tried again for half a minute.

        The worker then makes the call again.
        """
        part = self._spool / "parts" / f"{name}.answer"
        end = time.monotonic() + 30
        while True:
            try:
                part.write_bytes(json.dumps(head).encode() + b"\n" + body)
                part.rename(self._spool / "answers" / name)
                if self._full:
                    self._full = False
                    self._log("The spool has room again.")
                return
            except OSError as error:
                with contextlib.suppress(OSError):
                    part.unlink(missing_ok=True)
                if not self._full:
                    self._full = True
                    self._log(f"An answer cannot be written to the spool ({error}): make room there. Workers wait and try again.")
                if time.monotonic() > end or self._end.wait(1):
                    return

    def _hear_cancelled(self) -> None:
        for entry in os.scandir(self._spool / "cancelled"):
            with self._lock:
                connection = self._open.get(entry.name)
                if connection is not None:
                    _hang_up(connection)
            with contextlib.suppress(OSError):
                Path(entry.path).unlink(missing_ok=True)

    def _tidy(self) -> None:
        """Remove answers and half-written files that were here for long, by this machine's count: file times are another machine's
        clock.
        """
        now = time.monotonic()
        here = {entry.path for name in ("answers", "parts") for entry in os.scandir(self._spool / name)}
        self._first_seen = {path: self._first_seen.get(path, now) for path in here}
        for path, seen in self._first_seen.items():
            if now - seen > KEPT_SECONDS:
                with contextlib.suppress(OSError):
                    Path(path).unlink(missing_ok=True)


def _look_again(file: Path) -> None:
    """Make and remove a file, after which a client of NFS reads the folder anew; by itself it trusts what it knows for up to a minute."""
    with contextlib.suppress(OSError):
        file.touch()
        file.unlink()


def _hang_up(connection: http.client.HTTPConnection) -> None:
    """Break a call off: the server notices, and keeps no item for a worker that has gone."""
    with contextlib.suppress(OSError, AttributeError):
        connection.sock.shutdown(socket.SHUT_RDWR)
