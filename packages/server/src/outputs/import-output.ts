import { open } from 'node:fs/promises';
import { type Destination, type ImportAnswer, importBundle, refuseDestination } from '../bundles/import.ts';
import type { Services } from '../services.ts';
import { bundleOfOutput, madeBy } from './bundle-of-output.ts';
import { readOutput } from './read-output.ts';

/** Most bytes of an output that are kept as the log of its item: its end, where it is longer. */
const logBytes = 2 * 2 ** 20;

/** The end of a text file, from the start of a line; empty for what is no text. */
async function endOf(file: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const start = Math.max(0, size - logBytes);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start);
    const bytes = buffer.subarray(0, bytesRead);
    if (bytes.includes(0)) return '';
    const text = bytes.toString('utf8');
    if (start === 0) return text;
    const line = text.indexOf('\n') + 1;
    return `(The first ${start + line} of ${size} bytes of the output are not kept.)\n${text.slice(line)}`;
  } finally {
    await handle.close();
  }
}

/**
 * Brings the results of another program into a folder: each calculation of the file becomes an item that says which program computed it and from which
 * file it was read. `file` lies in a private directory of its own. Throws 422 with the reason for what cannot be read, 403 and 404 for the folder.
 */
export async function importOutput(
  services: Pick<Services, 'db' | 'files' | 'config'>,
  destination: Destination,
  file: string,
  names: { file: string; name: string | null },
): Promise<ImportAnswer> {
  await refuseDestination(services, destination);
  const read = await readOutput(services.config, file, names.file);
  const bundle = bundleOfOutput(read, { ...names, log: await endOf(file) });
  const origin = (index: number) => {
    const one = read.calculations[index];
    return one ? { program: madeBy(one), file: names.file } : {};
  };
  return importBundle(services, destination, JSON.stringify(bundle), read.read, origin);
}
