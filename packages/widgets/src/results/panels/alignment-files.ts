import { type AlignedRow, readA3m } from '@cuvette/core/chemistry';
import type { Client } from '@cuvette/core/client';
import { downloadFailedText } from '@cuvette/core/entities';
import { readFile } from './read-file.ts';

/** The zip of an item's alignment files in one format. Throws "Download failed (status)" where the server refuses. */
export async function alignmentZip(client: Client, uuid: string, format: string): Promise<Blob> {
  const answer = await readFile(client, `/workflow/${encodeURIComponent(uuid)}/get_msa_files`, { msa_format: format });
  if (!answer.ok) throw new Error(downloadFailedText(answer.status));
  return answer.blob();
}

/** An alignment that a zip holds: the file's name and its rows. */
export interface ReadAlignment {
  name: string;
  rows: AlignedRow[];
}

/** The alignments in ColabFold's form in a zip, those of single chains before paired ones; empty files are left out. */
export async function alignmentsIn(zip: Blob): Promise<ReadAlignment[]> {
  const [{ unzipSync, strFromU8 }, bytes] = await Promise.all([import('fflate'), zip.arrayBuffer()]);
  return Object.entries(unzipSync(new Uint8Array(bytes)))
    .filter(([name, content]) => name.endsWith('.a3m') && content.length > 0)
    .map(([name, content]) => ({ name, rows: readA3m(strFromU8(content)) }))
    .filter(({ rows }) => rows.length > 0)
    .sort((a, b) => Number(a.name.startsWith('paired')) - Number(b.name.startsWith('paired')));
}
