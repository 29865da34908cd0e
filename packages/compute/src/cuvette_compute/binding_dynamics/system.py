"""The simulated system in OpenMM: topology from plain data, ff14SB and TIP3P with the ligand's own parameters, water and ions around it."""

from __future__ import annotations

import io
import json
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any
from xml.sax.saxutils import quoteattr

import numpy as np

from ..errors import InputError
from ..proteins.fixer import _load
from .ambertools import LigandParameters
from .solute import _DISULFIDE, Residue, Solute

FORCE_FIELD_NAME = "ff14SB, GAFF2 with AM1-BCC charges, TIP3P water"
_FILES = ("amber14/protein.ff14SB.xml", "amber14/DNA.OL15.xml", "amber14/RNA.OL3.xml", "amber14/tip3p.xml")
ANCHOR = "anchor"
"""Global parameter of a context: half the force constant (kJ/(mol nm²)) that holds the solute's heavy atoms; 0 unless it is set."""
_LIGAND = "LIG"
# What is in the files of ff14SB: Amber's 1-4 scaling.
_COULOMB_14, _LJ_14 = 1 / 1.2, 0.5
# A box must stay wider than two cutoffs while the pressure changes it.
_SPARE = 1.3
# Å around hydrogens and heavy atoms within which a bond is seen where names do not say it.
_BOND_LENGTHS = {"H": 1.25, "S": 2.1, "P": 2.0, "CL": 2.0, "BR": 2.1, "I": 2.3}


@dataclass
class Settings:
    """How the system is simulated; lengths in Å, times in fs, ps and ns, K, atm, mol/L, kcal/(mol Å²)."""

    temperature: float = 300.0
    pressure_atm: float = 1.0
    langevin_timescale_ps: float = 1.0
    timestep_fs: float = 2.0
    constrain_hydrogens: bool = True
    nonbonded_cutoff: float = 8.0
    protein_restraint_cutoff: float | None = 7.0
    protein_restraint_constant: float = 100.0
    ionic_strength_M: float = 0.1
    water_buffer: float = 6.0
    hydrogen_mass: float | None = None
    """u of the solute's hydrogens, taken from the atoms that they are bonded to; None leaves the masses as they are"""


@dataclass
class Model:
    """Everything that a system is made from again: the solute, its parameters, how many waters and ions, positions (Å) and box (Å)."""

    solute: Solute
    parameters: LigandParameters | None
    """of the ligand, where there is one"""
    ligand_bonds: list[list[int]]
    solvent: list[list[Any]]
    """[residue name, count] in the order of the atoms behind the solute"""
    positions: np.ndarray
    box: np.ndarray

    def to_json(self) -> dict[str, Any]:
        from .packing import pack_floats

        return {
            "solute": self.solute.to_json(),
            "parameters": None if self.parameters is None else asdict(self.parameters),
            "ligand_bonds": self.ligand_bonds,
            "solvent": self.solvent,
            "positions": pack_floats(self.positions),
            "box": self.box.tolist(),
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Model:
        from .packing import unpack_floats

        return cls(
            Solute.from_json(value["solute"]),
            None if value["parameters"] is None else LigandParameters(**value["parameters"]),
            value["ligand_bonds"],
            value["solvent"],
            unpack_floats(value["positions"]).reshape(-1, 3),
            np.array(value["box"]),
        )

    @property
    def shown(self) -> int:
        """How many atoms people see: protein, ions of the structure, ligand; no water."""
        return sum(len(residue.names) for residue in self.solute.residues if residue.place != "water")

    def atoms_of(self, place: str) -> np.ndarray:
        """Places (0-based) of the atoms of a kind of residue."""
        found, start = [], 0
        for residue in self.solute.residues:
            if residue.place == place:
                found += range(start, start + len(residue.names))
            start += len(residue.names)
        return np.array(found, dtype=int)

    def elements(self) -> list[str]:
        """Symbols of the solute's atoms in order."""
        return [element for residue in self.solute.residues for element in residue.elements]

    def names(self) -> list[str]:
        return [name for residue in self.solute.residues for name in residue.names]


def topology_of(model_solute: Solute, ligand_bonds: list[list[int]], solvent: list[list[Any]]) -> Any:
    """OpenMM's topology: a chain for each fragment, for the ligand, the ions, and all water."""
    _, app, *_ = _load()
    topology = app.Topology()
    chain, last = None, None
    element = {symbol: app.Element.getBySymbol(symbol) for symbol in {e for one in model_solute.residues for e in one.elements}}
    ligand_atoms: list[Any] = []
    odd: list[tuple[Residue, Any]] = []
    placed: list[tuple[Residue, Any]] = []
    for residue in model_solute.residues:
        group = (residue.place, residue.fragment if residue.place == "polymer" else 0)
        if group != last:
            chain, last = topology.addChain(), group
        made = topology.addResidue(_LIGAND if residue.place == "ligand" else residue.name.upper(), chain)
        atoms = [topology.addAtom(name, element[e], made) for name, e in zip(residue.names, residue.elements, strict=True)]
        if residue.place == "ligand":
            ligand_atoms = atoms
        else:
            placed.append((residue, made))
    for name, count in solvent:
        chain = topology.addChain()
        for _ in range(count):
            made = topology.addResidue(name, chain)
            if name == "HOH":
                for atom, symbol in (("O", "O"), ("H1", "H"), ("H2", "H")):
                    topology.addAtom(atom, app.Element.getBySymbol(symbol), made)
            else:
                topology.addAtom(name, app.Element.getBySymbol(name.capitalize()), made)
    topology.createStandardBonds()
    bonded = {atom.index for pair in topology.bonds() for atom in pair}
    for residue, made in placed:
        if residue.place == "polymer" and any(atom.index not in bonded for atom in made.atoms()):
            odd.append((residue, made))
    if odd:
        _bonds_by_distance(topology, model_solute, odd)
    for a, b in ligand_bonds:
        topology.addBond(ligand_atoms[a], ligand_atoms[b])
    _disulfides(topology, placed)
    return topology


def _bonds_by_distance(topology: Any, solute: Solute, odd: list[tuple[Residue, Any]]) -> None:
    """Bonds of residues whose atoms have other names than the usual ones; inside the residue, and to its neighbours."""
    there = {frozenset((a.index, b.index)) for a, b in topology.bonds()}

    def reach(a: str, b: str) -> float:
        lengths = [_BOND_LENGTHS.get(symbol.upper(), 1.75) for symbol in (a, b)]
        return min(lengths) if "H" in (a, b) else max(lengths)

    at = np.array([place for residue in solute.residues for place in residue.positions])
    residues = list(topology.residues())
    for _, made in odd:
        near = [one for one in residues if one.chain is made.chain and abs(one.index - made.index) <= 1]
        own = list(made.atoms())
        for other in near:
            for a in own:
                for b in other.atoms():
                    pair = frozenset((a.index, b.index))
                    if len(pair) < 2 or pair in there or (other is not made and "H" in (a.element.symbol, b.element.symbol)):
                        continue
                    if a.element.symbol == b.element.symbol == "H":
                        continue
                    if np.linalg.norm(at[a.index] - at[b.index]) < reach(a.element.symbol, b.element.symbol):
                        topology.addBond(a, b)
                        there.add(pair)


def _disulfides(topology: Any, placed: list[tuple[Residue, Any]]) -> None:
    there = {frozenset((a.index, b.index)) for a, b in topology.bonds()}
    sulfurs = []
    for residue, made in placed:
        if residue.name in ("CYS", "CYX") and "SG" in residue.names and "HG" not in residue.names:
            sulfurs.append((residue.of("SG"), next(atom for atom in made.atoms() if atom.name == "SG")))
    for index, (at, atom) in enumerate(sulfurs):
        for other_at, other in sulfurs[index + 1 :]:
            if np.linalg.norm(at - other_at) < _DISULFIDE and frozenset((atom.index, other.index)) not in there:
                topology.addBond(atom, other)


def force_field(parameters: LigandParameters | None, ligand_bonds: list[list[int]], symbols: list[str]) -> Any:
    """ff14SB and TIP3P, and the ligand's residue with an atom type for each of its atoms. Its torsions are added by `build_system`."""
    return _force_field(json.dumps([parameters and asdict(parameters), ligand_bonds, symbols]))


@lru_cache(maxsize=2)
def _force_field(text: str) -> Any:
    """As `force_field`; reading its files takes a second, and a job needs it twice."""
    values, ligand_bonds, symbols = json.loads(text)
    _, app, unit, _ = _load()
    found = app.ForceField(*_FILES)
    if values is None:
        return found
    parameters = LigandParameters(**values)
    mass = [app.Element.getBySymbol(symbol).mass.value_in_unit(unit.dalton) for symbol in symbols]
    lines = ["<ForceField>", "<AtomTypes>"]
    lines += [f'<Type name="lig-{i}" class="lig-{i}" element={quoteattr(symbol)} mass="{mass[i]!r}"/>' for i, symbol in enumerate(symbols)]
    lines += ["</AtomTypes>", "<Residues>", f'<Residue name="{_LIGAND}">']
    lines += [f'<Atom name="a{i}" type="lig-{i}" charge="{charge!r}"/>' for i, charge in enumerate(parameters.charges)]
    lines += [f'<Bond atomName1="a{a}" atomName2="a{b}"/>' for a, b in ligand_bonds]
    lines += ["</Residue>", "</Residues>", "<HarmonicBondForce>"]
    lines += [f'<Bond type1="lig-{int(a)}" type2="lig-{int(b)}" length="{length!r}" k="{k!r}"/>' for a, b, length, k in parameters.bonds]
    lines += ["</HarmonicBondForce>", "<HarmonicAngleForce>"]
    lines += [
        f'<Angle type1="lig-{int(a)}" type2="lig-{int(b)}" type3="lig-{int(c)}" angle="{angle!r}" k="{k!r}"/>'
        for a, b, c, angle, k in parameters.angles
    ]
    lines += ["</HarmonicAngleForce>", f'<NonbondedForce coulomb14scale="{_COULOMB_14!r}" lj14scale="{_LJ_14!r}">']
    lines += ['<UseAttributeFromResidue name="charge"/>']
    lines += [
        f'<Atom type="lig-{i}" sigma="{sigma!r}" epsilon="{epsilon!r}"/>'
        for i, (sigma, epsilon) in enumerate(zip(parameters.sigmas, parameters.epsilons, strict=True))
    ]
    lines += ["</NonbondedForce>", "</ForceField>"]
    found.loadFile(io.StringIO("\n".join(lines)))
    return found


def solvate(solute: Solute, parameters: LigandParameters | None, ligand_bonds: list[list[int]], settings: Settings) -> Model:
    """The solute in a box of water with ions. Raises InputError for residues that the force field does not know."""
    _, app, unit, _ = _load()
    topology = topology_of(solute, ligand_bonds, [])
    positions = np.array([place for residue in solute.residues for place in residue.positions])
    found = force_field(parameters, ligand_bonds, _ligand_symbols(solute))
    check_residues(found, topology, solute)
    width = _box_width(positions, settings)
    modeller = app.Modeller(topology, [list(row / 10) for row in positions] * unit.nanometer)
    shape = {"boxSize": _vector(width)} if np.ptp(width) > 1e-9 or width[0] < 30 else {"boxVectors": _dodecahedron(width[0])}
    modeller.addSolvent(
        found,
        model="tip3p",
        ionicStrength=settings.ionic_strength_M * unit.molar,
        residueTemplates=_templates(modeller.topology),
        **shape,
    )
    box = np.array([[value * 10 for value in row] for row in modeller.topology.getPeriodicBoxVectors().value_in_unit(unit.nanometer)])
    placed = np.array(modeller.positions.value_in_unit(unit.angstrom))
    counts: list[list[Any]] = []
    for residue in list(modeller.topology.residues())[len(solute.residues) :]:
        name = {"NA": "NA", "CL": "CL"}.get(residue.name.upper(), "HOH")
        if counts and counts[-1][0] == name:
            counts[-1][1] += 1
        else:
            counts.append([name, 1])
    # The pressure scales each molecule about the origin: the protein, whose restraints stay, hardly moves when it lies there.
    placed -= placed[: len(positions)].mean(axis=0)
    return Model(solute, parameters, ligand_bonds, counts, placed, box)


def _ligand_symbols(solute: Solute) -> list[str]:
    """Elements of the ligand's atoms; none where there is no ligand."""
    return next((residue.elements for residue in solute.residues if residue.place == "ligand"), [])


def _templates(topology: Any) -> dict[Any, str]:
    return {residue: _LIGAND for residue in topology.residues() if residue.name == _LIGAND}


def _vector(width: np.ndarray) -> Any:
    openmm, *_ = _load()
    return openmm.Vec3(*(float(value) / 10 for value in width))


def _dodecahedron(width: float) -> Any:
    """Box vectors of a rhombic dodecahedron whose images lie this far apart (Å); 0.71 of the volume of a cube."""
    openmm, *_ = _load()
    edge = float(width) / 10
    return (openmm.Vec3(edge, 0, 0), openmm.Vec3(0, edge, 0), openmm.Vec3(edge / 2, edge / 2, edge * 2**0.5 / 2))


def _box_width(positions: np.ndarray, settings: Settings) -> np.ndarray:
    """Edges in Å. A restrained protein does not turn, so the box fits its extents; a free one needs its diameter in all directions."""
    least = 2 * settings.nonbonded_cutoff * _SPARE
    extents = np.ptp(positions, axis=0) + 2 * settings.water_buffer
    if settings.protein_restraint_cutoff is not None:
        return np.maximum(extents, least)
    centre = (positions.max(axis=0) + positions.min(axis=0)) / 2
    diameter = 2 * float(np.linalg.norm(positions - centre, axis=1).max()) + 2 * settings.water_buffer
    # The planes of a dodecahedron's cell lie 0.71 of its edge apart.
    return np.full(3, max(diameter, least * (2**0.5 if diameter >= 30 else 1)))


def check_residues(found: Any, topology: Any, solute: Solute) -> None:
    unknown = [residue for residue in found.getUnmatchedResidues(topology) if residue.name != _LIGAND]
    if not unknown:
        return
    named = [f"{solute.residues[residue.index].name} {solute.residues[residue.index].key}" for residue in unknown]
    shown = ", ".join(named[:8]) + (f" and {len(named) - 8} more" if len(named) > 8 else "")
    raise InputError(
        f"ff14SB has no parameters for {shown} with the atoms that they have after the preparation. Take them out of the structure, or "
        "replace them by standard residues.",
        field="protein_uuid",
    )


def build_system(model: Model, settings: Settings, *, barostat_seed: int | None = None) -> tuple[Any, Any]:
    """OpenMM's topology and system; with a seed the pressure is held. Restraints are 1/2 k x² from the positions of the model.

    The heavy atoms of the solute can be held besides, by the context's parameter `ANCHOR`.
    """
    openmm, app, unit, _ = _load()
    topology = topology_of(model.solute, model.ligand_bonds, model.solvent)
    topology.setPeriodicBoxVectors([openmm.Vec3(*(float(value) / 10 for value in row)) for row in model.box] * unit.nanometer)
    symbols = _ligand_symbols(model.solute)
    constrained = settings.constrain_hydrogens
    held = restrained_atoms(model, settings.protein_restraint_cutoff)
    system = force_field(model.parameters, model.ligand_bonds, symbols).createSystem(
        topology,
        nonbondedMethod=app.PME,
        nonbondedCutoff=settings.nonbonded_cutoff / 10 * unit.nanometer,
        constraints=app.HBonds if constrained else None,
        rigidWater=constrained,
        hydrogenMass=None if settings.hydrogen_mass is None else settings.hydrogen_mass * unit.dalton,
        # What is held to its place has no drift, and taking its motion away would pull at it.
        removeCMMotion=not len(held),
        residueTemplates=_templates(topology),
    )
    for force in system.getForces():
        if isinstance(force, openmm.NonbondedForce):
            # A cutoff without it is a step in the energy, and the energy drifts.
            force.setUseSwitchingFunction(True)
            force.setSwitchingDistance(0.9 * settings.nonbonded_cutoff / 10)
    if model.parameters is not None:
        add_torsions(system, model.parameters, int(model.atoms_of("ligand")[0]))
    if len(held):
        system.addForce(_springs(model, held, repr(half_constant(settings.protein_restraint_constant))))
    elements = model.elements()
    anchors = _springs(model, np.array([index for index in range(model.shown) if elements[index] != "H"]), ANCHOR)
    anchors.addGlobalParameter(ANCHOR, 0.0)
    system.addForce(anchors)
    if barostat_seed is not None:
        barostat = openmm.MonteCarloBarostat(settings.pressure_atm * unit.atmosphere, settings.temperature * unit.kelvin, 25)
        barostat.setRandomNumberSeed(barostat_seed)
        system.addForce(barostat)
    return topology, system


def add_torsions(system: Any, parameters: LigandParameters, offset: int) -> None:
    """Add the ligand's proper and improper torsions to a system whose atom `offset` is its first."""
    openmm, *_ = _load()
    torsions = next(force for force in system.getForces() if isinstance(force, openmm.PeriodicTorsionForce))
    for a, b, c, d, periodicity, phase, k in parameters.torsions:
        torsions.addTorsion(int(a) + offset, int(b) + offset, int(c) + offset, int(d) + offset, int(periodicity), phase, k)


def restrained_atoms(model: Model, cutoff: float | None) -> np.ndarray:
    """Heavy atoms of the protein farther than the cutoff (Å) from every heavy atom of the ligand; none without a cutoff."""
    if cutoff is None:
        return np.array([], dtype=int)
    elements = np.array(model.elements())
    heavy = elements != "H"
    protein = np.array([index for index in model.atoms_of("polymer") if heavy[index]])
    ligand = np.array([index for index in model.atoms_of("ligand") if heavy[index]])
    far = np.full(len(protein), np.inf)
    for index in ligand:
        far = np.minimum(far, np.linalg.norm(model.positions[protein] - model.positions[index], axis=1))
    return protein[far > cutoff]


def half_constant(constant: float) -> float:
    """Half of a force constant: kJ/(mol nm²) from kcal/(mol Å²)."""
    return 0.5 * constant * 418.4


def _springs(model: Model, atoms: np.ndarray, half: str) -> Any:
    """Springs from the positions of the model; `half` is half of their constant, a number or the name of a parameter."""
    openmm, *_ = _load()
    force = openmm.CustomExternalForce(f"{half}*periodicdistance(x,y,z,x0,y0,z0)^2")
    for name in ("x0", "y0", "z0"):
        force.addPerParticleParameter(name)
    for index in atoms:
        force.addParticle(int(index), [float(value) / 10 for value in model.positions[index]])
    return force
