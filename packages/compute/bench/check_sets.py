"""Check sets that recipes compute: each writes what it computed beside what was measured into `points/NAME.json`.

`npm run bench:accuracy` makes tables of them. Run in packages/compute, with the names of sets or none for all:
PYTHONPATH=src:tests .venv/bin/python bench/check_sets.py solubility pka
"""

from __future__ import annotations

import csv
import json
import math
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from conftest import Here, from_smiles
from ion_mobility import jobs as ion_jobs
from ion_mobility import settings as ion_settings
from rdkit import Chem

from cuvette_compute.properties import admet_network
from cuvette_compute.recipes.solubility import log_solubility
from cuvette_compute.units import GAS_CONSTANT_IN_KCAL_PER_MOLE_KELVIN, KCAL_PER_HARTREE

HERE = Path(__file__).parent
# RT ln 10 at 298.15 K.
KCAL_PER_LOG_UNIT = GAS_CONSTANT_IN_KCAL_PER_MOLE_KELVIN * 298.15 * math.log(10)
# What of a set is one value: its name, the class that it counts with, what was computed, what was measured.
Point = tuple[str, str, float, float]

# Lowest singlet above the lowest triplet in kcal/mol (T0). Methylene: Jensen and Bunker 1988 (10.1063/1.455184), the others from memory.
_SPIN_GAPS = {
    "methylene": ("[CH2]", 8.998),
    "oxygen": ("O=O", 22.6),
    "NH": ("[NH]", 35.9),
    "silylene": ("[SiH2]", -21.0),
    "difluorocarbene": ("F[C]F", -56.7),
}

# Thapa and Raghavachari 2019 and the tables of textbooks, as listed in the project's notes.
_PKA = {
    "acetic acid": ("CC(=O)O", 4.76, "conjugate_bases"),
    "phenol": ("Oc1ccccc1", 9.98, "conjugate_bases"),
    "4-nitrophenol": ("O=[N+]([O-])c1ccc(O)cc1", 7.14, "conjugate_bases"),
    "pyridine": ("c1ccncc1", 5.23, "conjugate_acids"),
    "aniline": ("Nc1ccccc1", 4.6, "conjugate_acids"),
    "ethanol": ("CCO", 15.9, "conjugate_bases"),
    "methylamine": ("CN", 10.63, "conjugate_acids"),
    "thiophenol": ("Sc1ccccc1", 6.61, "conjugate_bases"),
    "acetone": ("CC(C)=O", 19.3, "conjugate_bases"),
    "N-methylimidazole": ("Cn1ccnc1", 6.95, "conjugate_acids"),
}

# Conjugate acids of amines with a second polar group. Perrin 1965, opened in the IUPAC Digitized pKa Dataset v2.3 (10.5281/zenodo.7236452):
# at 25 °C; the means of 20 and 30 °C for 2-methoxyethylamine and 1,3-diaminopropane; at 20 °C for 2-dimethylaminoethanol.
_FOLDING_AMINES = {
    "ethanolamine": ("NCCO", 9.50),
    "diethanolamine": ("OCCNCCO", 8.883),
    "triethanolamine": ("OCCN(CCO)CCO", 7.762),
    "2-methoxyethylamine": ("COCCN", 9.445),
    "2-dimethylaminoethanol": ("CN(C)CCO", 9.31),
    "3-aminopropanol": ("NCCCO", 9.96),
    "2-amino-2-methylpropanol": ("CC(C)(N)CO", 9.72),
    "1,3-diaminopropane": ("NCCCN", 10.47),
}

# The saturated calomel electrode against SHE, V, as the calibration table has it.
_CALOMEL_V = 0.244

# ACONF (W1h-val), kcal/mol above the lowest conformer, in rising order.
_CONFORMERS = {"butane": ("CCCC", [0.598]), "pentane": ("CCCCC", [0.614, 0.961, 2.813])}

# Macroscopic pKa in water at 25 °C, from the first proton that leaves on. Opened for this table: acetic acid (Martell and Smith, Critical
# Stability Constants 1976, as LibreTexts' table E5 lists it), glycine, succinic acid and the first two of citric acid (table of
# polyprotic acids of J. R. Fromm, 1997). From memory of the CRC Handbook: the third of citric acid, histidine, ethylenediamine, imidazole
# and 4-aminobenzoic acid.
_MACROSCOPIC = {
    # SMILES, the charge of the form with all of these protons, pKa from the first proton that leaves on.
    "glycine": ("NCC(=O)O", 1, [2.350, 9.778]),
    "histidine": ("N[C@@H](Cc1cnc[nH]1)C(=O)O", 2, [1.80, 6.04, 9.33]),
    "citric acid": ("OC(=O)CC(O)(CC(=O)O)C(=O)O", 0, [3.130, 4.757, 6.40]),
    "acetic acid": ("CC(=O)O", 0, [4.757]),
    "succinic acid": ("OC(=O)CCC(=O)O", 0, [4.207, 5.636]),
    "ethylenediamine": ("NCCN", 2, [6.848, 9.928]),
    "imidazole": ("c1c[nH]cn1", 1, [6.99]),
    "4-aminobenzoic acid": ("Nc1ccc(cc1)C(=O)O", 1, [2.38, 4.85]),
}

# Measured distribution coefficients, octanol and water at pH 7.4: AstraZeneca's set in ChEMBL (CHEMBL3301361, 10.6019/CHEMBL3301361), the
# means of what it lists for racemates and enantiomers. Fifteen well-known drugs of the set.
_LOG_D = {
    "propranolol": ("CC(C)NCC(O)COc1cccc2ccccc12", 1.06),
    "naproxen": ("COc1ccc2cc(ccc2c1)C(C)C(=O)O", 0.18),
    "nicotine": ("CN1CCCC1c1cccnc1", 0.50),
    "ketoprofen": ("CC(C(=O)O)c1cccc(C(=O)c2ccccc2)c1", -0.09),
    "flurbiprofen": ("CC(C(=O)O)c1ccc(-c2ccccc2)c(F)c1", 0.85),
    "diclofenac": ("O=C(O)Cc1ccccc1Nc1c(Cl)cccc1Cl", 1.08),
    "procainamide": ("CCN(CC)CCNC(=O)c1ccc(N)cc1", -0.92),
    "pindolol": ("CC(C)NCC(O)COc1cccc2[nH]ccc12", -0.12),
    "imipramine": ("CN(C)CCCN1c2ccccc2CCc2ccccc12", 2.49),
    "acetaminophen": ("CC(=O)Nc1ccc(O)cc1", 0.25),
    "theophylline": ("Cn1c(=O)c2[nH]cnc2n(C)c1=O", -0.09),
    "tolbutamide": ("CCCCNC(=O)NS(=O)(=O)c1ccc(C)cc1", 0.44),
    "trimethoprim": ("COc1cc(Cc2cnc(N)nc2N)cc(OC)c1OC", 0.63),
    "caffeine": ("Cn1cnc2c1c(=O)n(C)c(=O)n2C", -0.03),
    "diazepam": ("CN1C(=O)CN=C(c2ccccc2)c2cc(Cl)ccc12", 2.69),
}


def _macropka(runner: Here, smiles: str, lowest: int) -> dict:
    data = {
        "initial_smiles": smiles,
        "min_pH": 0,
        "max_pH": 14,
        "min_charge": lowest,
        "max_charge": 2,
        "compute_aqueous_solubility": False,
        "compute_solvation_energy": False,
        "macropka_method": "gfn2_alpb_linear",
        "bbb_method": None,
    }
    return runner("macropka", data).result["data"]


def macropka(runner: Here) -> Iterator[Point]:
    for name, (smiles, charge, measured) in _MACROSCOPIC.items():
        found = {step["initial_charge"]: step["pKa"] for step in _macropka(runner, smiles, -3)["pKa_values"]}
        for place, reference in enumerate(measured):
            # One that lies outside of pH 0 to 14 is no value of the product.
            if charge - place in found:
                yield f"{name}, pKa {place + 1}", "water", found[charge - place], reference


def log_d(runner: Here) -> Iterator[Point]:
    for name, (smiles, measured) in _LOG_D.items():
        curve = _macropka(runner, smiles, -2)["logD_by_pH"]
        yield name, "pH 7.4", min(curve, key=lambda point: abs(point[0] - 7.4))[1], measured


def basicity_settings(smiles: str) -> dict:
    """The job of hydrogen-bond basicity of a molecule, as the form makes it."""
    return {
        "initial_molecule": from_smiles(smiles).to_json(),
        "mode": "auto",
        "do_csearch": True,
        "do_optimization": True,
        "pkbhx_method": "vmin_hf_631gd_gfn2",
    }


def hydrogen_bond_basicity(runner: Here) -> Iterator[Point]:
    unseen = json.loads((HERE / "sets" / "acceptors-laurence.json").read_text(encoding="utf-8"))["pkbhx"]
    for smiles, measured in unseen.items():
        sites = runner("hydrogen_bond_basicity", basicity_settings(smiles)).result["data"]["hba_sites"]
        best = max(sites, key=lambda site: site["pkbhx"])
        yield smiles, best["name"], math.log10(sum(10 ** site["pkbhx"] for site in sites)), measured


def admet(_: Here) -> Iterator[Point]:
    with (admet_network._resources() / "data" / "drugbank_approved.csv").open(encoding="utf-8") as file:
        drugs = [row for row in list(csv.DictReader(file))[::141] if Chem.MolFromSmiles(row["smiles"]) is not None][:20]
    probabilities = [endpoint for network in admet_network._networks() if network.classifies for endpoint in network.endpoints]
    for row in drugs:
        found = admet_network.predict(Chem.MolFromSmiles(row["smiles"]))
        for endpoint in dict.fromkeys(probabilities):
            yield f"{row['name']}, {endpoint}", "probability", found[endpoint], float(row[endpoint])


def _ion_mobility(runner: Here, method: str) -> Iterator[Point]:
    for name, measured, smiles, protonate in ion_jobs([]):
        found = runner("ion_mobility", ion_settings(smiles, method, protonate=protonate), threads=2).result["data"]
        yield name, "protonated metabolite" if protonate else "tetraalkylammonium", found["average_ccs"], measured


def ion_mobility(runner: Here) -> Iterator[Point]:
    return _ion_mobility(runner, "trajectory_n2_campuzano")


def ion_mobility_ieritano(runner: Here) -> Iterator[Point]:
    return _ion_mobility(runner, "trajectory_n2_ieritano")


def ion_mobility_inelastic(runner: Here) -> Iterator[Point]:
    return _ion_mobility(runner, "trajectory_n2_inelastic")


def _solubility(method: str) -> Iterator[Point]:
    with (HERE / "sets" / "solubility-delaney.csv").open() as file:
        for row in csv.DictReader(file):
            yield row["smiles"], "water", log_solubility(Chem.MolFromSmiles(row["smiles"]), method), float(row["log_s_measured"])


def solubility(_: Here) -> Iterator[Point]:
    return _solubility("esol_crippen")


def solubility_environments(_: Here) -> Iterator[Point]:
    return _solubility("esol_environments")


def pka(runner: Here) -> Iterator[Point]:
    for name, (smiles, measured, side) in _PKA.items():
        data = {
            "initial_smiles": smiles,
            "microscopic_pka_method": "gfn2_alpb_linear",
            "mode": "rapid",
            "pka_range": [-10, 40],
            "deprotonate_elements": [6] if name == "acetone" else [7, 8, 16],
            "protonate_elements": [7],
        }
        found = [site["pka"] for site in runner("pka", data).result["data"][side]]
        yield name, "acid" if side == "conjugate_bases" else "base", min(found) if side == "conjugate_bases" else max(found), measured


def folding_amines(runner: Here) -> Iterator[Point]:
    for name, (smiles, measured) in _FOLDING_AMINES.items():
        data = {
            "initial_smiles": smiles,
            "microscopic_pka_method": "gfn2_alpb_linear",
            "mode": "rapid",
            "pka_range": [-10, 40],
            "deprotonate_elements": [],
            "protonate_elements": [7],
        }
        yield name, "base", max(site["pka"] for site in runner("pka", data).result["data"]["conjugate_acids"]), measured


def redox_potential(runner: Here) -> Iterator[Point]:
    """The couples of `sets/redox-couples.json`, whose measured potentials were opened at the sources that it names."""
    level = {"method": "gfn2_xtb", "solvent_settings": {"solvent": "acetonitrile", "model": "alpb"}}
    couples = json.loads((HERE / "sets" / "redox-couples.json").read_text())["couples"]
    for name, smiles, group, kind, measured, _, _ in couples:
        data = {
            "initial_molecule": from_smiles(smiles).to_json(),
            "mode": "manual",
            "redox_method": "gfn2_alpb_absolute",
            "solvent": "acetonitrile",
            "multistage_opt_settings": {"mode": "manual", "optimization_settings": [level]},
            "oxidation": kind == "oxidation",
            "reduction": kind == "reduction",
        }
        # Without the lines, which are fitted to these numbers.
        yield name, group, runner("redox_potential", data).result["provenance"]["redox"]["absolute"][kind], measured + _CALOMEL_V


def conformers(runner: Here) -> Iterator[Point]:
    for name, (smiles, measured) in _CONFORMERS.items():
        data = {
            "initial_smiles": smiles,
            "conf_gen_settings": {"settings_type": "etkdg", "mode": "manual", "conf_opt_method": "gfn2_xtb", "num_initial_confs": 60},
            "multistage_opt_settings": {
                "mode": "manual",
                "optimization_settings": [{"method": "gfn2_xtb", "tasks": ["optimize"], "mode": "careful"}],
            },
        }
        energies = sorted(runner("conformer_search", data).result["data"]["energies"])
        for place, reference in enumerate(measured, 1):
            if place < len(energies):
                yield f"{name}, conformer {place + 1}", "alkane", (energies[place] - energies[0]) * KCAL_PER_HARTREE, reference


def tautomers(runner: Here) -> Iterator[Point]:
    """The second tautomer above the first in water, kcal/mol, without the correction of hydroxyl groups, which is fitted to them."""
    table = json.loads((HERE / "sets" / "tautomers.json").read_text(encoding="utf-8"))
    for name, group, first, second, log_k, _, _ in table["equilibria"]:
        data = {"initial_molecule": from_smiles(first).to_json(), "mode": "reckless", "tautomer_method": "gfn2_alpb"}
        result = runner("tautomers", data).result
        found = zip(result["provenance"]["tautomers"], [one["energy"] for one in result["data"]["tautomers"]], strict=True)
        # Enols come as E and Z: the lower one counts.
        energies: dict[str, float] = {}
        for smiles, energy in found:
            plain = Chem.MolToSmiles(Chem.MolFromSmiles(smiles), isomericSmiles=False)
            energies[plain] = min(energy, energies.get(plain, energy))
        one, other = (energies[Chem.CanonSmiles(smiles, useChiral=0)] for smiles in (first, second))
        yield name, group, (other - one) * KCAL_PER_HARTREE, -KCAL_PER_LOG_UNIT * log_k


def spin_states(runner: Here) -> Iterator[Point]:
    """Gaps of the chain of mode rapid, the type's default; those that the recipe withholds are no points."""
    chain = {
        "mode": "rapid",
        "optimization_settings": [{"method": "gfn2_xtb", "tasks": ["optimize"]}],
        "singlepoint_settings": {"method": "r2scan_3c", "tasks": ["energy"]},
    }
    for name, (smiles, measured) in _SPIN_GAPS.items():
        data = {"initial_molecule": from_smiles(smiles).to_json(), "states": [1, 3], "multistage_opt_settings": chain}
        singlet, triplet = runner("spin_states", data).result["data"]["spin_states"]
        projection = singlet.get("spin_projection")
        if projection and projection["withheld"]:
            print(f"{name}: withheld, the two ways differ by {projection['disagreement']} kcal/mol", flush=True)
            continue
        yield name, "open shell" if projection else "closed shell", (singlet["energy"] - triplet["energy"]) * KCAL_PER_HARTREE, measured


SETS = {
    each.__name__: each
    for each in (
        solubility,
        solubility_environments,
        conformers,
        tautomers,
        spin_states,
        redox_potential,
        pka,
        folding_amines,
        macropka,
        log_d,
        hydrogen_bond_basicity,
        admet,
        ion_mobility,
        ion_mobility_ieritano,
        ion_mobility_inelastic,
    )
}


def main() -> None:
    runner = Here(Path(tempfile.mkdtemp()))
    for name in sys.argv[1:] or SETS:
        begun = time.monotonic()
        points: list[Point] = []
        for point in SETS[name](runner):
            points.append(point)
            if name not in ("solubility", "solubility_environments", "admet"):
                print(f"{name}: {point[0]} {point[2]:.3f} {point[3]:.3f}", flush=True)
        _write(name, points)
        print(f"{name}: {len(points)} values, {time.monotonic() - begun:.0f} s", flush=True)


def _write(name: str, points: list[Point]) -> None:
    kept = [[label, group, round(computed, 4), round(measured, 4)] for label, group, computed, measured in points]
    rows = ",\n".join("  " + json.dumps(row) for row in kept)
    head = {"ran": time.strftime("%Y-%m-%d"), "versions": {package: version(package) for package in ("rdkit", "tblite")}}
    text = json.dumps(head)[:-1] + ', "points": [\n' + rows + "\n]}\n"
    (HERE / "points" / f"{name}.json").write_text(text)


if __name__ == "__main__":
    main()
