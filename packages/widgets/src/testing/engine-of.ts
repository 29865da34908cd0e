import { readXyz } from '@cuvette/core/chemistry';
import { Molecule } from '@cuvette/core/entities';

/** 3Dmol's viewer of a canvas, with the members that a test reads; undefined where nothing was drawn yet. */
export const engineOf = <Inside>(canvas: Element | null | undefined): Inside =>
  Reflect.get(canvas ?? {}, '_3dmol_viewer');

/** The first structure of an XYZ file, as a neutral singlet. */
export const moleculeOf = (xyz: string): Molecule => Molecule.parse({ ...readXyz(xyz)[0], charge: 0, multiplicity: 1 });
