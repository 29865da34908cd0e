"""One calculation by ORCA through its Python interface (orca-pi), in an environment of its own that has nothing of Cuvette's.

`python orca_by_opi.py DIRECTORY` reads `asked.json` there and writes `answer.json`: energy (Hartree), gradient (Hartree/bohr), dipole
(atomic units), charges (e), bond orders as [atom, atom, order], gap (eV), spin squared. It ends with status 1 where ORCA did not finish.
"""

import json
import sys
from pathlib import Path

from opi.core import Calculator
from opi.input.simple_keywords.base import SimpleKeyword
from opi.input.structures.structure import Structure
from opi.output.core import Output


def main(directory: Path) -> int:
    """Write the input, run ORCA, and write what it computed."""
    asked = json.loads((directory / "asked.json").read_text())
    calculator = Calculator("job", directory, version_check=False)
    calculator.structure = Structure.from_xyz_block(asked["xyz"], charge=asked["charge"], multiplicity=asked["multiplicity"])
    calculator.input.add_simple_keywords(*(SimpleKeyword(word) for word in asked["keywords"]))
    for block in asked["blocks"]:
        calculator.input.add_arbitrary_string(block)
    calculator.input.ncores = asked["processes"]
    calculator.input.memory = asked["memory_mb"]
    calculator.write_input()
    if not calculator.run():
        return 1
    output = Output("job", working_dir=directory, version_check=False)
    output.parse()
    (directory / "answer.json").write_text(json.dumps(answer_of(output)))
    return 0


def answer_of(output: Output) -> dict:
    """The numbers of a finished run; null for what ORCA did not give."""
    dipoles, populations, mayer, spin = output.get_dipole(), output.get_mulliken(), output.get_mayer(), output.get_s2()
    return {
        "energy": output.get_final_energy(),
        "gradient": output.get_gradient(),
        "dipole": flat(dipoles[-1].dipoletotal) if dipoles else None,
        "charges": flat(populations[-1].atomiccharges) if populations else None,
        "bond_orders": bonds(mayer[-1]) if mayer else None,
        "gap": output.get_hl_gap(),
        "spin_squared": spin[0] if spin else None,
        "scf_converged": output.scf_converged(),
    }


def bonds(population) -> list[list[float]]:
    """Mayer's bond orders, atoms counted from 0."""
    orders, pairs = flat(population.bondorders) or [], population.components or []
    return [[pair[0], pair[2], order] for pair, order in zip(pairs, orders, strict=True)]


def flat(rows) -> list[float] | None:
    """A column of ORCA's matrices as a list."""
    return None if rows is None else [value for row in rows for value in row]


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
