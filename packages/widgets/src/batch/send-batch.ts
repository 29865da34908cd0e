import { writeLeftOut } from '@cuvette/core/chemistry/molecule-list';
import { type AccountClient, callKey } from '@cuvette/core/client';
import type { WorkflowData, WorkflowDefinition } from '@cuvette/core/workflows';
import type { BatchLine } from './batch-lines.ts';
import { ownTextsOf } from './batch-source.ts';
import type { BatchList } from './use-batch-lines.ts';
import { batchWords as words } from './words.ts';

/** What is sent: the type with its settings, the lines of the list, the name and place of the folder, and the credits that each item may use at most. */
export interface Batch {
  definition: WorkflowDefinition;
  data: WorkflowData;
  list: Pick<BatchList, 'lines' | 'source' | 'choices'>;
  name: string;
  folder: string | null;
  maxCredits: number | null;
}

/** A batch that was sent before: where the answer of a first press was lost, the second finds what it made. */
export interface SentBatch {
  fingerprint: string;
  key: string;
  folder: string;
}

/** Makes the folder of a batch with its items and notes on what was left out. @returns the folder's uuid @throws ApiError where the server refuses */
export async function sendBatch(client: AccountClient, batch: Batch, sent: { current: SentBatch | null }) {
  const { definition, list, maxCredits } = batch;
  const running = list.lines.filter(({ state }) => state === 'ready');
  const body = {
    workflow_type: definition.type,
    workflow_data: batch.data,
    names: running.map(({ name, runs }) => (name ?? runs).slice(0, 200)),
    initial_smileses: running.map(({ runs }) => runs),
    columns: ownColumns(list.source, running),
    enumerateStereo: list.choices.isomers,
    maxCredits,
  };
  const fingerprint = JSON.stringify([body, batch.name]);
  if (sent.current?.fingerprint !== fingerprint) {
    const made = await client.createFolder({
      name: batch.name.trim() || definition.title,
      parent_uuid: batch.folder,
      notes: notesOf(batch, []),
    });
    sent.current = { fingerprint, key: callKey(), folder: made.uuid };
  }
  const { key, folder } = sent.current;
  const { skipped } = await client.submitBatch({ ...body, folder_uuid: folder }, key);
  const refused = skipped.flatMap(({ index, detail }): BatchLine[] => {
    const line = running[index];
    return line ? [{ ...line, state: 'out', problem: detail }] : [];
  });
  if (refused.length > 0) await client.updateFolder(folder, { notes: notesOf(batch, refused) });
  return folder;
}

/** Most columns, and characters of a heading and of a cell, that the server keeps. */
const [mostColumns, longestHeading, longestCell] = [200, 200, 2000];

/** The own columns of a table or an SDF with their texts for the lines that run; null where there are none. */
function ownColumns(source: BatchList['source'], running: readonly BatchLine[]) {
  const own = ownTextsOf(source);
  if (!own) return null;
  const { headings, textsByLine } = own;
  return {
    headings: headings.slice(0, mostColumns).map((heading) => heading.slice(0, longestHeading)),
    rows: running.map(({ line }) =>
      (textsByLine.get(line) ?? []).slice(0, mostColumns).map((text) => text.slice(0, longestCell)),
    ),
  };
}

/** The notes of a batch's folder: what runs, from where, and each line that was left out. @param refused lines that the server refused besides */
function notesOf({ definition, list: { lines, source } }: Batch, refused: readonly BatchLine[]): string {
  const from = source.kind === 'text' || source.name === '' ? null : source.name;
  const count = lines.filter(({ state }) => state === 'ready').length - refused.length;
  const leftOut = [...lines.filter(({ state }) => state === 'out'), ...refused];
  const table = writeLeftOut(leftOut.sort((one, other) => one.line - other.line));
  const note = words.notes(definition.title, count, from);
  return table === '' ? note : `${note}\n\n${words.notesLeftOut}\n\n${table}`;
}
