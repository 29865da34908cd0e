import { statusName } from '@cuvette/core/entities';
import { makeTable, propertyColumn, type TableData, textColumn, withNotes } from '@cuvette/core/tables';
import { listedHeadlineText } from '@cuvette/core/workflows/items/listed-headline';
import { listWords } from '../../list-words.ts';
import { words } from '../../words.ts';
import type { FolderEntry } from '../paths.ts';
import { typeTitle } from '../paths.ts';
import { type ColumnSource, type ColumnSources, noteOf, propertiesOf } from './column-values.ts';

const unread: ColumnSource = { data: {}, molecule: null, notes: new Map() };

/** Entries of a list as a table: what every entry has, then the chosen columns in full precision, and what changes the meaning of their numbers. */
export function listTable(entries: readonly FolderEntry[], ids: readonly string[], sources: ColumnSources): TableData {
  const item = <Value>(read: (data: Extract<FolderEntry, { type: 'workflow' }>['data']) => Value) =>
    entries.map((entry) => (entry.type === 'workflow' ? read(entry.data) : null));
  const read = entries.map(({ data }) => sources.get(data.uuid) ?? unread);
  const properties = propertiesOf(ids);
  const notes = read.map((source) => {
    const texts = properties.flatMap((property) => noteOf(property, source) ?? []);
    return [...new Set(texts)].join(' ') || null;
  });
  const table = makeTable({
    id: 'list',
    title: words.allItems,
    length: entries.length,
    columns: [
      textColumn(
        { id: 'name', title: words.name },
        entries.map(({ data }) => data.name),
      ),
      textColumn(
        { id: 'type', title: words.type },
        entries.map((entry) => (entry.type === 'workflow' ? typeTitle(entry.data.object_type) : words.folder)),
      ),
      textColumn(
        { id: 'status', title: words.statusColumn },
        item(({ object_status }) => statusName(object_status)),
      ),
      textColumn(
        { id: 'smiles', title: 'SMILES' },
        item(({ smiles }) => smiles),
      ),
      textColumn(
        { id: 'created', title: listWords.created },
        entries.map(({ data }) => data.created_at),
      ),
      textColumn(
        { id: 'updated', title: words.updated },
        entries.map(({ data }) => data.updated_at),
      ),
      textColumn(
        { id: 'headline', title: listWords.headline },
        item(({ headline }) => (headline ? listedHeadlineText(headline) : null)),
      ),
      textColumn(
        { id: 'level', title: listWords.level },
        item(({ headline }) => headline?.level?.join(', ') || null),
      ),
      ...properties.map((property) => propertyColumn(property, read)),
      textColumn(
        { id: 'uuid', title: 'UUID' },
        entries.map(({ data }) => data.uuid),
      ),
    ],
    empty: words.folderEmpty,
  });
  return withNotes(table, { whole: [], rows: notes });
}
