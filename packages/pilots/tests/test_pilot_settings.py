"""What the settings file may hold: nothing that a shell or a batch system would read as more than a word."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cuvette_pilots.launch import launch_of
from cuvette_pilots.settings import Settings, SettingsProblem, read_secret, read_settings

OWN = ("/opt/node", "/opt/cuvette.js", "worker")
TOP: dict[str, Any] = {
    "name": "lab",
    "server": "https://cuvette.example.org",
    "system": "slurm",
    "state": "/scratch/pilots",
    "demand_token_file": "/shared/lab/demand",
    "worker_key_file": "/shared/lab/key",
}
PILOT: dict[str, Any] = {"name": "cpu", "cores": 4, "memory_mb": 16000, "walltime": "04:00:00"}


def _toml(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_toml(one) for one in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_toml(name)} = {_toml(one)}" for name, one in value.items()) + "}"
    if isinstance(value, str):
        return '"' + "".join(f"\\u{ord(sign):04x}" if not sign.isalnum() else sign for sign in value) + '"'
    return str(value).lower()


def read(folder: Path, top: dict[str, Any] | None = None, pilot: dict[str, Any] | None = None) -> Settings:
    lines = [f"{name} = {_toml(value)}" for name, value in {**TOP, **(top or {})}.items()]
    lines += ["[[pilot]]", *(f"{name} = {_toml(value)}" for name, value in {**PILOT, **(pilot or {})}.items())]
    file = folder / "pilots.toml"
    file.write_text("\n".join(lines), encoding="utf-8")
    return read_settings(file, OWN)


def test_defaults(tmp_path: Path) -> None:
    settings = read(tmp_path)
    assert (settings.idle_seconds, settings.at_once, settings.network) == (300, 10, "open")
    [kind] = settings.pilots
    assert kind.walltime_seconds == 14_400
    # The worker itself keeps a GB, and hands back 2 to 4 minutes before the end of four hours.
    assert kind.job_memory_mb == 16_000 - 1024
    assert kind.usable_seconds == 14_400 - 240


EVIL = ["$(touch /tmp/x)", "`id`", "a; id", "a\nid", "a && id", "a | id", "--wrap=id", "a'b", 'a"b', "a b", "${HOME}", "a\u0000b", "ä", ""]
TOP_TEXTS = ["name", "server", "system", "state", "demand_token_file", "worker_key_file", "network", "proxy", "spool"]
PILOT_TEXTS = ["name", "walltime", "partition", "account", "reservation", "container", "container_program"]


@pytest.mark.parametrize("evil", EVIL)
def test_signs_of_the_shell_are_refused_in_every_field(tmp_path: Path, evil: str) -> None:
    for field in TOP_TEXTS:
        with pytest.raises(SettingsProblem, match=rf"^{field} "):
            read(tmp_path, {field: evil})
    with pytest.raises(SettingsProblem, match=r"^command "):
        read(tmp_path, {"command": ["/opt/worker", evil]}) if evil != "--wrap=id" else read(tmp_path, {"command": ["a b"]})
    for field in PILOT_TEXTS:
        if (field, evil) != ("container_program", "--wrap=id"):
            with pytest.raises(SettingsProblem, match=rf"^pilot 1: {field} "):
                read(tmp_path, pilot={field: evil})
    for field in ("modules", "capabilities", "container_folders"):
        with pytest.raises(SettingsProblem, match=rf"^pilot 1: {field} "):
            read(tmp_path, pilot={field: ["fine" if field != "container_folders" else "/fine", evil]})
    if evil != "--wrap=id":
        with pytest.raises(SettingsProblem, match=r"^pilot 1: environment"):
            read(tmp_path, pilot={"environment": {"TMPDIR": evil}})
    with pytest.raises(SettingsProblem, match=r"^pilot 1: environment"):
        read(tmp_path, pilot={"environment": {evil: "1"}})


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("cores", 0),
        ("cores", "4"),
        ("cores", True),
        ("memory_mb", 100),
        ("gpus", -1),
        ("walltime", "00:00:30"),
        ("walltime", 60),
        ("at_once", 1.5),
    ],
)
def test_numbers_outside_of_their_bounds_are_refused(tmp_path: Path, field: str, value: Any) -> None:
    with pytest.raises(SettingsProblem, match=rf"^pilot 1: {field} must be"):
        read(tmp_path, pilot={field: value})


def test_what_is_unknown_missing_or_does_not_go_together_is_refused(tmp_path: Path) -> None:
    for top, pilot, words in [
        ({"partitoin": "main"}, {}, r"partitoin is not a setting"),
        ({}, {"queue": "main"}, "pilot 1: queue is not a setting"),
        ({"network": "proxy"}, {}, "proxy is missing"),
        ({"network": "relay"}, {}, "spool is missing"),
        ({"system": "local"}, {"partition": "main"}, "belong to a batch system"),
    ]:
        with pytest.raises(SettingsProblem, match=words):
            read(tmp_path, top, pilot)
    (tmp_path / "empty.toml").write_text("name = 'lab'")
    with pytest.raises(SettingsProblem, match="server is missing"):
        read_settings(tmp_path / "empty.toml", OWN)
    (tmp_path / "broken.toml").write_text("name = ")
    with pytest.raises(SettingsProblem, match="is not TOML"):
        read_settings(tmp_path / "broken.toml", OWN)
    with pytest.raises(SettingsProblem, match="cannot be read"):
        read_settings(tmp_path / "none.toml", OWN)


def test_a_secret_that_others_can_read_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text("cuvette_worker_key\n")
    file.chmod(0o640)
    with pytest.raises(SettingsProblem, match="chmod 600"):
        read_secret(file)
    file.chmod(0o600)
    assert read_secret(file) == "cuvette_worker_key"
    file.write_text("two words\n")
    with pytest.raises(SettingsProblem, match="the key alone"):
        read_secret(file)


def test_the_key_is_on_no_command_line_and_a_container_gets_the_worker(tmp_path: Path) -> None:
    settings = read(
        tmp_path, pilot={"container": "/images/cuvette.sif", "container_folders": ["/scratch"], "gpus": 1, "modules": ["gcc/12"]}
    )
    launch = launch_of(settings, settings.pilots[0], "cuvette-lab-cpu-1")
    assert [launch.program, *launch.arguments[:6]] == [
        "apptainer",
        "exec",
        "--nv",
        "--bind",
        "/scratch",
        "/images/cuvette.sif",
        "/opt/node",
    ]
    assert launch.arguments[-4:] == ["--walltime", "14400", "--idle", "300"]
    assert "CUVETTE_WORKER_KEY" not in launch.environment
    assert "cat /shared/lab/key" in launch.before
    assert "module load gcc/12" in launch.before
