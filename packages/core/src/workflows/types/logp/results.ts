import * as z from 'zod/mini';
import { optionalNull } from '../../../entities/scalars.ts';
import { applicability } from '../../../methods/applicability.ts';
import { calibrationInWords } from '../../../methods/extensions.ts';
import { tableOf } from '../../../tables/build-table.ts';
import type { TableData } from '../../../tables/table.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab, type NamedValue } from '../../definition.ts';
import { subjectOfData } from '../../parts/calibrations/printed-calibration.ts';
import { entry } from './entry.ts';
import { logpHeadline } from './headline.ts';
import { calibrationOf, type Data, settings, titles } from './settings.ts';

const results = z.looseObject({
  /** log10 of the ratio of the concentrations in octanol and in water, of the uncharged form at 25 °C */
  logp: optionalNull(z.number()),
});
type Whole = Data & z.output<typeof results>;

/** The ± of the method, where the molecule lies in what it was measured on. */
function uncertaintyOf(data: Whole): number | null {
  const calibration = calibrationOf(data.logp_method);
  if (!calibration) return null;
  return applicability(calibration, subjectOfData(data)).inside ? calibration.error : null;
}

function logpTable(data: Whole): TableData {
  return tableOf({
    id: 'logp',
    title: 'LogP',
    rows: data.logp === null ? [] : [data.logp],
    columns: [
      { id: 'logp', title: 'logP', precision: 2, value: (logp) => logp },
      { id: 'uncertainty', title: '±', precision: 2, value: () => uncertaintyOf(data) },
      { id: 'method', title: 'Method', text: () => titles[data.logp_method] },
    ],
    empty: 'No logP yet.',
  });
}

function valueOf(data: Whole): NamedValue {
  const { logp, logp_method: method } = data;
  const calibration = calibrationOf(method);
  return {
    path: 'logp',
    title: 'logP',
    unit: null,
    precision: 2,
    value: logp,
    uncertainty: uncertaintyOf(data),
    remark: calibration ? calibrationInWords(calibration, subjectOfData(data)) : null,
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
  tables: (data) => [logpTable(data)],
  values: (data) => [valueOf(data)],
  headline: ({ logp }) => logpHeadline(logp),
  tabs: () => [{ id: 'logp', title: 'LogP' }, infoTab],
  cite: ({ logp_method: method }) => [method],
});
