"""What a machine computes with: two machines give the same digits where this is the same."""

from __future__ import annotations

import hashlib
import platform
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from ... import __version__

# What results depend on, and what reads the pickles of pieces. A package that only some types need may be missing on both machines.
_PACKAGES = (
    "ase",
    "geometric",
    "meeko",
    "numpy",
    "openmm",
    "pyscf",
    "pyscf-dispersion",
    "rdkit",
    "scipy",
    "tblite",
    "vina",
)
_PACKAGE = Path(__file__).resolve().parents[2]


@cache
def versions_here() -> dict[str, str]:
    """The versions of Cuvette, its sources (a short hash), Python and the packages; "none" for one that is not installed."""
    return {
        "Cuvette": __version__,
        "the sources of Cuvette": _hash_of_sources(),
        "Python": ".".join(platform.python_version_tuple()[:2]),
        "the processor's architecture": platform.machine(),
        **{name: _version_of(name) for name in _PACKAGES},
    }


def _version_of(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"


def _hash_of_sources() -> str:
    found = hashlib.sha256()
    for file in sorted(_PACKAGE.rglob("*")):
        if file.suffix in (".py", ".json"):
            found.update(f"{file.relative_to(_PACKAGE)}\0".encode())
            found.update(file.read_bytes())
    return found.hexdigest()[:12]


def difference(theirs: dict[str, str], ours: dict[str, str]) -> str | None:
    """What is first different there from here, in words with both versions; None where nothing is."""
    for name, own in ours.items():
        other = theirs.get(name, "none")
        if other != own:
            return f"{name} {other} there, {own} here"
    return None
