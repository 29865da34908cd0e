import { mendedName } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { check } from '../wire/body.ts';

/** The document in a zip of several items: which folders they lay in, and in which entry each is. */
export const folderDocumentName = 'folder.cuvette.json';

/** Most items and folders of one such zip. */
export const mostInFolder = 500;

const place = z.int().check(z.minimum(0));

const FolderEntry = z.object({
  name: z.string(),
  notes: z._default(z.string().check(z.maxLength(1_000_000)), ''),
  starred: z._default(z.boolean(), false),
  /** The folder around it, by its place in the list, which comes before it; null for the one that was asked for. */
  parent: z.nullable(place),
});

const ItemEntry = z.object({
  /** The zip of the item, by its path in the zip around it. */
  entry: z.string().check(z.minLength(1), z.maxLength(1000)),
  name: z.string(),
  uuid: z.string().check(z.maxLength(100)),
  starred: z._default(z.boolean(), false),
  /** The folder it lies in, by its place in the list; null where no folder came along. */
  folder: z.nullable(place),
});

/** What `folder.cuvette.json` says. */
export const FolderDocument = z.object({
  format: z.literal('cuvette-folder'),
  version: z.literal(1),
  created_at: z.string(),
  folders: z.array(FolderEntry).check(z.maxLength(mostInFolder)),
  items: z.array(ItemEntry).check(z.maxLength(mostInFolder)),
});
export type FolderDocument = z.infer<typeof FolderDocument>;

/** Reads such a document; names are mended. Throws 422 with the first part that does not fit. */
export function readFolderDocument(text: string): FolderDocument {
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // What is no JSON is no such document either: the check says it.
  }
  const read = check(FolderDocument, value);
  for (const [index, { parent }] of read.folders.entries()) {
    check(z.object({ parent: z.nullable(z.int().check(z.maximum(index - 1))) }), { parent });
  }
  for (const { folder } of read.items) {
    check(z.object({ folder: z.nullable(z.int().check(z.maximum(read.folders.length - 1))) }), { folder });
  }
  return { ...read, folders: read.folders.map((folder) => ({ ...folder, name: mendedName(folder.name, 'Folder') })) };
}
