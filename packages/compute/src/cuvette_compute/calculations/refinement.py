"""Single points of a density functional on geometries of a fast method: what `refinement` in the data of a scan or a search asks for."""

from __future__ import annotations

from typing import Any

from ..methods.settings import canonical, method_title
from ..runtime.job import Job
from ..runtime.notes import message
from ..runtime.parallel import each
from ..structures.molecule import Molecule
from .levels import Level, LevelsResult, Piece, level_of, run_levels

# Methods whose geometries are refined, as core's `isRefinable` has it.
_REFINABLE = ("gfn2_xtb", "gfn1_xtb", "gfn0_xtb", "g_xtb", "gfn_ff", "mmff94", "off_sage_2_2_1", "smirnoff_2_2_1_amber_am1bcc")


def refinement_level(data: dict[str, Any], geometry: Level) -> Level | None:
    """The level of the single points, in the solvent of the geometries; None where none were asked for.

    Raises InputError for a solvent that is not known.
    """
    method = canonical(data.get("refinement"))
    if method in (None, "auto", "none") or geometry.settings["method"] not in _REFINABLE:
        return None
    solvent = (geometry.settings.get("solvent_settings") or {}).get("solvent")
    asked = {"method": method, "solvent_settings": {"solvent": solvent, "model": "cpcm"} if solvent else None}
    return level_of(asked, "refinement", ["energy"])


def refine(job: Job, level: Level, structures: list[tuple[str, str, Molecule]]) -> list[LevelsResult]:
    """Single points on structures, given as (name, title in a sentence, molecule), in their order; those that fail have no calculation."""
    pieces = [Piece(f"refined/{name}", title, molecule, (level,)) for name, title, molecule in structures]
    words = f"{method_title(level.settings['method'])} energies on {len(pieces)} structures"
    return each(job, run_levels, pieces, words, "refined", things="structures")


def failures(structures: list[tuple[str, str, Molecule]], results: list[LevelsResult]) -> list[dict[str, str]]:
    """A warning that names the single points that failed; nothing where none did."""
    failed = [
        f"{title[0].upper()}{title[1:]}: {str(result.failure).rstrip('.')}."
        for (_, title, _), result in zip(structures, results, strict=True)
        if result.failure is not None
    ]
    if not failed:
        return []
    more = f" {len(failed) - 10} more failed." if len(failed) > 10 else ""
    return [message("warning", "Single Points That Failed", " ".join(failed[:10]) + more)]
