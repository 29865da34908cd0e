import * as z from 'zod/mini';
import { type Caveat, caveatOf } from '../../../entities/caveat.ts';
import { phrase, type Text } from '../../../entities/phrases.ts';
import { optionalNull } from '../../../entities/scalars.ts';
import type { WorkflowItem } from '../../../entities/workflow-item.ts';
import type { Subject } from '../../../methods/applicability.ts';
import { calibrationInWords, methodExtension } from '../../../methods/extensions.ts';
import { solventTitle } from '../../../methods/solvents.ts';
import type { TableData } from '../../../tables/table.ts';
import { levelCitations } from '../../citations/level-citations.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab } from '../../definition.ts';
import { numberedStructures, validUuid } from '../../parts/calculations/structure-references.ts';
import { subjectOfData } from '../../parts/calibrations/printed-calibration.ts';
import { calculationNotes, conformerTable, ensembleValues } from '../../parts/conformers/conformer-ensemble.ts';
import { entry } from './entry.ts';
import { tautomerHeadline } from './headline.ts';
import { choice, type Data, levels, settings, solvent } from './settings.ts';

/** Energy in Hartree, weight between 0 and 1, relative energy in kcal/mol; the first structure is the one to show. */
const Tautomer = z.looseObject({
  energy: z.number(),
  weight: optionalNull(z.number()),
  predicted_relative_energy: optionalNull(z.number()),
  structures: z._default(z.array(z.looseObject({ uuid: z.string() })), []),
});
const results = z.looseObject({ tautomers: z._default(z.array(Tautomer), []) });

/** The ± of a tautomer's energy against that of another one, in kcal/mol. */
function errorOf(value: string | null, subject: Subject): Text {
  const calibration = value === null ? null : (methodExtension('tautomers', value)?.calibration ?? null);
  const error = calibrationInWords(calibration, subject);
  return calibration ? phrase('{error} kcal/mol', { error }) : error;
}

/** The note beside every tautomer energy: by which method, and how well it is known. */
function energyHelp(value: string | null, subject: Subject): Text {
  const extension = value === null ? null : methodExtension('tautomers', value);
  const title = extension?.title ?? choice.platform;
  return phrase('{method}, {solvent}; {calibration}', {
    method: title,
    solvent: solventTitle(solvent).toLowerCase(),
    calibration: errorOf(value, subject),
  });
}

function table(data: Data & z.output<typeof results>, { provenance }: WorkflowItem): TableData {
  const { tautomers, tautomer_method } = data;
  const uuids = tautomers.map(({ structures: [first] }) => first?.uuid ?? null);
  return conformerTable(
    tautomers.map(({ energy }) => energy),
    uuids.map(validUuid),
    provenance,
    {
      id: 'tautomers',
      title: 'Tautomer Search',
      member: 'Tautomer',
      weights: tautomers.map(({ weight }) => weight),
      relative: tautomers.map(({ predicted_relative_energy: relative }) => relative),
      energyHelp: energyHelp(tautomer_method, subjectOfData(data)),
      drawings: tautomers.map((_, index) => provenance?.tautomers?.[index] ?? null),
      notes: calculationNotes(uuids),
    },
  );
}

/** GFN2-xTB without the correction ranks tautomers wrongly that differ in hydroxyl groups. */
function knownFailures({ tautomer_method, tautomers }: Data & z.output<typeof results>): Caveat[] {
  if (tautomer_method !== 'gfn2_alpb' || tautomers.length < 2) return [];
  const number = methodExtension('tautomers', 'gfn2_alpb_hydroxyl')?.calibration?.lines[0]?.intercept ?? Number.NaN;
  return [
    caveatOf(
      'changes_number',
      phrase(
        'Each hydroxyl group on carbon lies {number} kcal/mol too low by this method; enols and hydroxypyridines come out too stable.',
        {
          number,
        },
      ),
    ),
  ];
}

export default defineResults({
  entry,
  settings,
  results,
  levels,
  calibration({ tautomer_method: value }) {
    const extension = value === null ? null : methodExtension('tautomers', value);
    return extension?.calibration ? { title: extension.title, calibration: extension.calibration } : null;
  },
  structureWord: 'tautomer',
  structures: ({ tautomers }) =>
    numberedStructures(
      'Tautomer',
      tautomers.map(({ structures: [first] }) => validUuid(first?.uuid)),
    ),
  tables: (data, { item }) => [table(data, item)],
  values: (data, { item }) => ensembleValues(table(data, item)),
  caveats: knownFailures,
  headline: (data, { item }, named) => tautomerHeadline(table(data, item), named),
  tabs: () => [{ id: 'tautomers', title: 'Tautomer Search' }, infoTab],
  parts: (data, { item }) => ({
    tautomers: [
      {
        kind: 'facts',
        facts: [
          ...ensembleValues(table(data, item)).filter(({ value }) => value !== null),
          { title: 'Error of a relative energy', text: energyHelp(data.tautomer_method, subjectOfData(data)) },
        ],
      },
      { kind: 'table', table: 'tautomers' },
    ],
  }),
  cite: (data) => [
    ...(data.tautomer_method === null ? [] : [data.tautomer_method]),
    'rdkit',
    ...levelCitations(levels(data).map((level) => level.settings)),
  ],
});
