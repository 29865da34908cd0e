"""AutoDock Vina, called in this process: one receptor with its maps, ligands one after the other."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import InputError, MethodNotAvailable, RandomError
from .box import Box

# kcal/mol above the best pose up to which poses are kept: Vina's own default.
ENERGY_RANGE = 3.0


@dataclass(frozen=True)
class Settings:
    """How Vina searches and scores."""

    max_poses: int
    scoring_function: str
    exhaustiveness: int
    extend_search: bool = True
    """whether searches that do not agree go on with more exhaustiveness"""


def vina_version() -> str:
    return version("vina")


def read_settings(value: Any) -> Settings:
    """The job's docking settings. Raises InputError; MethodNotAvailable for programs that this worker does not run."""
    given = value if isinstance(value, dict) else {}
    executable = str(given.get("executable") or "vina").lower()
    if executable != "vina":
        raise MethodNotAvailable(f"{executable} is not available on this server; AutoDock Vina is.", field="docking_settings.executable")
    scoring = str(given.get("scoring_function") or "vinardo").lower()
    if scoring not in ("vina", "vinardo"):
        raise InputError(f"{scoring!r} is not a scoring function; choose vina or vinardo.", field="docking_settings.scoring_function")
    numbers = {}
    for name, default, most in (("max_poses", 4, 100), ("exhaustiveness", 8, 1024)):
        number = given.get(name, default)
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= most:
            raise InputError(f"{name} must be a whole number from 1 to {most}, not {number!r}.", field=f"docking_settings.{name}")
        numbers[name] = number
    extend = given.get("extend_search")
    if extend is not None and not isinstance(extend, bool):
        raise InputError("extend_search must be true or false.", field="docking_settings.extend_search")
    return Settings(scoring_function=scoring, extend_search=extend is not False, **numbers)


def seed_of(seed: int, number: int) -> int:
    """The seed of a search by its running number: that of the job for the first."""
    return seed if number == 0 else int(np.random.SeedSequence([seed, number]).generate_state(1)[0] >> 1)


class Search:
    """Vina with a receptor and the maps of a box; the same seed gives the same poses whatever the number of threads.

    With `ligand` (PDBQT text) the maps are those of its atom types alone, as Vina's own program makes them for one ligand: all that is
    docked must have no others.
    """

    def __init__(
        self, receptor_pdbqt: str, box: Box, settings: Settings, seed: int, threads: int, directory: Path, ligand: str | None = None
    ) -> None:
        try:
            from vina import Vina
        except ImportError as error:
            raise MethodNotAvailable("AutoDock Vina does not load here.", field="docking_settings.executable", detail=str(error)) from error
        self._settings, self._ligand, self._directory = settings, ligand, directory
        path = directory / "receptor.pdbqt"
        path.write_text(receptor_pdbqt, "utf-8")
        # Vina draws a seed of its own for 0.
        self._vina = Vina(sf_name=settings.scoring_function, cpu=threads, seed=seed or 1, verbosity=0)
        try:
            self._vina.set_receptor(str(path))
            if ligand:
                self._vina.set_ligand_from_string(ligand)
            self._vina.compute_vina_maps(center=list(box.centre), box_size=list(box.size))
        except Exception as error:
            raise InputError(f"AutoDock Vina cannot read the receptor: {error}", field="target") from error

    def dock(self, ligand_pdbqt: str, exhaustiveness: int | None = None) -> dict[str, Any]:
        """Poses of one ligand as PDBQT text and their scores (kcal/mol on the scoring function's scale), lowest first.

        Without `exhaustiveness` that of the settings.
        """
        try:
            if ligand_pdbqt != self._ligand:
                self._vina.set_ligand_from_string(ligand_pdbqt)
                self._ligand = ligand_pdbqt
            self._vina.dock(exhaustiveness=exhaustiveness or self._settings.exhaustiveness, n_poses=max(20, self._settings.max_poses))
            energies = self._vina.energies(n_poses=self._settings.max_poses, energy_range=ENERGY_RANGE)
            poses = self._vina.poses(n_poses=self._settings.max_poses, energy_range=ENERGY_RANGE)
        except Exception as error:
            raise RandomError(f"AutoDock Vina stopped: {error}") from error
        return {"scores": [round(float(row[0]), 3) for row in energies], "poses": poses}

    def judge(self, ligand_pdbqt: str, relaxed: bool) -> dict[str, Any]:
        """Score of a ligand where it lies (kcal/mol), or after Vina's local optimization with its pose (PDBQT text). Raises RandomError."""
        try:
            self._vina.set_ligand_from_string(ligand_pdbqt)
            self._ligand = ligand_pdbqt
            if not relaxed:
                return {"score": round(float(self._vina.score()[0]), 3), "pose": None}
            score = round(float(self._vina.optimize()[0]), 3)
            path = self._directory / "relaxed.pdbqt"
            self._vina.write_pose(str(path), overwrite=True)
            return {"score": score, "pose": path.read_text("utf-8")}
        except Exception as error:
            raise RandomError(f"AutoDock Vina stopped: {error}") from error
