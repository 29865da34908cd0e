"""The settings file of `cuvette pilots` (TOML): what is read, what is refused.

Every text that reaches the batch system or a shell on a node is checked against a narrow pattern here, because batch scripts are shell
scripts: a partition named `main; rm -rf ~` must never come that far. What does not fit is refused with the name of its field.
"""

from __future__ import annotations

import re
import stat
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

SYSTEMS = ("slurm", "pbs", "lsf", "flux", "local")
NETWORKS = ("open", "proxy", "relay")

_WORD = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.@+:-]{0,99}")
_SHORT_NAME = re.compile(r"[a-z0-9_]{1,20}")
_MODULE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+/-]{0,99}")
_PATH = re.compile(r"/[A-Za-z0-9_./+@=,-]{0,400}")
_ARGUMENT = re.compile(r"[A-Za-z0-9_./+@=,:-]{1,400}")
_ADDRESS = re.compile(r"https?://[A-Za-z0-9.\[\]:_-]{1,300}(/[A-Za-z0-9._/-]{0,200})?")
_VARIABLE = re.compile(r"[A-Z_][A-Z0-9_]{0,60}")
_CLOCK = re.compile(r"([0-9]{1,3}):([0-5][0-9]):([0-5][0-9])")


class SettingsProblem(Exception):
    """The settings cannot be used; the message names the field and what it may be."""


@dataclass(frozen=True)
class PilotKind:
    """One kind of pilot: what a job of it asks of the batch system, and what its worker can do."""

    name: str
    cores: int
    memory_mb: int
    gpus: int
    walltime_seconds: int
    at_once: int
    partition: str | None
    account: str | None
    reservation: str | None
    modules: tuple[str, ...]
    container: str | None
    container_program: str
    container_folders: tuple[str, ...]
    capabilities: tuple[str, ...]
    environment: tuple[tuple[str, str], ...]

    @property
    def job_memory_mb(self) -> int:
        """Memory in MB that a calculation may have: the worker itself and its warm processes take the rest."""
        return max(256, self.memory_mb - min(1024, self.memory_mb // 4))

    @property
    def usable_seconds(self) -> float:
        """The longest time that a worker of this kind can promise: it hands back before the end of the walltime, as
        `packages/server/src/worker/walltime.ts` does.
        """
        return self.walltime_seconds - 2 * min(120.0, max(10.0, 0.05 * self.walltime_seconds))


@dataclass(frozen=True)
class Settings:
    """Everything that the settings file sets."""

    name: str
    server: str
    system: str
    state: Path
    demand_token_file: Path
    worker_key_file: Path
    command: tuple[str, ...]
    at_once: int
    per_person: int
    idle_seconds: int
    poll_seconds: float
    network: str
    proxy: str | None
    spool: Path | None
    pilots: tuple[PilotKind, ...]


class _Fields:
    """Takes the fields of one table, each once; what nobody took is unknown and refused."""

    def __init__(self, table: dict[str, Any], place: str) -> None:
        self._left = dict(table)
        self._place = place

    def problem(self, field: str, text: str) -> SettingsProblem:
        return SettingsProblem(f"{self._place}{field} {text}")

    def text(self, field: str, pattern: re.Pattern[str], meaning: str, fallback: str | None = None) -> str | None:
        value = self._left.pop(field, fallback)
        if value is None:
            return None
        if not isinstance(value, str) or not pattern.fullmatch(value):
            raise self.problem(field, f"must be {meaning}, not {value!r}.")
        return value

    def needed(self, field: str, pattern: re.Pattern[str], meaning: str) -> str:
        value = self.text(field, pattern, meaning)
        if value is None:
            raise self.problem(field, f"is missing: it must be {meaning}.")
        return value

    def texts(self, field: str, pattern: re.Pattern[str], meaning: str) -> tuple[str, ...]:
        values = self._left.pop(field, [])
        if not isinstance(values, list):
            raise self.problem(field, f"must be a list, not {values!r}.")
        for value in values:
            if not isinstance(value, str) or not pattern.fullmatch(value):
                raise self.problem(field, f"must be a list of which each entry is {meaning}, and {value!r} is not.")
        return tuple(values)

    def number(self, field: str, least: float, most: float, fallback: float | None = None, whole: bool = True) -> float:
        value = self._left.pop(field, fallback)
        if value is None:
            raise self.problem(field, f"is missing: it must be a number from {least:g} to {most:g}.")
        kinds = (int,) if whole else (int, float)
        if isinstance(value, bool) or not isinstance(value, kinds) or not least <= value <= most:
            raise self.problem(field, f"must be a {'whole ' if whole else ''}number from {least:g} to {most:g}, not {value!r}.")
        return value

    def one_of(self, field: str, choices: tuple[str, ...], fallback: str) -> str:
        value = self._left.pop(field, fallback)
        if value not in choices:
            raise self.problem(field, f"must be one of {', '.join(choices)}, not {value!r}.")
        return value

    def parsed(self, field: str, parse: Callable[[Any], int | None], meaning: str, fallback: Any = None) -> int:
        value = self._left.pop(field, fallback)
        found = parse(value)
        if found is None:
            raise self.problem(field, f"must be {meaning}, not {value!r}." if value is not None else f"is missing: it must be {meaning}.")
        return found

    def variables(self, field: str) -> tuple[tuple[str, str], ...]:
        table = self._left.pop(field, {})
        if not isinstance(table, dict):
            raise self.problem(field, f"must be a table of variables, not {table!r}.")
        for name, value in table.items():
            if not _VARIABLE.fullmatch(name) or name in ("CUVETTE_WORKER_KEY", "PATH", "LD_PRELOAD"):
                raise self.problem(f"{field}.{name!r}", "is no variable that can be set here: capital letters, digits and underscores.")
            if not isinstance(value, str) or not _ARGUMENT.fullmatch(value):
                raise self.problem(f"{field}.{name}", f"must be a text of letters, digits and the signs _ . / + @ = , : -, not {value!r}.")
        return tuple(table.items())

    def tables(self, field: str) -> list[dict[str, Any]]:
        value = self._left.pop(field, [])
        if not isinstance(value, list) or not value or not all(isinstance(one, dict) for one in value):
            raise self.problem(field, "is missing: describe at least one kind of pilot as [[pilot]].")
        return value

    def end(self) -> None:
        if self._left:
            raise self.problem(min(self._left), "is not a setting that is known here.")


def _seconds(value: Any) -> int | None:
    match = _CLOCK.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        return None
    hours, minutes, seconds = (int(part) for part in match.groups())
    total = hours * 3600 + minutes * 60 + seconds
    return total if 60 <= total <= 2_000_000 else None


_PATH_MEANING = "a whole path of letters, digits and the signs . _ / + @ = , -"
_WORD_MEANING = "one word of letters, digits and the signs _ . @ + : -"


def _kind(table: dict[str, Any], number: int, system: str) -> PilotKind:
    fields = _Fields(table, f"pilot {number}: ")
    kind = PilotKind(
        name=fields.needed("name", _SHORT_NAME, "at most 20 lower-case letters, digits and underscores"),
        cores=int(fields.number("cores", 1, 1024)),
        memory_mb=int(fields.number("memory_mb", 512, 16_000_000)),
        gpus=int(fields.number("gpus", 0, 64, 0)),
        walltime_seconds=fields.parsed("walltime", _seconds, "hours:minutes:seconds in quotes, of at least a minute"),
        at_once=int(fields.number("at_once", 1, 10_000, 10_000)),
        partition=fields.text("partition", _WORD, _WORD_MEANING),
        account=fields.text("account", _WORD, _WORD_MEANING),
        reservation=fields.text("reservation", _WORD, _WORD_MEANING),
        modules=fields.texts("modules", _MODULE, "the name of a module"),
        container=fields.text("container", _PATH, _PATH_MEANING),
        container_program=fields.text("container_program", _ARGUMENT, "the name or the path of a program", "apptainer") or "apptainer",
        container_folders=fields.texts("container_folders", _PATH, _PATH_MEANING),
        capabilities=fields.texts("capabilities", _WORD, _WORD_MEANING),
        environment=fields.variables("environment"),
    )
    fields.end()
    if system == "local" and (kind.partition or kind.account or kind.reservation):
        raise SettingsProblem(f"pilot {number}: partition, account and reservation belong to a batch system; the system here is local.")
    return kind


def read_settings(file: Path, own_command: tuple[str, ...]) -> Settings:
    """Read and check a settings file; `own_command` starts a worker of this checkout. Raises SettingsProblem."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsProblem(f"{file} cannot be read: {error}") from None
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsProblem(f"{file} is not TOML: {error}") from None
    fields = _Fields(table, "")
    server = fields.needed("server", _ADDRESS, "the address of the server (https://...)")
    if urlsplit(server).hostname is None:
        raise SettingsProblem(f"server must be the address of the server, not {server!r}.")
    system = fields.one_of("system", SYSTEMS, "slurm")
    network = fields.one_of("network", NETWORKS, "open")
    kinds = tuple(_kind(one, number, system) for number, one in enumerate(fields.tables("pilot"), start=1))
    spool = fields.text("spool", _PATH, _PATH_MEANING)
    settings = Settings(
        name=fields.text("name", _SHORT_NAME, "at most 20 lower-case letters, digits and underscores", "main") or "main",
        server=server,
        system=system,
        state=Path(fields.needed("state", _PATH, _PATH_MEANING)),
        demand_token_file=Path(fields.needed("demand_token_file", _PATH, _PATH_MEANING)),
        worker_key_file=Path(fields.needed("worker_key_file", _PATH, _PATH_MEANING)),
        command=fields.texts("command", _ARGUMENT, "a word without spaces and signs of the shell") or own_command,
        at_once=int(fields.number("at_once", 0, 10_000, 10)),
        per_person=int(fields.number("per_person", 1, 10_000, 10_000)),
        idle_seconds=round(60 * fields.number("idle_minutes", 0.05, 1440, 5, whole=False)),
        poll_seconds=fields.number("poll_seconds", 0.2, 600, 15, whole=False),
        network=network,
        proxy=fields.text("proxy", _ADDRESS, "the address of the proxy (http://...)"),
        spool=None if spool is None else Path(spool),
        pilots=kinds,
    )
    fields.end()
    _check_together(settings)
    return settings


def _check_together(settings: Settings) -> None:
    names = [kind.name for kind in settings.pilots]
    if len(set(names)) < len(names):
        raise SettingsProblem("Two pilots have the same name: each [[pilot]] needs its own.")
    if settings.network == "proxy" and settings.proxy is None:
        raise SettingsProblem('proxy is missing: with network = "proxy" it is the address that nodes reach the server by.')
    if settings.network == "relay" and settings.spool is None:
        raise SettingsProblem('spool is missing: with network = "relay" it is a folder that this machine and the nodes share.')


def read_secret(file: Path) -> str:
    """The token or key in a file that only its owner may read. Raises SettingsProblem."""
    try:
        mode = file.stat().st_mode
        text = file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsProblem(f"{file} cannot be read: {error}") from None
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise SettingsProblem(f"{file} can be read by others. Close it: chmod 600 {file}")
    if not text or not text.isprintable() or " " in text:
        raise SettingsProblem(f"{file} must hold the key alone, on one line.")
    return text
