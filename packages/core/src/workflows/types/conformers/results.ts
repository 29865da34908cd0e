import * as z from 'zod/mini';
import type { WorkflowItem } from '../../../entities/workflow-item.ts';
import type { TableData } from '../../../tables/table.ts';
import { levelCitations } from '../../citations/level-citations.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab } from '../../definition.ts';
import { numberedStructures, validUuid } from '../../parts/calculations/structure-references.ts';
import {
  Conformer,
  calculationNotes,
  conformerTable,
  ensembleParts,
  ensembleValues,
} from '../../parts/conformers/conformer-ensemble.ts';
import { ensembleHeadline } from '../../parts/conformers/ensemble-headline.ts';
import { solventModelFor } from '../../parts/levels/solvent-model.ts';
import { entry } from './entry.ts';
import { type Data, isQuick, levels, settings } from './settings.ts';

const results = z.looseObject({ conformers: z._default(z.array(Conformer), []) });

/** Solvent model that the final method takes for its solvent, where it has one. */
function solventModels({ settings: { final_method, solvent } }: Data): string[] {
  const model = solvent === null ? null : solventModelFor(final_method, solvent, null);
  return model === null ? [] : [model];
}

function table({ conformers }: z.output<typeof results>, { provenance }: WorkflowItem): TableData {
  const uuids = conformers.map(({ uuid }) => uuid);
  return conformerTable(
    conformers.map(({ energy }) => energy),
    uuids.map(validUuid),
    provenance,
    {
      title: 'Conformers',
      weights: conformers.map(({ weight }) => weight),
      notes: calculationNotes(uuids),
    },
  );
}

export default defineResults({
  entry,
  settings,
  results,
  levels,
  structureWord: 'conformer',
  structures: ({ conformers }) =>
    numberedStructures(
      'Conformer',
      conformers.map(({ uuid }) => validUuid(uuid)),
    ),
  tables: (data, { item }) => [table(data, item)],
  values: (data, { item }) => ensembleValues(table(data, item)),
  headline: (data, { item }, named) => ensembleHeadline(table(data, item), named),
  tabs: () => [{ id: 'conformers', title: 'Conformers' }, infoTab],
  parts: ({ conformers }) => ({ conformers: ensembleParts(conformers.map(({ uuid }) => validUuid(uuid))) }),
  cite: (data) => [
    ...(isQuick(data) ? ['etkdg', 'mmff94', 'rdkit'] : ['crest', 'imtd_gc']),
    ...levelCitations(levels(data).map((level) => level.settings)),
    ...solventModels(data),
  ],
});
