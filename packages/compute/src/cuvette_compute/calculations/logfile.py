"""The human-readable log of a calculation."""

from __future__ import annotations

from typing import Any

import numpy as np


def calculation_log(calculation: dict[str, Any]) -> str:
    """A short text: what ran, the optimization's steps, frequencies and thermochemistry."""
    provenance = calculation["provenance"]
    ran, final = provenance["ran"], calculation["molecules"][-1]
    lines = [
        f"{calculation['name']}",
        f"Level of theory: {calculation['settings']['level_of_theory']}   engine: {ran['engine']} {ran['engine_version']}",
        f"Mode: {ran['mode']}",
        f"Charge {final['charge']}, multiplicity {final['multiplicity']}, {len(final['atoms'])} atoms",
        f"Started {provenance['started_at']} on {provenance['host']}, ended {provenance['ended_at']}",
    ]
    lines += [f"Deviation: {d['what']}. {d['reason']}" for d in provenance["deviations"]]
    lines += _steps(calculation["molecules"]) if provenance["convergence"] else [f"Energy: {final['energy']:.9f} Hartree"]
    if provenance["convergence"]:
        lines += _convergence(provenance["convergence"])
    if final.get("vibrational_modes") is not None:
        lines += _frequencies(final)
    if provenance["thermochemistry"]:
        lines += _thermochemistry(final, provenance["thermochemistry"])
    lines += [f"{m['type'].upper()}: {m['title']}. {m['body']}" for m in calculation["messages"]]
    return "\n".join(lines) + "\n"


def _steps(molecules: list[dict[str, Any]]) -> list[str]:
    lines = ["", " step        energy/Hartree    max gradient/(Hartree/Å)"]
    for index, molecule in enumerate(molecules):
        largest = float(np.linalg.norm(np.array(molecule["gradient"]), axis=1).max())
        lines.append(f"{index:5d}   {molecule['energy']:19.9f}   {largest:14.6e}")
    return lines


def _convergence(record: dict[str, Any]) -> list[str]:
    lines = [f"{'Converged' if record['converged'] else 'NOT converged'} after {record['steps']} steps"]
    for name in ("energy_change", "max_gradient", "rms_gradient"):
        lines.append(f"  {name:14s} {record[name]:.3e}  (threshold {record['thresholds'][name]:.3e})")
    return lines


def _frequencies(final: dict[str, Any]) -> list[str]:
    lines = ["", " mode   frequency/cm-1   reduced mass/amu   IR intensity/(km/mol)"]
    for index, mode in enumerate(final["vibrational_modes"]):
        intensity = "-" if mode["ir_intensity"] is None else f"{mode['ir_intensity']:.2f}"
        lines.append(f"{index + 1:5d}   {mode['frequency']:12.2f}   {mode['reduced_mass']:14.3f}   {intensity:>16s}")
    return lines


def _thermochemistry(final: dict[str, Any], record: dict[str, Any]) -> list[str]:
    return [
        "",
        f"Thermochemistry: {record['scheme']} (doi:{record['doi']})",
        f"  {record['temperature']} K, {record['pressure_atm']} atm ({record['concentration']} mol/L), rotational symmetry number "
        f"{record['symmetry_number']}, {record['imaginary_modes']} imaginary modes, flipped: {record['flipped_modes'] or 'none'}",
        f"  zero-point energy        {final['zero_point_energy']:14.9f} Hartree",
        f"  thermal energy           {final['thermal_energy_corr']:14.9f} Hartree",
        f"  thermal enthalpy         {final['thermal_enthalpy_corr']:14.9f} Hartree",
        f"  thermal free energy      {final['thermal_free_energy_corr']:14.9f} Hartree",
    ]
