import * as z from 'zod/mini';
import { optionalNull } from '../../../entities/scalars.ts';
import type { WorkflowItem } from '../../../entities/workflow-item.ts';
import type { TableData } from '../../../tables/table.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab } from '../../definition.ts';
import { finalStage, numberedStructures, validUuid } from '../../parts/calculations/structure-references.ts';
import { chainOf, chainPaths, chainSettings } from '../../parts/chains/multistage-optimization.ts';
import { Conformer, conformerTable, ensembleParts, ensembleValues } from '../../parts/conformers/conformer-ensemble.ts';
import { ConformerProperties } from '../../parts/conformers/conformer-generation.ts';
import { ensembleHeadline } from '../../parts/conformers/ensemble-headline.ts';
import { generatorCitations } from '../../parts/conformers/generator-citations.ts';
import { entry } from './entry.ts';
import { areGiven, generationOf, levels, settings } from './settings.ts';

const results = z.looseObject({
  /** One list for each conformer, lowest energy first; one calculation for each stage, null where it failed. */
  conformer_uuids: z._default(z.array(z.array(z.nullable(z.string()))), []),
  /** Hartree, in the same order. */
  energies: z._default(z.array(z.number()), []),
  conformer_properties: z._default(z.array(ConformerProperties), []),
  ensemble_properties: optionalNull(ConformerProperties),
  /** Older items list their conformers as the older type does (Hartree, weights between 0 and 1) and name their method here; nothing of it is written. */
  conformers: z.optional(z.array(Conformer)),
  settings: z.optional(z.looseObject({ final_method: z.optional(z.string()) })),
});
type Results = z.output<typeof results>;

/** The last calculation of each conformer; null where there is none. */
function finalCalculations({ conformer_uuids, conformers }: Results): (string | null)[] {
  if (conformer_uuids.length > 0) return conformer_uuids.map(finalStage);
  return (conformers ?? []).map(({ uuid }) => validUuid(uuid));
}

function energiesOf({ energies, conformers }: Results): number[] {
  return energies.length > 0 ? energies : (conformers ?? []).map(({ energy }) => energy);
}

function table(data: Results, { provenance }: WorkflowItem): TableData {
  return conformerTable(energiesOf(data), finalCalculations(data), provenance, {
    weights: (data.energies.length > 0 ? [] : (data.conformers ?? [])).map(({ weight }) => weight),
  });
}

export default defineResults({
  entry,
  settings,
  results,
  levelPaths: chainPaths,
  levels,
  structureWord: 'conformer',
  structures: (data) => numberedStructures('Conformer', finalCalculations(data)),
  tables: (data, { item }) => [table(data, item)],
  values: (data, { item }) => ensembleValues(table(data, item)),
  headline: (data, { item }, named) => ensembleHeadline(table(data, item), named),
  tabs: () => [{ id: 'conformers', title: 'Conformer Search' }, infoTab],
  parts: (data) => ({ conformers: ensembleParts(finalCalculations(data).map(validUuid)) }),
  cite(data) {
    const solvent = chainSettings(chainOf(data)).some(({ solvent_settings }) => solvent_settings?.model === 'alpb');
    return [
      ...(areGiven(data) ? [] : generatorCitations(generationOf(data))),
      'geometric',
      ...(solvent ? ['alpb'] : []),
      ...(data.conformer_clustering_settings ? ['conformer_clustering'] : []),
    ];
  },
});
