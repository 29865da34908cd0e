import { parentPort } from 'node:worker_threads';
import { Pdb, type PolymerSequence, readMmcif, readMmcifSequences, readPdb, writePdb } from '@cuvette/core/chemistry';
import * as z from 'zod/mini';

/** A structure file to be read, whole or for its sequences alone (mmCIF), a structure to be written as one, or the JSON of one to be checked. */
export type PdbTask = { read: string } | { sequences: string } | { write: Pdb } | { verify: string };
/** `json`: a structure as the JSON text of a `Pdb`, because moving a large object between threads blocks both for seconds. */
export type PdbAnswer = { json: string } | { sequences: PolymerSequence[] } | { text: string } | { problem: string };

/** Whether a text is mmCIF rather than PDB: its first line that is neither blank nor a comment opens a data block. Reads each character once. */
function isMmcif(text: string): boolean {
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, end).trimStart();
    if (line !== '' && !line.startsWith('#')) return /^data_/i.test(line);
    start = end + 1;
  }
  return false;
}

/** Carries out a task in the thread that calls. */
export function convertPdb(task: PdbTask): PdbAnswer {
  try {
    if ('write' in task) return { text: writePdb(task.write) };
    if ('verify' in task) return { json: JSON.stringify(z.parse(Pdb, JSON.parse(task.verify))) };
    if ('sequences' in task) return { sequences: readMmcifSequences(task.sequences) };
    const pdb = isMmcif(task.read) ? readMmcif(task.read) : readPdb(task.read);
    const atoms = pdb.models[0];
    const empty =
      !atoms || [atoms.polymer, atoms.non_polymer, atoms.water].every((part) => Object.keys(part).length === 0);
    return empty ? { problem: 'The text holds no atoms in PDB or mmCIF form.' } : { json: JSON.stringify(pdb) };
  } catch (error) {
    return { problem: `The structure cannot be read: ${(error as Error).message}` };
  }
}

const Task = z.union([
  z.object({ read: z.string() }),
  z.object({ sequences: z.string() }),
  z.object({ verify: z.string() }),
  z.object({ write: Pdb }),
]);

if (parentPort) {
  const port = parentPort;
  port.on('message', (message: unknown) => port.postMessage(convertPdb(z.parse(Task, message))));
  port.postMessage('ready');
}
