"""The smallest jobs of the types whose recipes run engines: what a test or a bench that runs all of them takes."""

from __future__ import annotations

from typing import Any

from conftest import WATER, atoms, from_smiles

_LEVEL = {"method": "gfn2_xtb", "tasks": ["optimize"], "mode": "rapid"}
_CHAIN = {"mode": "manual", "optimization_settings": [_LEVEL]}
_METHYLENE = atoms((6, 0, 0, 0), (1, 0, 0.99, -0.40), (1, 0, -0.99, -0.40), multiplicity=3)
_PLANAR_AMMONIA = atoms((7, 0, 0, 0), (1, 0.99, 0, 0), (1, -0.5, 0.87, 0), (1, -0.5, -0.87, 0))
_FORMALDEHYDE = atoms((6, 0, 0, -0.53), (8, 0, 0, 0.68), (1, 0, 0.94, -1.11), (1, 0, -0.94, -1.11))
_APART = atoms((6, 0, 0, -0.53), (8, 0, 0, 0.60), (1, 0, 1.9, -1.9), (1, 0, 1.5, -2.53))
_PEROXIDE = atoms((8, 0, 0.73, 0), (8, 0, -0.73, 0), (1, 0.8, 0.9, 0.45), (1, -0.8, -0.9, 0.45))
_GENERATOR = {
    "settings_type": "etkdg",
    "mode": "manual",
    "conf_opt_method": "gfn_ff",
    "num_initial_confs": 6,
    "num_confs_considered": 4,
}


def _molecule(smiles: str) -> dict[str, Any]:
    return from_smiles(smiles).to_json()


def tiny_jobs() -> dict[str, dict[str, Any]]:
    """The data of a job of each type, by type."""
    return {
        "basic_calculation": {"initial_molecule": WATER, "settings": {"method": "gfn2_xtb", "tasks": ["optimize", "frequencies"]}},
        "bde": {"initial_molecule": _molecule("C"), "mode": "gfn2_bond_type", "multistage_opt_settings": _CHAIN, "all_CH": True},
        "conformer_search": {
            "initial_smiles": "CCCC",
            "conf_gen_settings": _GENERATOR,
            "mso_mode": "manual",
            "multistage_opt_settings": _CHAIN,
        },
        "conformers": {
            "initial_molecule": _molecule("CCCC"),
            "mode": "rapid",
            "settings": {"final_method": "gfn2_xtb", "solvent": None, "num_initial_confs": 6},
        },
        "descriptors": {"initial_molecule": _molecule("C")},
        "double_ended_ts_search": {
            "reactant": _FORMALDEHYDE,
            "product": _APART,
            "calculation_settings": {"method": "gfn2_xtb", "mode": "rapid", "tasks": ["energy"]},
            "search_settings": {"min_num_nodes": 10, "num_interpolation_points": 20},
            "optimize_inputs": True,
            "optimize_ts": True,
        },
        "electronic_properties": {
            "initial_molecule": atoms((1, 0, 0, 0), (1, 0, 0, 0.74)),
            "settings": {"method": "hf", "basis_set": {"name": "STO-3G"}},
        },
        "fukui": {"initial_molecule": WATER},
        "hydrogen_bond_basicity": {
            "initial_molecule": _molecule("C#N"),
            "do_csearch": False,
            "do_optimization": True,
            "pkbhx_method": "vmin_hf_631gd_gfn2",
        },
        "ion_mobility": {
            "initial_molecule": _molecule("C[NH3+]"),
            "protonate": False,
            "temperature": 300,
            "do_csearch": False,
            "do_optimization": True,
            "ccs_method": "trajectory_he_siu",
        },
        "irc": {
            "initial_molecule": _PLANAR_AMMONIA,
            "mode": "manual",
            "settings": {"method": "gfn2_xtb", "mode": "careful", "tasks": ["energy"]},
            "preopt": True,
            "max_irc_steps": 4,
            "step_size": 0.05,
        },
        "macropka": {
            "initial_smiles": "CN",
            "min_pH": 0,
            "max_pH": 14,
            "min_charge": 0,
            "max_charge": 1,
            "compute_aqueous_solubility": False,
            "compute_solvation_energy": False,
            "macropka_method": "gfn2_alpb_linear",
            "bbb_method": None,
        },
        "molecular_dynamics": {
            "initial_molecule": WATER,
            "settings": {"ensemble": "nve", "timestep": 0.5, "num_steps": 20, "save_interval": 5, "temperature": 300},
            "calc_settings": {"method": "gfn2_xtb", "tasks": ["energy", "gradient"]},
        },
        "multistage_opt": {
            "initial_molecule": WATER,
            "mode": "manual",
            "optimization_settings": [{**_LEVEL, "method": "gfn1_xtb"}, _LEVEL],
            "singlepoint_settings": {"method": "gfn2_xtb", "tasks": ["energy"]},
        },
        "nmr": {
            "initial_molecule": _molecule("C"),
            "nmr_method": "giao_b3lyp_631gd",
            "solvent": "chloroform",
            "conf_gen_settings": None,
            "multistage_opt_settings": _CHAIN,
        },
        "pka": {
            "initial_smiles": "CO",
            "microscopic_pka_method": "gfn2_alpb_linear",
            "mode": "reckless",
            "pka_range": [2, 20],
            "deprotonate_elements": [8],
            "protonate_elements": [],
        },
        "redox_potential": {
            "initial_molecule": _molecule("C=O"),
            "mode": "manual",
            "redox_method": "gfn2_alpb_absolute",
            "solvent": "acetonitrile",
            "multistage_opt_settings": {
                "mode": "manual",
                "optimization_settings": [{**_LEVEL, "solvent_settings": {"solvent": "acetonitrile", "model": "alpb"}}],
            },
            "oxidation": True,
            "reduction": True,
        },
        "scan": {
            "initial_molecule": _PEROXIDE,
            "scan_settings": [{"type": "dihedral", "atoms": [3, 1, 2, 4], "start": 90, "stop": 180, "num": 3}],
            "calc_settings": _LEVEL,
            "wavefront_propagation": True,
        },
        "spin_states": {"initial_molecule": _METHYLENE, "states": [1, 3], "mode": "manual", "multistage_opt_settings": _CHAIN},
        "strain": {"initial_molecule": _molecule("CCCC"), "conf_gen_settings": _GENERATOR, "multistage_opt_settings": _CHAIN},
        "tautomers": {"initial_molecule": _molecule("CC=O"), "mode": "reckless", "tautomer_method": "gfn2_alpb"},
    }
