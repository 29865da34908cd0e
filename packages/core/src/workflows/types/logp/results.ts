import * as z from 'zod/mini';
import type { Text } from '../../../entities/phrases.ts';
import { optionalNull } from '../../../entities/scalars.ts';
import type { WorkflowItem } from '../../../entities/workflow-item.ts';
import { outsideInWords } from '../../../methods/applicability.ts';
import { tableOf } from '../../../tables/build-table.ts';
import type { TableData } from '../../../tables/table.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab, type NamedValue } from '../../definition.ts';
import { calibrating } from '../../measured/calibrated.ts';
import { calibrationError } from '../../parts/calibrations/calibration-error.ts';
import { subjectOfData } from '../../parts/calibrations/printed-calibration.ts';
import { entry } from './entry.ts';
import { logpHeadline } from './headline.ts';
import { calibrationOf, type Data, settings, titles } from './settings.ts';

const results = z.looseObject({
  /** log10 of the ratio of the concentrations in octanol and in water, of the uncharged form at 25 °C */
  logp: optionalNull(z.number()),
});
type Whole = Data & z.output<typeof results>;

/** The error of the method, and what it is; none where the run doubts the number (a zwitterion). */
function errorOf(data: Whole, { provenance }: WorkflowItem): { uncertainty: number | null; remark: Text | null } {
  const doubted = (provenance?.caveats ?? []).some(({ severity }) => severity === 'changes_number');
  return doubted
    ? { uncertainty: null, remark: outsideInWords([]) }
    : calibrationError(calibrationOf(data.logp_method), subjectOfData(data));
}

function logpTable(data: Whole, item: WorkflowItem): TableData {
  return tableOf({
    id: 'logp',
    title: 'LogP',
    rows: data.logp === null ? [] : [data.logp],
    columns: [
      { id: 'logp', title: 'logP', precision: 2, value: (logp) => logp },
      {
        id: 'uncertainty',
        title: '±',
        precision: 2,
        value: () => errorOf(data, item).uncertainty,
      },
      { id: 'method', title: 'Method', text: () => titles[data.logp_method] },
    ],
    empty: 'No logP yet.',
  });
}

function valueOf(data: Whole, item: WorkflowItem): NamedValue {
  const { logp, logp_method: method } = data;
  return {
    path: 'logp',
    title: calibrationOf(method) ? titles[method] : 'logP',
    unit: null,
    precision: 2,
    value: logp,
    ...errorOf(data, item),
    method: titles[method],
  };
}

export default defineResults({
  entry,
  settings,
  results,
  withoutStructures: true,
  calibration({ logp_method: method }) {
    const calibration = calibrationOf(method);
    return calibration ? { title: titles[method], calibration } : null;
  },
  structures: () => [],
  measured: {
    numbers: (data) => [
      {
        quantity: 'log_p',
        of: 'logp',
        method: data.logp_method,
        subject: subjectOfData(data),
        columns: [{ table: 'logp', column: 'logp' }],
      },
    ],
    by: calibrating,
  },
  tables: (data, { item }) => [logpTable(data, item)],
  values: (data, { item }) => [valueOf(data, item)],
  headline: ({ logp }) => logpHeadline(logp),
  tabs: () => [{ id: 'logp', title: 'LogP' }, infoTab],
  cite: ({ logp_method: method }) => [method],
});
