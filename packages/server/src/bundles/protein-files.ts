import type { Pdb } from '@cuvette/core/chemistry';
import type { Bundle } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { convertPdbAside } from '../convert/pdb-aside.ts';
import { fileNameOf } from '../wire/file-name.ts';
import { type GivenStructures, uniqueStem } from './given-structures.ts';
import type { TextEntry } from './molecule-files.ts';

/** Files that one protein of the platform becomes: PDB, and JSON with what PDB has no place for. */
export const mostFilesOfProtein = 2;
/** PDB files that are written where calculations already share files. */
const mostBesideShared = 100;
/** Milliseconds after which no further PDB file is begun. */
const mostWritingMs = 20_000;

const json = 'application/json';

/** A protein as the store reads it; its structure was checked when it came. */
const StoredProtein = z.looseObject({
  name: z.optional(z.nullable(z.string())),
  data: z.optional(z.nullable(z.custom<Pdb>((value) => typeof value === 'object'))),
});

/**
 * Proteins of a bundle as files: each as PDB under its name, and those of the platform as JSON besides; `notes` says which have no PDB file and why.
 * `together`: the JSON in one file.
 */
export async function proteinFiles(
  bundle: Bundle,
  given: GivenStructures,
  together: boolean,
): Promise<{ entries: TextEntry[]; notes: string[] }> {
  const entries: TextEntry[] = [];
  const notes: string[] = [];
  const taken = new Set(['all']);
  const known = Object.entries(bundle.proteins);
  const structures: { stem: string; title: string; pdb: Pdb }[] = [];
  for (const [, value] of known) {
    const { name, data } = z.parse(StoredProtein, value);
    const title = name ?? 'protein';
    const stem = uniqueStem(fileNameOf(title, 'protein'), taken);
    if (data) structures.push({ stem, title, pdb: data });
    if (together) continue;
    const text = `${JSON.stringify(value, null, 1)}\n`;
    entries.push({ path: `proteins/${stem}.json`, mediaType: json, title: `${title}, as Cuvette keeps it`, text });
  }
  if (together && known.length > 0) {
    const text = JSON.stringify(bundle.proteins);
    entries.push({ path: 'proteins/all.json', mediaType: json, title: 'all proteins, as Cuvette keeps them', text });
  }
  for (const { stem, words, pdb } of given.proteins) {
    structures.push({ stem: uniqueStem(stem, taken), title: `the protein that was put in: ${words}`, pdb });
  }
  if (together && structures.length > mostBesideShared) {
    notes.push(
      `There are too many proteins for a PDB file each; the first ${mostBesideShared} have one. The others are in the JSON files.`,
    );
    structures.length = mostBesideShared;
  }
  const late: string[] = [];
  const until = performance.now() + mostWritingMs;
  for (const { stem, title, pdb } of structures) {
    if (performance.now() > until) {
      late.push(`${stem}.pdb`);
      continue;
    }
    const answer = await convertPdbAside({ write: pdb });
    if ('text' in answer) {
      entries.push({ path: `proteins/${stem}.pdb`, mediaType: 'chemical/x-pdb', title, text: answer.text });
    } else if ('problem' in answer) {
      notes.push(`${stem}.pdb is missing: ${answer.problem}`);
    }
  }
  if (late.length > 0) {
    const list = late.length > 5 ? `${late.slice(0, 5).join(', ')} and ${late.length - 5} more` : late.join(', ');
    notes.push(`Writing the proteins took long. PDB files are missing for: ${list}. The JSON files hold them.`);
  }
  return { entries, notes };
}
