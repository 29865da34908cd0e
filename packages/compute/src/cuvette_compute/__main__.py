"""`python -m cuvette_compute probe | run | warm | bridge | pieces | protein | outputs | convert | structures`: see PROTOCOL.md."""

from __future__ import annotations

import argparse
import sys

from .runtime.protocol import Emitter, claim_stdout


def main(arguments: list[str] | None = None) -> int:
    """Parse the command line and run one command; libraries are loaded only after threads are set."""
    parser = argparse.ArgumentParser(prog="cuvette_compute", description="Cuvette's compute package: engines and recipes.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("probe", help="print what this machine can compute as one JSON line")
    run_parser = commands.add_parser("run", help="run one job and print its events as JSON lines")
    run_parser.add_argument("--job", required=True, metavar="FILE", help="the job as JSON; - for standard input")
    run_parser.add_argument("--dir", required=True, metavar="DIR", help="a fresh private directory for this job's files")
    protein_parser = commands.add_parser("protein", help="check one protein against a force field and print the report as a JSON line")
    protein_parser.add_argument("--job", required=True, metavar="FILE", help="the job as JSON; - for standard input")
    protein_parser.add_argument("--dir", required=True, metavar="DIR", help="a fresh private directory")
    warm_parser = commands.add_parser("warm", help="fork a process for each job that descriptor 4 asks for, with everything loaded")
    warm_parser.add_argument("--walls", dest="shut", action="store_const", const="walls", help="shut each job in by namespaces of its own")
    warm_parser.add_argument("--rules", dest="shut", action="store_const", const="rules", help="shut each job in by rules of its own")
    bridge_parser = commands.add_parser("bridge", help="pass the pieces of a job on to the Dask cluster that CUVETTE_DASK describes")
    bridge_parser.add_argument("--check", action="store_true", help="only say what is wrong with CUVETTE_DASK, if anything is")
    pieces_parser = commands.add_parser("pieces", help="fork a process for each job whose pieces a Dask worker gets")
    pieces_parser.add_argument("--control", required=True, type=int, metavar="N", help="the descriptor on which they are asked for")
    pieces_parser.add_argument("--walls", dest="shut", action="store_const", const="walls", help="shut each in by namespaces of its own")
    pieces_parser.add_argument("--rules", dest="shut", action="store_const", const="rules", help="shut each in by rules of its own")
    outputs_parser = commands.add_parser("outputs", help="read the output of another program and write what it holds to answer.json")
    outputs_parser.add_argument("--file", required=True, metavar="FILE", help="the output, or a zip of its folder")
    outputs_parser.add_argument("--name", required=True, help="what the file was called")
    outputs_parser.add_argument("--dir", required=True, metavar="DIR", help="a fresh private directory for the answer")
    commands.add_parser("convert", help="answer conversion requests, one JSON line each")
    commands.add_parser("structures", help="keep molecules in memory and answer searches by structure, one JSON line each")
    options = parser.parse_args(arguments)
    descriptor = claim_stdout()
    if options.command == "run":
        from .catalogue import CATALOGUE
        from .runtime.run import run

        return run(options.job, options.dir, descriptor, CATALOGUE)
    if options.command == "protein":
        from .proteins import run_protein

        return run_protein(options.job, options.dir, descriptor)
    if options.command == "warm":
        from .catalogue import CATALOGUE
        from .runtime.warm import serve as serve_warm

        return serve_warm(descriptor, options.shut, CATALOGUE)
    if options.command == "bridge":
        from .runtime.cluster import bridge

        return bridge.check() if options.check else bridge.main(descriptor)
    if options.command == "pieces":
        from .recipes import load_for_any_piece
        from .runtime.cluster.host import serve as serve_pieces

        return serve_pieces(options.control, load_for_any_piece, options.shut)
    from .runtime.threads import set_threads

    set_threads(1)
    if options.command == "outputs":
        from .outputs import run_outputs

        return run_outputs(options.file, options.name, options.dir)
    if options.command == "probe":
        from .probe import probe

        Emitter(descriptor).send(probe())
        return 0
    if options.command == "structures":
        from .convert.searches import serve as serve_structures

        return serve_structures(Emitter(descriptor))
    from .convert import serve

    return serve(Emitter(descriptor))


if __name__ == "__main__":
    sys.exit(main())
