import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  type Bundle,
  type BundleFile,
  type Calculation,
  type Imported,
  type ImportedOutput,
  mendedName,
  Protein,
} from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { aboutField, HttpProblem } from '../errors.ts';
import type { Services } from '../services.ts';
import { type CalculationFiles, storeCalculationFiles, upsertCalculation } from '../store/calculations.ts';
import type { Executor } from '../store/database/database.ts';
import { lockDestination } from '../store/folders/destinations.ts';
import { insertImportedItem } from '../store/imports.ts';
import {
  addPart,
  fileProblem,
  finishFile,
  itemFileKinds,
  partBytes,
  type StoredPart,
  storePart,
} from '../store/item-files.ts';
import { changeProtein, insertProtein } from '../store/proteins.ts';
import type { Member } from '../store/reader.ts';
import { parseGently } from '../wire/gentle-json.ts';
import { checkAside } from './check-thread.ts';
import { smilesOfItem } from './item-smiles.ts';
import { mostDocumentValues } from './limits.ts';
import { renamed } from './rename-identifiers.ts';

/** The person who imports a bundle, and the folder. */
export interface Destination {
  member: Member;
  username: string;
  folder: string;
}

/** What came of it: the new items, and what is missing in them, as text. */
export interface ImportAnswer {
  items: { uuid: string; name: string }[];
  warnings: string[];
}

type ReadBeside = (address: string) => Promise<Readable | null>;

interface ReadyFile {
  uuid: string;
  workflow: string;
  described: Parameters<typeof fileProblem>[0];
  parts: StoredPart[];
}

interface ReadyCalculation {
  workflow: string;
  uuid: string;
  calculation: Calculation;
  stored: CalculationFiles;
}

async function storeStream(
  files: Services['files'],
  workflow: string,
  uuid: string,
  stream: AsyncIterable<Uint8Array>,
): Promise<StoredPart[]> {
  const parts: StoredPart[] = [];
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    if (bytes > 0) parts.push(await storePart(files, workflow, uuid, parts.length, Buffer.concat(waiting)));
    waiting = [];
    bytes = 0;
  };
  for await (const chunk of stream) {
    for (let start = 0; start < chunk.length; ) {
      const piece = chunk.subarray(start, start + partBytes - bytes);
      waiting.push(piece);
      bytes += piece.length;
      start += piece.length;
      if (bytes === partBytes) await flush();
    }
  }
  await flush();
  return parts;
}

/** Stores the bytes of a bundle's file. Null with a warning for one that the bundle lacks. Throws 422 for one that does not fit. */
async function takeFile(
  services: Pick<Services, 'files'>,
  workflow: string,
  entry: BundleFile & { name: string },
  beside: ReadBeside,
): Promise<ReadyFile | string> {
  const { name, media_type, details } = entry;
  const kind = itemFileKinds.find((one) => one === entry.kind);
  const field = `files.${name}`;
  if (!kind) throw new HttpProblem(422, `${name}: files of the kind "${entry.kind}" are not known here.`, field);
  let stream: Readable | null = null;
  if (entry.base64 !== undefined) stream = Readable.from([Buffer.from(entry.base64, 'base64')]);
  else if (entry.address !== undefined) stream = await beside(entry.address);
  if (!stream) return `The file ${name} is not in the bundle${entry.left_out ? `. ${entry.left_out}` : '.'}`;
  const described = { name, kind, media_type, bytes: entry.bytes, details };
  const problem = fileProblem(described);
  if (problem) throw new HttpProblem(422, problem, field);
  const uuid = randomUUID();
  const parts = await storeStream(services.files, workflow, uuid, stream);
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  if (bytes !== entry.bytes) {
    throw new HttpProblem(
      422,
      `${name} has ${bytes} bytes in the bundle, not the ${entry.bytes} that it states.`,
      field,
    );
  }
  return { uuid, workflow, described, parts };
}

/** Refuses (422) a bundle in which two files have the same bytes in the zip: a small zip could otherwise fill the store. */
function refuseSharedBytes(files: Bundle['files']): void {
  const seen = new Set<string>();
  for (const [key, { address, name }] of Object.entries(files)) {
    if (address === undefined) continue;
    if (seen.has(address))
      throw new HttpProblem(
        422,
        `The bundle names its entry ${address.slice(0, 200)} for several files.`,
        `files.${name || key}`,
      );
    seen.add(address);
  }
}

/** The project of a folder that the person may put something into. Throws 404 and 403. */
async function projectOf(tx: Executor, { member, folder }: Destination): Promise<string> {
  const found = await lockDestination(tx, member, folder, 'folder_uuid');
  if (!found) throw new HttpProblem(404, 'The folder was not found, or you have no access to it.', 'folder_uuid');
  return found.project_uuid;
}

/** Refuses a folder that the person may not put something into, before anything is read. Throws 404 and 403. */
export async function refuseDestination({ db }: Pick<Services, 'db'>, destination: Destination): Promise<void> {
  await db.transaction((tx) => projectOf(tx, destination));
}

/** Puts the proteins of a bundle into the project. Their new identifiers go into `names`. */
async function takeProteins(
  tx: Executor,
  proteins: Bundle['proteins'],
  { member }: Destination,
  project: string,
  names: Map<string, string>,
): Promise<string[]> {
  const warnings: string[] = [];
  for (const [uuid, value] of Object.entries(proteins)) {
    const parsed = z.safeParse(Protein, value);
    if (!parsed.success || !parsed.data.data) {
      warnings.push(`The protein ${uuid} was left out: its structure does not fit.`);
      continue;
    }
    const { name, data, pocket, ancestor_uuid } = parsed.data;
    const made = await insertProtein(tx, member, {
      name: mendedName(name ?? '', 'Protein'),
      data,
      project,
      ancestor: null,
      // Older bundles do not say it; there only jobs named what a protein was made from.
      computed: parsed.data.computed ?? ancestor_uuid !== null,
    }).catch((error: unknown) => {
      throw aboutField(error, () => 'folder_uuid');
    });
    if (pocket) await changeProtein(tx, member, made, { pocket });
    names.set(uuid.toLowerCase(), made);
  }
  return warnings;
}

/**
 * Brings the document of a bundle in: everything gets a new identifier (the same bundle may come twice, and nobody can take the place of what is here),
 * named the same in all its parts, and each item says who brought it, when, and what it was where it comes from. All or nothing.
 * `origin` says of an item which program computed it and from which file it was read, where no server wrote the bundle.
 * Throws 422 for what does not fit, 404 and 403 for the folder.
 */
export async function importBundle(
  services: Pick<Services, 'db' | 'files'>,
  destination: Destination,
  document: string,
  beside: ReadBeside = async () => null,
  origin: (index: number) => ImportedOutput = () => ({}),
): Promise<ImportAnswer> {
  const { db, files } = services;
  await refuseDestination(services, destination);
  const { bundle, calculations: texts, warnings } = await checkAside(document);
  refuseSharedBytes(bundle.files);
  const names = new Map<string, string>();
  for (const uuid of [...bundle.items.map((item) => item.uuid), ...texts.keys()]) {
    names.set(uuid.toLowerCase(), randomUUID());
  }
  const now = (uuid: string): string => names.get(uuid.toLowerCase()) ?? '';
  const first = now(bundle.items[0]?.uuid ?? '');
  const owners = new Map(
    bundle.items.flatMap((item) => item.calculation_uuids.map((uuid) => [uuid.toLowerCase(), now(item.uuid)] as const)),
  );
  // In the order that the items list them, then what no item lists.
  const order = [...new Set([...owners.keys(), ...[...texts.keys()].map((uuid) => uuid.toLowerCase())])];
  const byUuid = new Map([...texts].map(([uuid, text]) => [uuid.toLowerCase(), text]));
  const calculations: ReadyCalculation[] = [];
  for (const uuid of order) {
    const text = byUuid.get(uuid);
    if (text === undefined) continue;
    // It was checked in this form.
    const calculation = (await parseGently(text, mostDocumentValues)) as Calculation;
    const workflow = owners.get(uuid) ?? first;
    const stored = await storeCalculationFiles(files, workflow, now(uuid), calculation);
    calculations.push({ workflow, uuid: now(uuid), calculation, stored });
  }
  const ready: ReadyFile[] = [];
  for (const [key, entry] of Object.entries(bundle.files)) {
    const workflow = now(entry.workflow_uuid) || first;
    const taken = await takeFile(services, workflow, { ...entry, name: entry.name || key }, beside);
    if (typeof taken === 'string') warnings.push(taken);
    else ready.push(taken);
  }
  const logs = new Map<string, { attempt: string; file: string }>();
  for (const { uuid, object_logfile } of bundle.items) {
    if (!object_logfile) continue;
    const attempt = randomUUID();
    const file = `attempts/${now(uuid)}/${attempt}.log`;
    await files.put(file, Buffer.from(object_logfile));
    logs.set(uuid, { attempt, file });
  }
  await db.transaction(async (tx) => {
    const project = await projectOf(tx, destination);
    warnings.push(...(await takeProteins(tx, bundle.proteins, destination, project, names)));
    for (const [index, item] of bundle.items.entries()) {
      const imported: Imported = {
        at: new Date().toISOString(),
        by_username: destination.username,
        from: bundle.server?.address?.slice(0, 500) ?? null,
        original_uuid: item.uuid,
        original_run_by_username: item.run_by_username,
        bundle_created_at: bundle.created_at.slice(0, 50),
        ...origin(index),
        ...(item.imported ? { before: item.imported } : {}),
      };
      const log = logs.get(item.uuid) ?? null;
      await insertImportedItem(tx, {
        ...renamed(item, names),
        uuid: now(item.uuid),
        smiles: smilesOfItem(item),
        resubmitted_from_uuid: names.get(item.resubmitted_from_uuid?.toLowerCase() ?? '') ?? null,
        project,
        folder: destination.folder,
        imported,
        log,
      });
    }
    for (const { workflow, uuid, calculation, stored } of calculations) {
      const { molecules, logfile, ...rest } = calculation;
      await upsertCalculation(tx, workflow, uuid, { ...renamed(rest, names), molecules, logfile }, stored);
    }
    for (const { uuid, workflow, described, parts } of ready) {
      for (const [position, part] of parts.entries()) await addPart(tx, workflow, uuid, position, part);
      const problem = await finishFile(tx, workflow, uuid, described);
      if (problem) throw new HttpProblem(422, problem, `files.${described.name}`);
    }
  });
  return { items: bundle.items.map(({ uuid, name }) => ({ uuid: now(uuid), name })), warnings: warnings.slice(0, 50) };
}
