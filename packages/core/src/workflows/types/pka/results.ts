import * as z from 'zod/mini';
import { status } from '../../../entities/item-status.ts';
import { optionalNull } from '../../../entities/scalars.ts';
import type { WorkflowItem } from '../../../entities/workflow-item.ts';
import { methodExtension } from '../../../methods/extensions.ts';
import { tableOf } from '../../../tables/build-table.ts';
import type { TableData } from '../../../tables/table.ts';
import { levelCitations } from '../../citations/level-citations.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab, type NamedValue } from '../../definition.ts';
import { calibrating } from '../../measured/calibrated.ts';
import { calibrationError } from '../../parts/calibrations/calibration-error.ts';
import { subjectOfData } from '../../parts/calibrations/printed-calibration.ts';
import { entry } from './entry.ts';
import { pkaHeadline } from './headline.ts';
import { pkaLevels, pkaMethods } from './pka-methods.ts';
import { PkaMicrostate, StoredCalculation, siteMarks, siteStructures, siteTable } from './pka-sites.ts';
import { type Data, settings } from './settings.ts';

const results = z.looseObject({
  structures: z._default(z.array(StoredCalculation), []),
  /** The molecule with one proton more: its basic sites. */
  conjugate_acids: z._default(z.array(PkaMicrostate), []),
  /** The molecule with one proton less: its acidic sites. */
  conjugate_bases: z._default(z.array(PkaMicrostate), []),
  strongest_acid: optionalNull(z.number()),
  strongest_base: optionalNull(z.number()),
});
type Whole = Data & z.output<typeof results>;

const noSites = "No pKa's located in the requested range.";

function strongestTable({ strongest_acid, strongest_base }: Whole): TableData {
  return tableOf({
    id: 'strongest_sites',
    title: 'Strongest sites',
    rows: strongest_acid === null && strongest_base === null ? [] : [{ strongest_acid, strongest_base }],
    columns: [
      { id: 'strongest_acid', title: 'Strongest acid, pKa', precision: 2, value: (row) => row.strongest_acid },
      { id: 'strongest_base', title: 'Strongest base, pKa', precision: 2, value: (row) => row.strongest_base },
    ],
    empty: noSites,
  });
}

type Strongest = 'strongest_acid' | 'strongest_base';

/** The class of the site that a strongest value belongs to: null outside calibration, undefined where it was not recorded. */
function strongestClass(data: Whole, path: Strongest, { provenance }: WorkflowItem): string | null | undefined {
  const list = path === 'strongest_acid' ? 'conjugate_bases' : 'conjugate_acids';
  const index = data[list].findIndex(({ pka }) => pka === data[path]);
  return provenance?.site_classes?.[list][index];
}

/** The ± of the site that a strongest value belongs to: its own, else that of its class in the calibration of the method. */
function siteError(data: Whole, path: Strongest, item: WorkflowItem) {
  const list = path === 'strongest_acid' ? 'conjugate_bases' : 'conjugate_acids';
  const index = data[list].findIndex(({ pka }) => pka === data[path]);
  const own = data[list][index]?.uncertainty ?? null;
  if (own !== null) return { uncertainty: own, remark: null };
  const calibration = methodExtension('pka', data.microscopic_pka_method)?.calibration ?? null;
  const siteClass = strongestClass(data, path, item);
  // Which class the site is of was not recorded: then neither is its error known.
  if (siteClass === undefined || data[path] === null) return { uncertainty: null, remark: null };
  return calibrationError(calibration, { ...subjectOfData(data), class: siteClass });
}

/** The strongest acid and the strongest base, each with the ± of its class. */
function strongestSites(data: Whole, item: WorkflowItem): NamedValue[] {
  return (['strongest_acid', 'strongest_base'] as const).map((path) => ({
    path,
    title: path === 'strongest_acid' ? 'Strongest acid, pKa' : 'Strongest base, pKa of the conjugate acid',
    unit: null,
    precision: 2,
    value: data[path],
    ...siteError(data, path, item),
    method: pkaMethods[data.microscopic_pka_method].title,
  }));
}

export default defineResults({
  entry,
  settings,
  results,
  levels: ({ microscopic_pka_method: method }) => pkaLevels(method),
  calibration({ microscopic_pka_method: method }) {
    const extension = methodExtension('pka', method);
    return extension?.calibration ? { title: extension.title, calibration: extension.calibration } : null;
  },
  measured: {
    numbers: (data, { item }) =>
      (['strongest_acid', 'strongest_base'] as const).map((path) => ({
        quantity: path === 'strongest_acid' ? ('pka_acid' as const) : ('pka_base' as const),
        of: path,
        method: data.microscopic_pka_method,
        subject: { ...subjectOfData(data), class: strongestClass(data, path, item) },
        columns: [{ table: 'strongest_sites', column: path }],
      })),
    by: calibrating,
  },
  structures: siteStructures,
  tables(data, { item, molecules }) {
    const first = data.structures[0]?.uuid;
    const molecule = data.initial_molecule ?? (first ? molecules.get(first)?.at(-1) : null) ?? null;
    const calibration = methodExtension('pka', data.microscopic_pka_method)?.calibration ?? null;
    const empty = item.object_status === status.completed ? noSites : 'No pKa values yet.';
    const classes = item.provenance?.site_classes ?? null;
    return [
      siteTable(data, molecule?.atoms ?? null, calibration, classes, subjectOfData(data), empty),
      strongestTable(data),
    ];
  },
  values: (data, { item }) => strongestSites(data, item),
  headline(data, { item, molecules }) {
    const first = data.structures[0]?.uuid;
    const molecule = data.initial_molecule ?? (first ? molecules.get(first)?.at(-1) : null) ?? null;
    const none = item.object_status === status.completed ? noSites : null;
    return pkaHeadline(data, molecule?.atoms ?? null, item.provenance?.site_classes ?? null, none);
  },
  headlineCalculations: ({ structures, initial_molecule }) => (initial_molecule ? [] : [structures[0]?.uuid ?? null]),
  tabs: () => [{ id: 'pka', title: 'pKa Prediction' }, infoTab],
  parts(data, { item }) {
    const facts = strongestSites(data, item).filter(({ value }) => value !== null);
    return {
      pka: [
        ...(facts.length > 0 ? [{ kind: 'facts', facts } as const] : []),
        ...(facts.length > 0 ? [{ kind: 'panel', panel: 'sites' } as const] : []),
        { kind: 'table', table: 'pka' },
        { kind: 'atoms', table: 'pka', column: 'pka' },
      ],
    };
  },
  // On the molecule as it was given: its partners have a proton more or less.
  marks: (data, _read, structure) =>
    structure === null || structure === 'initial' || structure === data.structures[0]?.uuid ? siteMarks(data) : [],
  cite: ({ microscopic_pka_method: method }) => [
    method,
    ...levelCitations(pkaLevels(method).map((level) => level.settings)),
    ...(pkaMethods[method].input === 'molecule' ? ['etkdg'] : []),
  ],
});
