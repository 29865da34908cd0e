import { proteinWords } from './words.ts';

/** Largest file in megabytes, unpacked, that is sent to be read; some 400 000 atoms. */
const mostMegabytes = 32;

/** Endings that a name loses where it becomes a protein's name. */
const endings = /\.(?:pdb|ent|cif|mmcif)(?:\.gz)?$|\.gz$/i;

/** A protein's name after its file. */
export function nameOfFile(file: Pick<File, 'name'>): string {
  return file.name.replace(endings, '').trim() || file.name;
}

/**
 * The text of a structure file, unpacked where it is packed with gzip.
 * @throws Error with a message where it is too large or is not packed though its name says so
 */
export async function textOfFile(file: File): Promise<string> {
  const most = mostMegabytes * 1024 * 1024;
  if (file.size > most) throw new Error(proteinWords.tooLarge(mostMegabytes));
  if (!/\.gz$/i.test(file.name)) return file.text();
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > most) break;
      parts.push(part.value);
    }
  } catch {
    throw new Error(proteinWords.notPacked);
  }
  if (size > most) {
    await reader.cancel();
    throw new Error(proteinWords.tooLarge(mostMegabytes));
  }
  return new Blob(parts).text();
}
