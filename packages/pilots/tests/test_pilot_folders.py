"""Folders that several machines share: one controller, and a relay that passes on what workers call and nothing else."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import threading
import time
import uuid
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from cuvette_pilots.folder_lock import FolderHeld, FolderLock
from cuvette_pilots.relay import BadCall, Relay, prepare_spool
from cuvette_pilots.schedulers import SystemAway, list_pilots

BEAT = 0.1


def test_a_second_controller_is_refused_while_the_first_counts_on(tmp_path: Path) -> None:
    first = FolderLock(tmp_path, BEAT)
    first.take()
    with pytest.raises(FolderHeld, match=f"process {os.getpid()} on"):
        FolderLock(tmp_path, BEAT).take()
    first.release()
    second = FolderLock(tmp_path, BEAT)
    second.take()
    second.release()
    assert list(tmp_path.iterdir()) == []


def test_the_folder_of_a_controller_that_has_ended_is_taken(tmp_path: Path) -> None:
    """Whatever the clocks say: on this machine by its process, of another machine when its count stays."""
    for host in (socket.gethostname(), "another-machine"):
        (tmp_path / "controller.json").write_text(json.dumps({"id": "old", "host": host, "pid": 2**22 + 1, "beat": 7}))
        os.utime(tmp_path / "controller.json", (4e9, 4e9))
        lock = FolderLock(tmp_path, BEAT)
        lock.take()
        lock.release()


def test_a_controller_that_was_asleep_notices_that_another_took_over(tmp_path: Path) -> None:
    lock = FolderLock(tmp_path, BEAT)
    lock.take()
    (tmp_path / "controller.json").write_text(json.dumps({"id": "other", "host": "another-machine", "pid": 1, "beat": 1}))
    assert lock.lost.wait(10)
    lock.release()
    assert json.loads((tmp_path / "controller.json").read_text())["id"] == "other"


class _Echo(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        answer = json.dumps(
            {"path": self.path, "headers": {name.lower(): value for name, value in self.headers.items()}, "body": body.decode()}
        )
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.end_headers()
        self.wfile.write(answer.encode())

    def log_message(self, format: str, *args: object) -> None:
        return


@pytest.fixture
def spool(tmp_path: Path) -> Iterator[Path]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Echo)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    folder = tmp_path / "spool"
    relay = Relay(folder, f"http://127.0.0.1:{server.server_address[1]}", lambda _: None, at_once=2)
    relay.start()
    yield folder
    relay.stop()
    server.shutdown()
    server.server_close()


def call(spool: Path, head: object, body: bytes = b"{}") -> tuple[dict[str, object], bytes]:
    name = str(uuid.uuid4())
    part = spool / "parts" / name
    part.write_bytes((head if isinstance(head, str) else json.dumps(head)).encode() + b"\n" + body)
    part.rename(spool / "requests" / name)
    return answer_of(spool, name)


def answer_of(spool: Path, name: str) -> tuple[dict[str, object], bytes]:
    end = time.monotonic() + 30
    while time.monotonic() < end:
        if (spool / "answers" / name).exists():
            first, _, rest = (spool / "answers" / name).read_bytes().partition(b"\n")
            return json.loads(first), rest
        time.sleep(0.02)
    raise AssertionError("No answer came.")


def test_a_call_of_a_worker_is_passed_on_with_its_key_and_no_other_headers(spool: Path) -> None:
    headers = {"x-worker-key": "key", "content-type": "application/json", "authorization": "Bearer x", "host": "elsewhere"}
    head, body = call(spool, {"method": "POST", "path": "/api/worker/file_part?attempt=a&position=0", "headers": headers}, b"bytes")
    seen = json.loads(body)
    assert head["status"] == 200
    assert (seen["path"], seen["body"]) == ("/api/worker/file_part?attempt=a&position=0", "bytes")
    assert seen["headers"]["x-worker-key"] == "key"
    assert "authorization" not in seen["headers"]
    assert seen["headers"]["host"].startswith("127.0.0.1")
    assert list((spool / "requests").iterdir()) == []


def test_everything_else_is_refused_and_stops_nothing(spool: Path, tmp_path: Path) -> None:
    bad = [
        {"method": "GET", "path": "/api/worker/claim", "headers": {}},
        {"method": "POST", "path": "/api/admin", "headers": {}},
        {"method": "POST", "path": "/api/worker/../admin", "headers": {}},
        {"method": "POST", "path": "http://elsewhere/api/worker/claim", "headers": {}},
        {"method": "POST", "path": "/api/worker/claim\r\nX: y", "headers": {}},
        {"method": "POST", "path": "/api/worker/claim", "headers": []},
        "no JSON",
        "[]",
    ]
    for head in bad:
        answer, body = call(spool, head)
        assert answer["status"] == 400, head
        assert "does not pass this on" in json.loads(body)["detail"]
    secret = tmp_path / "secret"
    secret.write_text("secret")
    name = str(uuid.uuid4())
    (spool / "requests" / name).symlink_to(secret)
    assert answer_of(spool, name)[0]["status"] == 400
    assert call(spool, {"method": "POST", "path": "/api/worker/claim", "headers": {}})[0]["status"] == 200


def test_a_server_that_is_away_is_told_to_the_worker(tmp_path: Path) -> None:
    relay = Relay(tmp_path / "spool", "http://127.0.0.1:9", lambda _: None)
    relay.start()
    answer, _ = call(tmp_path / "spool", {"method": "POST", "path": "/api/worker/claim", "headers": {}})
    relay.stop()
    assert answer["status"] == 0
    assert "does not answer" in str(answer["error"])


def test_a_folder_that_others_can_write_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o770)
    with pytest.raises(BadCall, match="chmod 700"):
        prepare_spool(tmp_path)


def _program(folder: Path, name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    file = folder / name
    file.write_text(f"#!/bin/sh\n{text}\n")
    file.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


def test_states_of_the_batch_system_that_nobody_knows_count_as_running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    jobs = ["1|PD|cuvette-lab-cpu-a", "2|R|cuvette-lab-cpu-b", "3|ZZ|cuvette-lab-cpu-c", "4|CA|cuvette-lab-cpu-d"]
    lines = "\\n".join([*jobs, "5|R|cuvette-other-cpu-e", "6|R|else", "nonsense"])
    _program(tmp_path, "squeue", f"printf '{lines}\\n'", monkeypatch)
    found = [(pilot.native_id, pilot.kind, pilot.state) for pilot in list_pilots("slurm", "lab")]
    assert found == [("1", "cpu", "queued"), ("2", "cpu", "running"), ("3", "cpu", "running")]


def test_a_batch_system_that_is_away_is_an_exception_with_its_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _program(tmp_path, "squeue", "echo 'slurm_load_jobs error: Unable to contact slurm controller' >&2; exit 1", monkeypatch)
    with pytest.raises(SystemAway, match="Unable to contact"):
        list_pilots("slurm", "lab")
    _program(tmp_path, "qstat", "echo no json", monkeypatch)
    with pytest.raises(SystemAway, match="JSON"):
        list_pilots("pbs", "lab")
    with pytest.raises(SystemAway, match="search path"):
        list_pilots("lsf", "lab")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "small"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k,mode=700", "tmpfs", str(folder)], capture_output=True, check=False)
    if mounted.returncode != 0:
        pytest.skip("Small disks are mounted by root only.")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_spool_that_is_full_is_said_once_and_the_answer_comes_when_there_is_room(small_disk: Path) -> None:
    log: list[str] = []
    relay = Relay(small_disk, "http://127.0.0.1:9", log.append)
    relay.start()
    name = str(uuid.uuid4())
    part = small_disk / "parts" / name
    part.write_bytes(b'{"method": "POST", "path": "/api/worker/claim", "headers": {}}\n{}')
    filler = small_disk / "filler"
    with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))
    part.rename(small_disk / "requests" / name)
    end = time.monotonic() + 30
    while not log and time.monotonic() < end:
        time.sleep(0.05)
    time.sleep(1.5)
    assert [line for line in log if "make room there" in line] == log[:1]
    assert len(log) == 1
    assert list((small_disk / "answers").iterdir()) == []
    filler.unlink()
    assert answer_of(small_disk, name)[0]["status"] == 0
    relay.stop()
    assert log[-1] == "The spool has room again."
