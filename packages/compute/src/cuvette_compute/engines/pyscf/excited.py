"""Excited singlet states by time-dependent Hartree-Fock and density-functional theory: energies, strengths, the orbitals between them.

Transition moments are PySCF's. Rotatory strengths are in the velocity gauge, which does not depend on the origin: with R = Im(mu . m) and
<0|mu|n> = -<0|del|n> / E, where the length gauge has -<0|r|n> (Pedersen and Hansen 1995, 10.1016/0009-2614(95)01036-9). The Tamm-Dancoff
approximation: Hirata and Head-Gordon 1999, 10.1016/S0009-2614(99)01149-5.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...errors import ConvergenceError, InputError, MethodNotAvailable
from ...methods.settings import method_title
from ..base import Request
from .mean_field import theory_of
from .transition_orbitals import TransitionPair, transition_pairs

MOST_STATES = 50
MOST_ATOMS = 100
# Rotatory strength of e^2 hbar a0 / m_e in 10^-40 esu^2 cm^2: e a0 = 2.541746e-18 esu cm, e hbar / m_e c = 1.854802e-20 erg/G.
_ROTATORY_UNIT = 471.4436
# States beyond those asked for: the search starts from the lowest differences of orbitals, and misses a state that lies low without them.
_MORE_STATES = 5
# Excitations between orbitals that carry less than this part of a state are not listed.
_SMALLEST_WEIGHT = 0.1


@dataclass
class ExcitedStates:
    """States in the order of their energies, the ground state first, whose strengths are 0.

    `energies` are absolute, in Hartree; `oscillator` has no unit (length gauge); `rotatory` is in 10^-40 esu^2 cm^2 (velocity gauge).
    `transitions` has for each state the excitations between orbitals that it is made of, the largest first: how many orbitals below the
    HOMO it leaves, how many above the LUMO it goes to, and the part of it from 0 to 1. `pairs` are the natural transition orbitals of all
    states.
    """

    energies: list[float]
    oscillator: list[float]
    rotatory: list[float]
    transitions: list[list[tuple[int, int, float]]]
    pairs: list[TransitionPair]

    def to_json(self) -> dict[str, Any]:
        """As the last molecule of a calculation holds them; both lists of strengths have an entry for each energy."""
        return {
            "excited_state_energies": [round(each, 8) for each in self.energies],
            "oscillator_strengths": [round(each, 6) + 0.0 for each in self.oscillator],
            "rotatory_strengths": [round(each, 4) + 0.0 for each in self.rotatory],
            "excited_state_transitions": [[[lower, upper, round(part, 4)] for lower, upper, part in each] for each in self.transitions],
        }


def check_excited(request: Request, wanted: dict[str, Any], field_path: str) -> None:
    """Refuse before anything runs what cannot be computed: open shells, too many states or atoms, the VV10 term, an excited geometry."""
    path, title, molecule = f"{field_path}.excited_state_settings", method_title(request.method), request.molecule
    if molecule.multiplicity != 1 or request.reference == "unrestricted":
        raise InputError(
            f"Excited states are computed for closed shells only; this structure has multiplicity {molecule.multiplicity}. Compute the "
            "closed-shell ion, or leave out the excited states.",
            field=path,
        )
    if wanted["num_excitations"] > MOST_STATES:
        raise InputError(
            f"At most {MOST_STATES} excited states are computed at once, not {wanted['num_excitations']}. Ask for those that the spectrum "
            "needs; 20 reach far into the ultraviolet for most molecules.",
            field=f"{path}.num_excitations",
        )
    if len(molecule) > MOST_ATOMS:
        raise InputError(
            f"Excited states are computed for at most {MOST_ATOMS} atoms; this structure has {len(molecule)}. Cut out the part that "
            "absorbs and saturate it with hydrogen.",
            field=path,
        )
    if theory_of(request.method).nonlocal_correlation:
        raise MethodNotAvailable(
            f"{title} has a nonlocal correlation term for which no excited states are computed. Choose CAM-B3LYP, PBE0 or ωB97X-D3.",
            field=path,
        )
    if wanted.get("target_root") is not None:
        raise MethodNotAvailable("Geometries of excited states are not optimized on this server; leave out the target root.", field=path)


def excited_states(mean_field, count: int, tda: bool) -> ExcitedStates:
    """So many excited singlets of a solved restricted field, fewer where the basis has no more. Raises ConvergenceError."""
    occupied = int(np.count_nonzero(mean_field.mo_occ > 0))
    possible = occupied * (len(mean_field.mo_occ) - occupied)
    if possible == 0:
        raise ConvergenceError("The basis set has no empty orbital to excite an electron into. Choose a larger one.")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        solver = _response(mean_field, tda)
        solver.verbose, solver.nstates, solver.max_cycle = 0, min(count + _MORE_STATES, possible), 200
        solver.kernel()
    wanted = slice(0, count)
    missing = int(np.count_nonzero(~np.asarray(solver.converged)[wanted]))
    if missing:
        raise ConvergenceError(f"{missing} of {count} excited states did not converge. Ask for fewer or more of them.")
    gaps = np.asarray(solver.e, dtype=float)
    velocity, magnetic = np.asarray(solver.transition_velocity_dipole()), np.asarray(solver.transition_magnetic_dipole())
    # PySCF's moments are <0|del|n> = E <0|r|n> and Im <n|m|0>; the charge of the electron makes <0|mu|n> the negative of <0|r|n>.
    rotatory = -np.einsum("nx,nx->n", velocity, magnetic) / gaps * _ROTATORY_UNIT
    ground, coefficients = float(mean_field.e_tot), np.asarray(mean_field.mo_coeff)
    amplitudes = [np.asarray(x) for x, _ in solver.xy[wanted]]
    return ExcitedStates(
        [ground, *(ground + gaps[wanted])],
        [0.0, *(float(each) for each in solver.oscillator_strength(gauge="length")[wanted])],
        [0.0, *(float(each) for each in rotatory[wanted])],
        [[], *(_transitions(each, occupied) for each in amplitudes)],
        [
            pair
            for state, each in enumerate(amplitudes, start=1)
            for pair in transition_pairs(state, each, coefficients[:, :occupied], coefficients[:, occupied:])
        ],
    )


def _response(mean_field, tda: bool):
    """PySCF's solver of the excited singlets, which has another name for Hartree-Fock."""
    field = _plain(mean_field)
    if tda:
        return field.TDA()
    return field.TDDFT() if hasattr(field, "xc") else field.TDHF()


def _plain(mean_field):
    """The field with PySCF's own integrals, as the response needs more of them than the energy."""
    from pyscf import df, dft

    field = mean_field.copy()
    field.with_df = df.DF(field.mol, mean_field.with_df.auxbasis)
    field.with_df.max_memory = mean_field.with_df.max_memory
    if hasattr(field, "xc"):
        field._numint = dft.numint.NumInt()
    return field


def _transitions(amplitudes: np.ndarray, occupied: int) -> list[tuple[int, int, float]]:
    """The largest excitations of a state; amplitudes are occupied x empty orbitals with a norm of a half."""
    weights = 2 * amplitudes**2
    places = [(int(i), int(a)) for i, a in zip(*np.nonzero(weights >= _SMALLEST_WEIGHT), strict=True)]
    found = [(occupied - 1 - i, a, float(weights[i, a])) for i, a in places]
    return sorted(found, key=lambda each: -each[2])
