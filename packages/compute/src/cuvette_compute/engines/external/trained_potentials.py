"""Neural potentials as their packages document them; loaded by `served.py` inside an environment of their own, never by Cuvette's.

Each function gets what `served.py` gives (method, numbers, charge, multiplicity, threads) and returns a function of positions in Angstrom
that gives energy (eV) and forces (eV/Angstrom). Weights are read from the folder that CUVETTE_WEIGHTS names: METHOD.pt, METHOD.model or
METHOD.ckpt. Nothing is downloaded.

Interfaces: aimnet 0.2 (`AIMNet2ASE`), mace-torch 0.3 (`MACECalculator`), orb-models 0.7 (`ORBCalculator`), fairchem-core 2
(`load_predict_unit`, `FAIRChemCalculator`).
"""

import os
from importlib import metadata
from pathlib import Path

ENDINGS = (".pt", ".model", ".ckpt", ".jpt")


def version_of(package):
    """The version of an installed package."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not reported"


def weights(method):
    """The file of a method. Raises FileNotFoundError with where it should be."""
    folder = os.environ.get("CUVETTE_WEIGHTS", "")
    for ending in ENDINGS:
        path = Path(folder) / (method + ending)
        if folder and path.is_file():
            return str(path)
    raise FileNotFoundError(f"the weights {method}{ENDINGS[0]} are not in the folder that CUVETTE_WEIGHTS names")


def device(threads):
    """The device of PyTorch, with its threads."""
    import torch

    torch.set_num_threads(threads)
    return "cuda" if torch.cuda.is_available() else "cpu"


def refuse_ions(title, charge, multiplicity):
    """Raises ValueError for what a potential without charge and spin cannot tell apart."""
    if charge != 0 or multiplicity != 1:
        raise ValueError(f"{title} knows neither charge nor spin; it covers neutral closed shells only")


def function_of(calculator, numbers, charge, multiplicity):
    """An ASE calculator as a function of positions; charge and multiplicity are set where each package reads them."""
    from ase import Atoms

    atoms = Atoms(numbers=numbers, info={"charge": charge, "spin": multiplicity, "mult": multiplicity})
    atoms.calc = calculator

    def compute(positions):
        atoms.set_positions(positions)
        return {"energy": float(atoms.get_potential_energy()), "forces": atoms.get_forces()}

    return compute


def aimnet2(method, numbers, charge, multiplicity, threads):
    """AIMNet2."""
    from aimnet.calculators import AIMNet2ASE, AIMNet2Calculator

    base = AIMNet2Calculator(weights(method), device=device(threads))
    return function_of(AIMNet2ASE(base, charge=charge, mult=multiplicity), numbers, charge, multiplicity)


def mace(method, numbers, charge, multiplicity, threads):
    """MACE and the models of its kind (Egret), in double precision."""
    from mace.calculators import MACECalculator

    refuse_ions("This MACE model", charge, multiplicity)
    calculator = MACECalculator(model_paths=weights(method), device=device(threads), default_dtype="float64")
    return function_of(calculator, numbers, charge, multiplicity)


def orb(method, numbers, charge, multiplicity, threads):
    """Orb, version 3; only the models of OMol know charge and spin."""
    from orb_models.forcefield import pretrained

    if not method.endswith("_omol"):
        refuse_ions("This Orb model", charge, multiplicity)
    where = device(threads)
    # Without this it compiles itself at its first call, which takes a C++ compiler and minutes on a CPU.
    loaded = getattr(pretrained, method)(weights_path=weights(method), device=where, precision="float32-highest", compile=False)
    if isinstance(loaded, tuple):
        from orb_models.forcefield.inference.calculator import ORBCalculator

        calculator = ORBCalculator(loaded[0], atoms_adapter=loaded[1], device=where)
    else:
        from orb_models.forcefield.calculator import ORBCalculator

        calculator = ORBCalculator(loaded, device=where)
    return function_of(calculator, numbers, charge, multiplicity)


def omol25(method, numbers, charge, multiplicity, threads):
    """OMol25 and UMA by fairchem; the task follows from the method's name."""
    from fairchem.core import FAIRChemCalculator, pretrained_mlip

    task = method.rsplit("_", 1)[1] if method.startswith("uma_") else "omol"
    if task != "omol":
        refuse_ions("This UMA task", charge, multiplicity)
    # The default computes with fewer digits on a GPU and compiles itself, which takes a C++ compiler and minutes on a CPU.
    predictor = pretrained_mlip.load_predict_unit(weights(method), inference_settings="batch", device=device(threads))
    # The tasks of materials were trained without a spin.
    return function_of(FAIRChemCalculator(predictor, task_name=task), numbers, charge, multiplicity if task == "omol" else 0)


aimnet2.__version__ = version_of("aimnet")
mace.__version__ = version_of("mace-torch")
orb.__version__ = version_of("orb-models")
omol25.__version__ = version_of("fairchem-core")
