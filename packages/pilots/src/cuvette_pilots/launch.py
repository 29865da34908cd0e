"""What a pilot runs: an ordinary worker, with its limits, in modules or a container.

The worker's key is on no command line and in no batch script, which other people of a cluster can read: a file of the controller's
folder, which only its owner can read, is sourced on the node and reads the key from the key's own file.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path

from .plan import worker_name
from .schedulers import MARK
from .settings import PilotKind, Settings


@dataclass(frozen=True)
class Launch:
    """A program with its arguments and environment, and the text of the file that is sourced before it."""

    program: str
    arguments: list[str]
    environment: dict[str, str]
    before: str


def address_for(settings: Settings) -> str:
    """What a worker works for: the server's address, or the folder over which its calls are relayed."""
    return settings.spool.as_uri() if settings.network == "relay" and settings.spool is not None else settings.server


def launch_of(settings: Settings, kind: PilotKind, name: str) -> Launch:
    """How a pilot of a kind is started under this name."""
    arguments = [
        *settings.command,
        "--server",
        address_for(settings),
        "--name",
        worker_name(settings, kind),
        "--walltime",
        str(kind.walltime_seconds),
        "--idle",
        str(settings.idle_seconds),
    ]
    environment = {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        MARK: name,
        "CUVETTE_THREADS": str(kind.cores),
        "CUVETTE_JOB_MEMORY_MB": str(kind.job_memory_mb),
        **dict(kind.environment),
    }
    if settings.network == "proxy" and settings.proxy is not None:
        environment |= {"HTTPS_PROXY": settings.proxy, "HTTP_PROXY": settings.proxy}
    if kind.container is not None:
        # apptainer hands the environment on; the folders are those that the worker needs besides its home.
        folders = [part for folder in kind.container_folders for part in ("--bind", folder)]
        gpus = ["--nv"] if kind.gpus else []
        arguments = [kind.container_program, "exec", *gpus, *folders, kind.container, *arguments]
    return Launch(arguments[0], arguments[1:], environment, _before(settings, kind))


def _before(settings: Settings, kind: PilotKind) -> str:
    lines = [
        "# Sourced on the node before the worker is started.",
        f'export CUVETTE_WORKER_KEY="$(cat {shlex.quote(str(settings.worker_key_file))})"',
        'export HOME="${HOME:-$(getent passwd "$(id -u)" | cut -d: -f6)}"',
    ]
    if kind.modules:
        lines.append("if ! type module >/dev/null 2>&1; then set +e; . /etc/profile; set -e; fi")
        lines.append(f"module load {' '.join(shlex.quote(module) for module in kind.modules)}")
    return "\n".join(lines) + "\n"


def write_before(folder: Path, kind: PilotKind, text: str) -> Path:
    """Write the file that is sourced for a kind of pilot; it appears whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    place = folder / f"before-{kind.name}.sh"
    fresh = folder / f".before-{kind.name}.new"
    fresh.write_text(text, encoding="utf-8")
    fresh.chmod(0o600)
    fresh.replace(place)
    return place
