"""What the frames of a ligand in its protein show: frames laid on the start, RMSD of the ligand, contacts and how long they last."""

from __future__ import annotations

import numpy as np

from .superposition import laid_on
from .system import Model

CONTACT_DISTANCE = 4.0
"""Å between heavy atoms of protein and ligand, counted as a contact"""
LEAST_OCCUPANCY = 0.25
_MOST_CONTACTS = 500


class Analysis:
    """The start of a dynamics, which its frames are compared with; positions in Å throughout."""

    def __init__(self, model: Model, start: np.ndarray) -> None:
        elements = np.array(model.elements())[: model.shown]
        names = np.array(model.names())[: model.shown]
        heavy = elements != "H"
        protein = model.atoms_of("polymer")
        alphas = np.array([index for index in protein if names[index] in ("CA", "P") and heavy[index]], dtype=int)
        self._fit = alphas if len(alphas) >= 4 else np.array([index for index in protein if heavy[index]], dtype=int)
        self._protein = np.array([index for index in protein if heavy[index]], dtype=int)
        self._ligand = np.array([index for index in model.atoms_of("ligand") if heavy[index]], dtype=int)
        self.start = start[: model.shown]
        self._counts = np.zeros((len(self._protein), len(self._ligand)), dtype=int)
        self._frames = 0
        self.rmsd: list[float] = []

    def laid_on_start(self, frame: np.ndarray) -> np.ndarray:
        """A frame turned and moved so that the protein's alpha carbons lie on those of the start (Kabsch)."""
        return laid_on(frame[: len(self.start)], self.start, self._fit)

    def take(self, frames: np.ndarray) -> None:
        """Add frames that were laid on the start (count x atoms x 3)."""
        for frame in np.asarray(frames, dtype=float):
            shift = frame[self._ligand] - self.start[self._ligand]
            self.rmsd.append(round(float(np.sqrt((shift**2).sum(axis=1).mean())), 3))
            protein, ligand = frame[self._protein], frame[self._ligand]
            near = np.flatnonzero(
                ((protein >= ligand.min(axis=0) - CONTACT_DISTANCE) & (protein <= ligand.max(axis=0) + CONTACT_DISTANCE)).all(axis=1)
            )
            distances = np.linalg.norm(protein[near][:, None] - ligand[None], axis=2)
            self._counts[near] += distances <= CONTACT_DISTANCE
            self._frames += 1

    def contacts(self) -> list[dict[str, float]]:
        """Pairs of heavy atoms in contact in at least a quarter of the frames, those that last longest first."""
        if not self._frames:
            return []
        occupancy = self._counts / self._frames
        rows, columns = np.nonzero(occupancy >= LEAST_OCCUPANCY)
        order = np.argsort(-occupancy[rows, columns], kind="stable")[:_MOST_CONTACTS]
        return [
            {
                "protein_atom_index": int(self._protein[rows[index]]),
                "ligand_atom_index": int(self._ligand[columns[index]]),
                "occupancy": round(float(occupancy[rows[index], columns[index]]), 4),
            }
            for index in order
        ]
