"""Design of proteins, peptides and nanobodies that bind a target, by BoltzGen where a server has it (10.1101/2025.11.20.689494)."""

from __future__ import annotations

from typing import Any

from ..calculations.levels import provenance
from ..errors import MethodNotAvailable
from ..models import boltzgen
from ..models.target import mmcif_text
from ..runtime.job import Job, now_iso
from . import Result


def run(job: Job) -> Result:
    """Design the binders. Raises MethodNotAvailable with what this server lacks, InputError for what cannot be designed."""
    try:
        boltzgen.check()
    except MethodNotAvailable as error:
        raise MethodNotAvailable(error.reason, field="binder_design_settings.protocol") from error
    started = now_iso()
    given, settings = job.data.get("binder_design_input") or {}, job.data.get("binder_design_settings") or {}
    names = {str(one.get("uuid")): f"target-{index}.cif" for index, one in enumerate(given.get("file_entities") or [])}
    document = boltzgen.specification(given, {uuid: name for uuid, name in names.items() if uuid in job.proteins})
    job.progress("Designing", 0, 1, 0.0)

    def work() -> list[dict[str, Any]]:
        directory = job.new_directory("boltzgen")
        for uuid, name in names.items():
            (directory / name).write_text(mmcif_text(job.proteins[uuid]), "utf-8")
        return [vars(one) for one in boltzgen.design(job, document, settings, directory)]

    with job.share(0.0, 0.98):
        designs = job.step("designs", [document, settings, {uuid: job.proteins.get(uuid) for uuid in names}], work)
    binders = [
        {
            "binder_sequence": one["sequence"],
            "bound_structure": job.protein(f"Design {index + 1} with its target", one["structure"]),
            "scores": one["scores"],
        }
        for index, one in enumerate(designs)
    ]
    stage = {
        "name": "Binder design", "method": settings.get("protocol") or boltzgen.PROTOCOLS[0], "engine": "boltzgen",
        "engine_version": "not reported", "count_in": int(settings.get("num_designs") or 10), "count_out": len(binders),
    }  # fmt: skip
    return Result({"generated_binders": binders}, {**provenance(job, [stage], []), "seed": None, "started_at": started}, [])
