"""Clusters of conformers by shape, of which a search computes the first few (ReSCoSS, 10.1007/s10822-020-00337-7)."""

from __future__ import annotations

from dataclasses import replace

from ..chemistry.shapes import representatives
from ..runtime.job import Job
from ..runtime.notes import message
from .conformer_generation import Pool
from .conformer_structure import Structure


def clustered(job: Job, structure: Structure, pool: Pool) -> tuple[Pool, list[dict[str, str]]]:
    """The pool with so many conformers of each cluster of similar shapes as `conformer_clustering_settings` of the job's data say.

    Also a message where that leaves some out. The pool as it is where there are no such settings, or fewer conformers.
    """
    settings = job.data.get("conformer_clustering_settings")
    if not isinstance(settings, dict):
        return pool, []
    names, clusters, of_each = (settings.get(key) for key in ("descriptors", "num_clusters", "conformers_per_cluster"))
    places = representatives(structure.mol, pool.positions, list(names or []), int(clusters or 1), int(of_each or 1), job.seed)
    before, after = len(pool.positions), len(places)
    if after == before:
        return pool, []
    stage = {"name": "Clustering of shapes", "method": "k-means", "engine": "scipy", "count_in": before, "count_out": after}
    body = f"{before} conformers were grouped into {clusters} clusters by shape; up to {of_each} of each, {after} in all, were computed."
    kept = replace(pool, positions=[pool.positions[place] for place in places], stages=[*pool.stages, stage])
    return kept, [message("info", "Conformers Were Clustered", body)]
