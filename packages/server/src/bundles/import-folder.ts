import { HttpProblem } from '../errors.ts';
import type { Services } from '../services.ts';
import { deleteFolder } from '../store/deletions.ts';
import { insertFolder } from '../store/folders/folders.ts';
import { changeWorkflow } from '../store/workflows/change-workflow.ts';
import { type FolderDocument, folderDocumentName, readFolderDocument } from './folder-document.ts';
import { type Destination, type ImportAnswer, importBundle } from './import.ts';
import { bundleLimits, sizeWords } from './limits.ts';
import { asTemporaryFile, type OpenZip, openZip } from './read-zip.ts';

/** Makes the folders below the destination; those that were made are gone again where one cannot be made. Throws 404, 403 and 422. */
async function makeFolders(
  { db }: Pick<Services, 'db'>,
  { member, folder }: Destination,
  folders: FolderDocument['folders'],
): Promise<string[]> {
  const made: string[] = [];
  const tops: string[] = [];
  try {
    for (const { name, notes, starred, parent } of folders) {
      const around = parent === null ? folder : (made[parent] ?? folder);
      const uuid = await insertFolder(db, member, around, { name, notes, starred });
      if (uuid === null) {
        throw new HttpProblem(404, 'The folder was not found, or you have no access to it.', 'folder_uuid');
      }
      if (parent === null) tops.push(uuid);
      made.push(uuid);
    }
  } catch (error) {
    for (const uuid of tops) await deleteFolder(db, member, uuid);
    throw error;
  }
  return made;
}

/** The document of a zip of several items, or null where the zip is that of one. Throws 422 for one that does not fit. */
export async function folderDocumentOf(zip: OpenZip): Promise<FolderDocument | null> {
  const text = await zip.text(folderDocumentName);
  if (text === null) return null;
  const document = readFolderDocument(text);
  const seen = new Set<string>();
  for (const { entry } of document.items) {
    if (seen.has(entry)) throw new HttpProblem(422, `The zip was not read: it names ${entry} for several items.`);
    seen.add(entry);
    if (!zip.has(entry)) throw new HttpProblem(422, `The zip was not read: it has no ${entry}, which it names.`);
  }
  return document;
}

/**
 * Brings a zip of several items in, with the folders that they lay in: the folders first, then one item after the other. An item that does not fit is left out
 * with the reason; all else stays.
 */
export async function importFolder(
  services: Pick<Services, 'db' | 'files'>,
  destination: Destination,
  zip: OpenZip,
  { folders, items }: FolderDocument,
): Promise<ImportAnswer> {
  const places = await makeFolders(services, destination, folders);
  const taken: ImportAnswer['items'] = [];
  const warnings: string[] = [];
  let left = bundleLimits.unpackedTogether;
  for (const { entry, name, folder: place, starred } of items) {
    const folder = place === null ? destination.folder : (places[place] ?? destination.folder);
    try {
      const packed = await zip.read(entry);
      if (!packed) continue;
      const answer = await asTemporaryFile(packed, async (file) => {
        const inner = await openZip(file);
        try {
          left -= inner.unpacked;
          if (left < 0) {
            const most = sizeWords(bundleLimits.unpackedTogether);
            throw new HttpProblem(422, `The items together hold more than ${most}. Bring this one in by itself.`);
          }
          return await importBundle(services, { ...destination, folder }, await inner.document(), inner.read);
        } finally {
          await inner.close();
        }
      });
      if (starred) {
        for (const { uuid } of answer.items) {
          await changeWorkflow(services.db, destination.member, uuid, { starred });
        }
      }
      taken.push(...answer.items);
      warnings.push(...answer.warnings.map((warning) => `${name}: ${warning}`));
    } catch (error) {
      if (!(error instanceof HttpProblem) || error.status >= 500) throw error;
      warnings.push(`${name} was left out. ${error.message}`);
    }
  }
  return { items: taken, warnings: warnings.slice(0, 50) };
}
