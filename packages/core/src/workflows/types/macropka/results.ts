import { pHSlider } from '../../../entities/platform-constants.ts';
import { methodExtension } from '../../../methods/extensions.ts';
import { methodTitle } from '../../../methods/methods.ts';
import { phPlot } from '../../curves/ph-plot.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab, type Tab } from '../../definition.ts';
import { calibrating } from '../../measured/calibrated.ts';
import { smilesStructure } from '../../parts/calculations/structure-references.ts';
import { subjectOfData } from '../../parts/calibrations/printed-calibration.ts';
import { waterLevel } from '../../parts/levels/aqueous-level.ts';
import { entry } from './entry.ts';
import { logDValue, macropkaHeadline } from './headline.ts';
import {
  MacropkaResults,
  microstateId,
  microstateName,
  populationCurves,
  solubilityBelowLimit,
} from './macropka-results.ts';
import { macropkaTables } from './macropka-tables.ts';
import { type Data, methodChoice, settings } from './settings.ts';

type Whole = Data & MacropkaResults;

function tabs({ solvation_energy, bbb_score, aqueous_solubility_by_pH }: Whole): Tab[] {
  return [
    { id: 'macroscopic_pka', title: 'Macroscopic pKa' },
    { id: 'logd', title: 'logD' },
    ...(solvation_energy !== null || bbb_score !== null ? [{ id: 'bbb', title: 'BBB' }] : []),
    ...(aqueous_solubility_by_pH.length > 0 ? [{ id: 'aqueous_solubility', title: 'aqueous_solubility' }] : []),
    infoTab,
  ];
}

/** Returns the populations of the microstates against pH; those that are never there are left out. */
function populationPlot(data: MacropkaResults) {
  return phPlot('Population (%)', [0, 100], populationCurves(data));
}

export default defineResults({
  entry,
  settings,
  results: MacropkaResults,
  levels: ({ macropka_method }) =>
    macropka_method === null ? [] : [waterLevel('gfn2_xtb', 'alpb', 'macropka_method')],
  // Each transfer has a line of the microscopic pKa: no line holds for elements outside of its set. Charges are those of the microstates.
  calibration({ macropka_method: method }) {
    const lines = method === null ? null : methodExtension('pka', method);
    return lines?.calibration
      ? { title: lines.title, calibration: lines.calibration, subject: ({ elements = null }) => ({ elements }) }
      : null;
  },
  hasMicrostates: ({ microstates }) => microstates.length > 0,
  structures: ({ microstates }) =>
    microstates.flatMap(({ smiles }, index) => smilesStructure(microstateId(index), microstateName(index), smiles)),
  measured: {
    numbers: (data) => [
      {
        quantity: 'log_d',
        of: 'log_d',
        method: data.macropka_method ?? 'starling',
        subject: { elements: subjectOfData(data).elements ?? null, heavyAtoms: subjectOfData(data).heavyAtoms ?? null },
        columns: [{ table: 'logd', column: 'logd', rows: (row) => data.logD_by_pH[row]?.[0] === pHSlider.default }],
      },
    ],
    by: calibrating,
  },
  tables: (data, { item }) => macropkaTables(data, item),
  values: (data, { item }) => {
    const method = data.macropka_method === null ? methodChoice.platform : methodTitle('gfn2_xtb');
    // The last stage of our own method is the partition coefficient.
    const ownStage = data.macropka_method === null ? {} : { stage: { method: 'gfn2_xtb' } };
    return [
      {
        path: 'isoelectric_point',
        title: 'Isoelectric point',
        unit: 'pH',
        precision: 2,
        value: data.isoelectric_point,
        method,
        ...ownStage,
      },
      logDValue(data, item),
      {
        path: 'solvation_energy',
        title: 'Solvation energy',
        unit: 'kcal/mol',
        precision: 2,
        value: data.solvation_energy,
        ...ownStage,
      },
      { path: 'bbb_score', title: 'BBB score', unit: null, precision: 2, value: data.bbb_score, method: 'BBB score' },
      {
        path: 'kpuu_probability',
        title: 'Probability of Kp,uu ≥ 0.3',
        unit: null,
        precision: 2,
        value: data.kpuu_probability,
      },
    ];
  },
  headline: macropkaHeadline,
  tabs,
  curves: (data) => [
    populationPlot(data),
    phPlot('logD', null, [{ name: null, points: data.logD_by_pH }]),
    phPlot('log S (log10 of mol/L)', null, [{ name: null, points: solubilityBelowLimit(data) }]),
  ],
  cite: ({ macropka_method, bbb_method, compute_solvation_energy }) => [
    macropka_method ?? 'starling',
    'environment_ridge_physprop',
    ...(compute_solvation_energy && bbb_method !== null ? [bbb_method] : []),
  ],
});
