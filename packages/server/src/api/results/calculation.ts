import { Calculation, CalculationSummary, Molecule } from '@cuvette/core/entities';
import { type InputProgram, inputPrograms, NotWritable, writeInput } from '@cuvette/core/methods';
import * as z from 'zod/mini';
import { HttpProblem } from '../../errors.ts';
import { endOfText } from '../../files/file-store.ts';
import {
  readCalculation,
  readCalculationLog,
  readCalculations,
  readManyMolecules,
  readMolecules,
  readWholeCalculation,
} from '../../store/calculations.ts';
import { choice, flag, uuidList } from '../http/parameter-kinds.ts';
import { byUuid, mostReadTogether, tail } from '../http/parameters.ts';
import { type Route, readRoutes } from '../http/route.ts';

/** Calculations whose molecules are read in one call at most. */
const batch = 25;

const Molecules = z.array(Molecule);
const ProgramInput = z.object({ filename: z.string(), text: z.string(), notes: z.array(z.string()) });
const return_frequencies = flag('Whether the molecules come with their vibrational modes, which can be large.', false);

/** Calculations and their molecules. */
export const calculationRoutes: Route[] = [
  ...readRoutes('GET /calculation/read_molecules', {
    summary: `Reads the molecules of up to ${batch}{| shared} calculations at once`,
    description:
      'The answer has the molecules by the identifier of their calculation; what the caller cannot see is left out.',
    query: { uuids: uuidList('calculation', batch), return_frequencies },
    answer: z.record(z.string(), Molecules),
    handle: ({ services, db, reader, query }) =>
      readManyMolecules(db.drizzle, services.files, reader, query.uuids, query.return_frequencies),
  }),
  ...readRoutes('GET /calculation/read_calculations', {
    summary: `Reads up to ${mostReadTogether}{| shared} calculations at once, without their molecules`,
    description: 'By their identifiers; what the caller cannot see is left out.',
    query: { uuids: uuidList('calculation', mostReadTogether) },
    answer: z.record(z.string(), CalculationSummary),
    handle: async ({ db, reader, query }) => byUuid(await readCalculations(db.drizzle, reader, query.uuids)),
  }),
  ...readRoutes('GET /calculation/:uuid', {
    summary: 'Reads {a|a shared} calculation without its molecules',
    answer: CalculationSummary,
    handle: ({ db, reader, uuid }) => readCalculation(db.drizzle, reader, uuid),
  }),
  ...readRoutes('GET /calculation/:uuid/molecules', {
    summary: 'Reads the molecules of {a|a shared} calculation in the order of the steps; the last is the final one',
    query: { return_frequencies },
    answer: Molecules,
    handle: ({ services, db, reader, uuid, query }) =>
      readMolecules(db.drizzle, services.files, reader, uuid, query.return_frequencies),
  }),
  ...readRoutes('GET /calculation/:uuid/stjames', {
    summary: 'Reads {a|a shared} calculation with its settings, molecules and properties',
    answer: Calculation,
    handle: ({ services, db, reader, uuid }) => readWholeCalculation(db.drizzle, services.files, reader, uuid),
  }),
  ...readRoutes('GET /calculation/:uuid/logfile', {
    summary: 'Reads the log of {a|a shared} calculation, or the end of it',
    query: tail,
    answer: z.looseObject({ logfile: z.string() }),
    async handle({ services, db, reader, uuid, query }) {
      const log = await readCalculationLog(db.drizzle, services.files, reader, uuid);
      if (log === null) return null;
      const bytes = Buffer.from(log);
      return { logfile: endOfText(bytes.subarray(-query.tail), bytes.length) };
    },
  }),
  ...readRoutes('GET /calculation/:uuid/input', {
    summary: 'Writes {a|a shared} calculation as the input of another program, or its structure as a scene',
    description:
      'The structure is the first one where the calculation optimizes, else the last. What the program does not have is refused (422) with the reason; `notes` say what the input leaves out.',
    query: {
      program: choice('The program: its input, a QCSchema document, or a scene of MolViewSpec.', inputPrograms, {
        fallback: 'orca',
      }),
      structure: choice('Which structure of the calculation, where not the usual one.', ['first', 'last']),
    },
    answer: ProgramInput,
    async handle({ services, db, reader, uuid, query: { program, structure } }) {
      const whole = await readWholeCalculation(db.drizzle, services.files, reader, uuid);
      return whole && inputOf(whole, program, structure);
    },
  }),
];

/** The input of a program for a calculation. Throws 422 with the reason for what the program does not have, and for a calculation without structures. */
function inputOf(whole: Calculation, program: InputProgram, structure: 'first' | 'last' | undefined) {
  const { settings, tasks, molecules } = whole;
  const optimizes = [...tasks, ...settings.tasks].some((task) => task.startsWith('optimize'));
  const molecule = molecules.at((structure ?? (optimizes ? 'first' : 'last')) === 'first' ? 0 : -1);
  if (!molecule) throw new HttpProblem(422, 'The calculation has no structure yet.');
  try {
    return writeInput(program, { molecule, settings, tasks, name: whole.name ?? 'calculation' });
  } catch (error) {
    if (error instanceof NotWritable) throw new HttpProblem(422, error.message, 'program');
    throw error;
  }
}
