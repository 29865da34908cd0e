import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { Pdb, type PolymerSequence, readMmcif, readMmcifSequences, readPdb, writePdb } from '@cuvette/core/chemistry';
import * as z from 'zod/mini';

/** A structure file to be read, whole or for its sequences alone (mmCIF), a structure to be written as one, or the JSON of one to be checked. */
export type PdbTask = { read: string } | { sequences: string } | { write: Pdb } | { verify: string };
export type PdbAnswer = { pdb: Pdb } | { sequences: PolymerSequence[] } | { text: string } | { problem: string };

/** Texts up to this many characters take some 100 ms at most; larger ones are read beside the server's own thread. */
const small = 1_000_000;
/** Seconds after which a file is given up. */
const limitSeconds = 60;

/** Whether a text is mmCIF rather than PDB: its first line that says anything opens a data block. */
function isMmcif(text: string): boolean {
  return /^(?:\s*(?:#[^\n]*)?\n)*\s*data_/i.test(text.slice(0, 20_000));
}

/** Carries out a task in the thread that calls. */
export function convertPdb(task: PdbTask): PdbAnswer {
  try {
    if ('write' in task) return { text: writePdb(task.write) };
    if ('verify' in task) return { text: JSON.stringify(z.parse(Pdb, JSON.parse(task.verify))) };
    if ('sequences' in task) return { sequences: readMmcifSequences(task.sequences) };
    const pdb = isMmcif(task.read) ? readMmcif(task.read) : readPdb(task.read);
    const atoms = pdb.models[0];
    const empty =
      !atoms || [atoms.polymer, atoms.non_polymer, atoms.water].every((part) => Object.keys(part).length === 0);
    return empty ? { problem: 'The text holds no atoms in PDB or mmCIF form.' } : { pdb };
  } catch (error) {
    return { problem: `The structure cannot be read: ${(error as Error).message}` };
  }
}

function textOf(task: PdbTask): string {
  if ('read' in task) return task.read;
  if ('sequences' in task) return task.sequences;
  return 'verify' in task ? task.verify : JSON.stringify(task.write);
}

/** Carries out a task, a large one in a thread of its own, so that the server answers others meanwhile. */
export async function convertPdbAside(task: PdbTask): Promise<PdbAnswer> {
  const size = textOf(task).length;
  if (size <= small) return convertPdb(task);
  const worker = new Worker(new URL(import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: 2048 } });
  const timer = setTimeout(() => worker.terminate(), limitSeconds * 1000);
  try {
    return await new Promise<PdbAnswer>((resolve) => {
      worker.once('message', resolve);
      worker.once('error', () => resolve({ problem: 'The structure is too large to be read here.' }));
      worker.once('exit', () => resolve({ problem: `The structure could not be read within ${limitSeconds} s.` }));
      worker.postMessage(task);
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

const Task = z.union([
  z.object({ read: z.string() }),
  z.object({ sequences: z.string() }),
  z.object({ verify: z.string() }),
  z.object({ write: Pdb }),
]);

if (!isMainThread && parentPort) {
  const port = parentPort;
  port.once('message', (message: unknown) => port.postMessage(convertPdb(z.parse(Task, message))));
}
