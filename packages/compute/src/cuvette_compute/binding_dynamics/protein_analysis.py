"""What the frames of a protein show: RMSD, RMSF, radius of gyration, accessible surface, contacts of residues and of a binder.

Lengths in Å. The surface is that of Shrake and Rupley (10.1016/0022-2836(73)90011-9) as biotite computes it, with a probe of 1.4 Å and
the radii of its set "ProtOr", which are of heavy atoms with their hydrogens.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.spatial import cKDTree

from .analysis import CONTACT_DISTANCE as BINDER_DISTANCE
from .analysis import LEAST_OCCUPANCY
from .superposition import laid_on
from .system import Model

RESIDUE_DISTANCE = 4.5
"""Å between heavy atoms of two residues, counted as a contact"""
APART = 4
"""Residues of a chain that are nearer in the sequence are neighbours, no contact"""
KEPT = 1.2
"""By this factor the distance may grow before a contact of the start counts as lost"""
_MOST_PAIRS = 500
_BACKBONE = ("N", "CA", "C", "O")


@dataclass(frozen=True)
class Binder:
    """What is bound to the rest of the protein: chains, or the ligand, or both."""

    chains: tuple[str, ...] = ()
    ligand: bool = False


class ProteinAnalysis:
    """Looks at the frames of one trajectory; `sampled` says by how many frames the surface is computed, 0 for never."""

    def __init__(self, model: Model, start: np.ndarray, binder: Binder, sampled: int) -> None:
        self._atoms = _Atoms(model)
        self._sampled = sampled
        self._binder = binder
        atoms = self._atoms
        self.start = start[: model.shown]
        in_binder = np.isin(atoms.chains, binder.chains) & atoms.polymer
        if binder.ligand:
            in_binder |= atoms.ligand
        self._receptor = atoms.polymer & ~in_binder
        self._alphas = np.flatnonzero(atoms.alphas)
        # Where a binder moves, the receptor is what frames are laid on.
        own = np.flatnonzero(atoms.alphas & self._receptor)
        heavy = np.flatnonzero(self._receptor & atoms.heavy)
        self._fit = own if len(own) >= 4 else heavy
        self._moving = self._rmsd_atoms()
        self._binder_heavy = np.flatnonzero(in_binder & atoms.heavy)
        self._receptor_heavy = np.flatnonzero(self._receptor & atoms.heavy)
        self._pairs = self._residue_pairs(self.start, RESIDUE_DISTANCE)
        self._native = sorted(self._pairs)
        self._seen: dict[tuple[int, int], int] = {}
        self._binder_counts = np.zeros((len(self._receptor_heavy), len(self._binder_heavy)), dtype=int)
        self._traces: list[np.ndarray] = []
        self.radii: list[float] = []
        self.surfaces: list[float | None] = []
        self.polar_surfaces: list[float | None] = []
        self.native: list[float] = []
        self.binder_rmsd: list[float] = []

    def _rmsd_atoms(self) -> np.ndarray:
        """Atoms whose RMSD is that of the binder; none unless it is one chain or one ligand."""
        atoms, binder = self._atoms, self._binder
        if binder.ligand and not binder.chains:
            return np.flatnonzero(atoms.ligand & atoms.heavy)
        if len(binder.chains) == 1 and not binder.ligand:
            return np.flatnonzero(atoms.polymer & (atoms.chains == binder.chains[0]) & np.isin(atoms.names, _BACKBONE))
        return np.array([], dtype=int)

    def laid_on_start(self, frame: np.ndarray) -> np.ndarray:
        """A frame turned and moved so that the receptor's alpha carbons lie on those of the start."""
        return laid_on(frame[: len(self.start)], self.start, self._fit)

    def take(self, frames: np.ndarray) -> None:
        """Add frames that were laid on the start (count x atoms x 3)."""
        for frame in np.asarray(frames, dtype=float):
            number = len(self.radii)
            self._traces.append(frame[self._alphas].astype("f4"))
            self.radii.append(round(self._radius_of_gyration(frame), 3))
            total, polar = self._surface(frame) if self._sampled and number % self._sampled == 0 else (None, None)
            self.surfaces.append(total)
            self.polar_surfaces.append(polar)
            if len(self._moving):
                shift = frame[self._moving] - self.start[self._moving]
                self.binder_rmsd.append(round(float(np.sqrt((shift**2).sum(axis=1).mean())), 3))
            self._count_contacts(frame)

    def _radius_of_gyration(self, frame: np.ndarray) -> float:
        """Of all chains, weighted by mass."""
        polymer = self._atoms.polymer
        masses, places = self._atoms.masses[polymer], frame[polymer]
        centre = (masses[:, None] * places).sum(axis=0) / masses.sum()
        return float(np.sqrt((masses * ((places - centre) ** 2).sum(axis=1)).sum() / masses.sum()))

    def _surface(self, frame: np.ndarray) -> tuple[float, float]:
        """Accessible surface of the receptor, and the part of its atoms that are neither hydrogen nor carbon, in Å²."""
        from biotite.structure import sasa

        chosen = self._receptor_heavy
        array = self._atoms.as_biotite(chosen, frame)
        areas = np.nan_to_num(sasa(array, probe_radius=1.4, vdw_radii="ProtOr", point_number=200))
        polar = self._atoms.elements[chosen] != "C"
        return round(float(areas.sum()), 1), round(float(areas[polar].sum()), 1)

    def _residue_pairs(self, frame: np.ndarray, distance: float) -> set[tuple[int, int]]:
        """Pairs of residues of the polymer, by their places, with heavy atoms within a distance; neighbours in a chain are left out."""
        atoms = self._atoms
        heavy = np.flatnonzero(atoms.polymer & atoms.heavy)
        found = cKDTree(frame[heavy]).query_pairs(distance, output_type="ndarray")
        ends = atoms.residues[heavy][found] if len(found) else np.empty((0, 2), dtype=int)
        pairs = np.unique(np.sort(ends, axis=1), axis=0)
        same = atoms.chain_of_residue[pairs[:, 0]] == atoms.chain_of_residue[pairs[:, 1]]
        apart = pairs[:, 1] - pairs[:, 0] >= APART
        return {(int(a), int(b)) for a, b in pairs[~same | apart]}

    def _count_contacts(self, frame: np.ndarray) -> None:
        for pair in self._residue_pairs(frame, RESIDUE_DISTANCE):
            self._seen[pair] = self._seen.get(pair, 0) + 1
        if self._native:
            near = self._residue_pairs(frame, RESIDUE_DISTANCE * KEPT)
            self.native.append(round(sum(pair in near for pair in self._native) / len(self._native), 4))
        if len(self._binder_heavy):
            tree = cKDTree(frame[self._binder_heavy])
            for row, near in enumerate(tree.query_ball_point(frame[self._receptor_heavy], BINDER_DISTANCE)):
                self._binder_counts[row, near] += 1

    def traces(self) -> np.ndarray:
        """Alpha carbons of all frames (count x residues x 3), as they were laid on the start."""
        return np.array(self._traces, dtype=float).reshape(len(self._traces), len(self._alphas), 3)

    def contacts(self) -> list[dict[str, float]]:
        """Pairs of heavy atoms of receptor and binder in contact in at least a quarter of the frames, those that last longest first."""
        if not self.radii or not len(self._binder_heavy):
            return []
        occupancy = self._binder_counts / len(self.radii)
        rows, columns = np.nonzero(occupancy >= LEAST_OCCUPANCY)
        order = np.argsort(-occupancy[rows, columns], kind="stable")[:_MOST_PAIRS]
        return [
            {
                "protein_atom_index": int(self._receptor_heavy[rows[index]]),
                "ligand_atom_index": int(self._binder_heavy[columns[index]]),
                "occupancy": round(float(occupancy[rows[index], columns[index]]), 4),
            }
            for index in order
        ]

    def residue_contacts(self) -> list[dict[str, Any]]:
        """Contacts of residues in at least a quarter of the frames, and those of the start that were lost; the most telling first.

        `occupancy` is the part of the frames that have the contact, `at_start` whether the minimized structure has it. Those whose
        occupancy is farthest from what the start says come first.
        """
        if not self.radii:
            return []
        found = []
        for pair in {*self._pairs, *self._seen}:
            occupancy = self._seen.get(pair, 0) / len(self.radii)
            at_start = pair in self._pairs
            if at_start or occupancy >= LEAST_OCCUPANCY:
                found.append((-abs(occupancy - at_start), pair, occupancy, at_start))
        names = self._atoms.residue_names
        return [
            {"first": names[a], "second": names[b], "occupancy": round(occupancy, 4), "at_start": at_start}
            for _, (a, b), occupancy, at_start in sorted(found)[:_MOST_PAIRS]
        ]

    @property
    def alpha_residues(self) -> list[str]:
        """Names of the residues that the traces are of ("Ala7 A")."""
        return [self._atoms.residue_names[index] for index in self._atoms.residues[self._alphas]]


class _Atoms:
    """The shown atoms of a model as arrays."""

    def __init__(self, model: Model) -> None:
        from openmm.app import Element
        from openmm.unit import dalton

        shown = [residue for residue in model.solute.residues if residue.place != "water"]
        rows = [
            (index, residue, name, element)
            for index, residue in enumerate(shown)
            for name, element in zip(residue.names, residue.elements, strict=True)
        ]
        self.names = np.array([name for _, _, name, _ in rows])
        self.elements = np.array([element for *_, element in rows])
        self.residues = np.array([index for index, *_ in rows], dtype=int)
        self.chains = np.array([residue.chain for _, residue, _, _ in rows])
        self.polymer = np.array([residue.place == "polymer" for _, residue, _, _ in rows])
        self.ligand = np.array([residue.place == "ligand" for _, residue, _, _ in rows])
        self.heavy = self.elements != "H"
        self.alphas = self.polymer & np.isin(self.names, ("CA", "P")) & self.heavy
        masses = {symbol: Element.getBySymbol(symbol).mass.value_in_unit(dalton) for symbol in set(self.elements)}
        self.masses = np.array([masses[element] for element in self.elements])
        self.chain_of_residue = np.array([residue.chain for residue in shown])
        self.residue_names = [f"{residue.name.capitalize()}{_number(residue.key)} {residue.chain}" for residue in shown]
        self._residue_kinds = np.array([residue.name[:5] for residue in shown])

    def as_biotite(self, chosen: np.ndarray, frame: np.ndarray) -> Any:
        """Some atoms as an array of biotite."""
        from biotite.structure import AtomArray

        array = AtomArray(len(chosen))
        array.coord = frame[chosen].astype(np.float32)
        array.atom_name = self.names[chosen].astype("U6")
        array.element = np.char.upper(self.elements[chosen].astype("U2"))
        array.res_name = self._residue_kinds[self.residues[chosen]].astype("U5")
        array.res_id = self.residues[chosen]
        return array


def _number(key: str) -> str:
    """Number and insertion code of a residue's key ("A.115B" gives "115B")."""
    return key.rsplit(".", 1)[-1]
