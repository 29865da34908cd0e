import * as z from 'zod/mini';
import { defineResults } from '../../define-results.ts';
import { infoTab } from '../../definition.ts';
import { chainsOf, sequenceTable } from '../../parts/inputs/sequence-inputs.ts';
import { entry } from './entry.ts';
import { alignmentHeadline } from './headline.ts';
import { settings } from './settings.ts';

export default defineResults({
  entry,
  settings,
  results: z.looseObject({}),
  structures: () => [],
  withoutStructures: true,
  tables: (data) => [sequenceTable(chainsOf(data))],
  headline: (data, { item }) =>
    alignmentHeadline(
      chainsOf(data).map(({ letters }) => letters.length),
      item,
    ),
  tabs: () => [{ id: 'sequences', title: 'sequences' }, infoTab],
  parts: () => ({
    sequences: [
      { kind: 'panel', panel: 'alignment' },
      { kind: 'table', table: 'sequences' },
    ],
  }),
  // The server's own search; ColabFold is a format of the files.
  cite: () => ['hmmer', 'pyhmmer'],
});
