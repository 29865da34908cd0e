import { gaussianInput } from './gaussian.ts';
import { mvsjScene } from './mvsj.ts';
import { orcaInput } from './orca.ts';
import type { InputProgram, InputWish, ProgramInput } from './program-input.ts';
import { psi4Input } from './psi4.ts';
import { qcschemaInput } from './qcschema.ts';
import { xtbInput } from './xtb.ts';

/** What each program or form is called. */
export const inputTitles: Readonly<Record<InputProgram, string>> = {
  orca: 'ORCA',
  gaussian: 'Gaussian',
  psi4: 'Psi4',
  xtb: 'xtb',
  qcschema: 'QCSchema',
  mvsj: 'MolViewSpec',
};

const writers: Readonly<Record<InputProgram, (wish: InputWish) => ProgramInput>> = {
  orca: orcaInput,
  gaussian: gaussianInput,
  psi4: psi4Input,
  xtb: xtbInput,
  qcschema: qcschemaInput,
  mvsj: mvsjScene,
};

/** The input of a program for a calculation, or a scene of its structure. Throws `NotWritable` with the reason for what the program does not have. */
export function writeInput(program: InputProgram, wish: InputWish): ProgramInput {
  return writers[program](wish);
}
