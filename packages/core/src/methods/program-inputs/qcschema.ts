import { symbolOf } from '../../chemistry/elements.ts';
import { askedOf, basisOf, type InputWish, NotWritable, notesOf, type ProgramInput, stemOf } from './program-input.ts';
import { psi4Method } from './psi4.ts';

/** CODATA 2018, as compute has it. */
const angstromPerBohr = 0.529177210903;

/**
 * A QCSchema input (version 1): of a calculation with method and basis set as Psi4 names them, or of an optimization, which geomeTRIC runs.
 * Throws `NotWritable` for what the schema has no place for.
 */
export function qcschemaInput(wish: InputWish): ProgramInput {
  const { settings, molecule, name } = wish;
  if (molecule.cell) throw new NotWritable('A periodic structure has no place in QCSchema.');
  const { optimize, saddlePoint, frequencies, gradient, excited } = askedOf(wish);
  if (saddlePoint) throw new NotWritable('A search for a transition state has no place in QCSchema.');
  const notes = notesOf(wish, 'QCSchema');
  if (settings.solvent_settings) notes.push('QCSchema has no place for a solvent: the input is for the gas phase.');
  if (excited) notes.push('QCSchema has no place for excited states: the input is for the ground state.');
  if (optimize && frequencies) notes.push('The input is for the optimization; frequencies need an input of their own.');
  const basis = basisOf(settings, 'QCSchema');
  const model = { method: psi4Method(wish), ...(basis ? { basis } : {}) };
  const own = {
    schema_name: 'qcschema_molecule',
    schema_version: 2,
    symbols: molecule.atoms.map(({ atomic_number }) => symbolOf(atomic_number)),
    geometry: molecule.atoms.flatMap(({ position }) => position.map((value) => value / angstromPerBohr)),
    molecular_charge: molecule.charge,
    molecular_multiplicity: molecule.multiplicity,
    name,
    fix_com: true,
    fix_orientation: true,
  };
  const document = optimize
    ? {
        schema_name: 'qcschema_optimization_input',
        schema_version: 1,
        initial_molecule: own,
        input_specification: {
          schema_name: 'qcschema_input',
          schema_version: 1,
          driver: 'gradient',
          model,
          keywords: {},
        },
        keywords: { program: 'psi4' },
      }
    : {
        schema_name: 'qcschema_input',
        schema_version: 1,
        molecule: own,
        driver: frequencies ? 'hessian' : gradient ? 'gradient' : 'energy',
        model,
        keywords: {},
      };
  return { filename: `${stemOf(name)}.json`, text: `${JSON.stringify(document, null, 2)}\n`, notes };
}
