import * as z from 'zod/mini';
import { celsiusOfKelvin } from '../../../chemistry/units.ts';
import { phrase } from '../../../entities/phrases.ts';
import { applicability } from '../../../methods/applicability.ts';
import { listedSolvent, solubilitySolventName, waterOnly } from '../../../methods/solubility-solvents.ts';
import { solubilityRule } from '../../../tables/admet-rules.ts';
import { tableOf } from '../../../tables/build-table.ts';
import { solubilityInWords } from '../../../tables/solubility-ratings.ts';
import type { TableData } from '../../../tables/table.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab, type NamedValue } from '../../definition.ts';
import { type Calibratable, calibrating } from '../../measured/calibrated.ts';
import { subjectOfData } from '../../parts/calibrations/printed-calibration.ts';
import { entry } from './entry.ts';
import { solubilityHeadline } from './headline.ts';
import { celsius, type Data, own, settings, titles } from './settings.ts';

const results = z.looseObject({
  /** By the solvent's SMILES: log10(mol/L) and its error for each temperature, in their order. */
  solubilities: z._default(
    z.record(
      z.string(),
      z.looseObject({
        solubilities: z._default(z.array(z.nullable(z.number())), []),
        uncertainties: z._default(z.array(z.nullable(z.number())), []),
      }),
    ),
    {},
  ),
});
type Whole = Data & z.output<typeof results>;

/** The ± of a log S: that of the run, where the molecule lies in the calibration of the method. */
function uncertaintyOf(data: Whole): (uncertainty: number | null | undefined) => number | null {
  const calibration = own(data.solubility_method)?.calibration;
  const judged = calibration ? applicability(calibration, subjectOfData(data)) : null;
  return (uncertainty) => (judged?.inside === false ? null : (uncertainty ?? null));
}

function solubilityTable(data: Whole): TableData {
  const { solvents, temperatures, solubilities } = data;
  const known = uncertaintyOf(data);
  const ordered = [...new Set([...solvents, ...Object.keys(solubilities)])];
  const rows = ordered.flatMap((smiles) => {
    const found = solubilities[smiles];
    if (!found) return [];
    return found.solubilities.map((logS, index) => ({
      smiles,
      temperature: temperatures[index],
      logS,
      uncertainty: known(found.uncertainties[index]),
    }));
  });
  const onlyWater = rows.every(({ smiles }) => listedSolvent(smiles) === waterOnly.smiles);
  return tableOf({
    id: 'solubility',
    title: 'Solubility',
    rows,
    columns: [
      { id: 'solvent', title: 'Solvent', text: ({ smiles }) => solubilitySolventName(smiles) },
      {
        id: 'temperature',
        title: 'Temperature',
        unit: '°C',
        precision: 1,
        value: ({ temperature }) => (temperature === undefined ? null : celsiusOfKelvin(temperature)),
      },
      {
        id: 'log_s',
        title: 'log S',
        unit: 'log10 of mol/L',
        precision: 2,
        // The limits are those of drugs in water; in other solvents the words beside say how much dissolves.
        ...(onlyWater
          ? { rating: solubilityRule.rule, help: phrase('Rating: {source}.', { source: solubilityRule.source }) }
          : {}),
        value: ({ logS }) => logS,
      },
      { id: 'uncertainty', title: '±', unit: 'log10 of mol/L', precision: 2, value: ({ uncertainty }) => uncertainty },
      {
        id: 'words',
        title: 'Solubility',
        help: 'In tenfold steps of the concentration, Cuvette’s own scale.',
        text: ({ logS }) => (logS === null ? null : solubilityInWords(logS)),
      },
    ],
    empty: 'No solubilities yet.',
  });
}

/** log S by solvent and temperature, each by a name of its own. */
function valuesOf(data: Whole): NamedValue[] {
  const { solvents, temperatures, solubilities } = data;
  const known = uncertaintyOf(data);
  return solvents.flatMap((smiles) =>
    temperatures.map((kelvin, index): NamedValue => {
      const found = solubilities[smiles];
      const solvent = solubilitySolventName(smiles);
      return {
        path: `log_s.${smiles}.${kelvin}`,
        title: phrase('log S in {solvent} at {temperature}', { solvent, temperature: celsius(kelvin) }),
        unit: 'log10 of mol/L',
        precision: 2,
        value: found?.solubilities[index] ?? null,
        uncertainty: known(found?.uncertainties[index]),
      };
    }),
  );
}

/** Temperatures (K) that count as that of the measured values, 25 °C. */
const roomTemperatures = [297.15, 299.15] as const;

/** The solubility in water at 25 °C, which measured values calibrate. */
function aqueous(data: Whole): Calibratable[] {
  const { solvents, temperatures, solubilities, solubility_method: method } = data;
  const water = solvents.find((smiles) => listedSolvent(smiles) === waterOnly.smiles);
  const place = temperatures.findIndex((kelvin) => kelvin >= roomTemperatures[0] && kelvin <= roomTemperatures[1]);
  if (water === undefined || place < 0) return [];
  const ordered = [...new Set([...solvents, ...Object.keys(solubilities)])];
  const before = ordered.slice(0, ordered.indexOf(water));
  const first = before.reduce((rows, smiles) => rows + (solubilities[smiles]?.solubilities.length ?? 0), 0);
  return [
    {
      quantity: 'log_s',
      of: `log_s.${water}.${temperatures[place]}`,
      method,
      subject: subjectOfData(data),
      columns: [{ table: 'solubility', column: 'log_s', rows: (row) => row === first + place }],
    },
  ];
}

export default defineResults({
  entry,
  settings,
  results,
  calibration({ solubility_method: method }) {
    const calibration = own(method)?.calibration;
    return calibration ? { title: titles[method], calibration } : null;
  },
  structures: () => [],
  measured: {
    numbers: aqueous,
    by: calibrating,
  },
  tables: (data) => [solubilityTable(data)],
  values: valuesOf,
  headline: ({ solvents, temperatures, solubilities }) =>
    solubilityHeadline(
      solvents.flatMap((smiles) =>
        temperatures.map((kelvin, index) => ({
          path: `log_s.${smiles}.${kelvin}`,
          solvent: solubilitySolventName(smiles),
          temperature: celsius(kelvin),
          logS: solubilities[smiles]?.solubilities[index] ?? null,
        })),
      ),
    ),
  tabs: () => [{ id: 'solubility', title: 'solubility' }, infoTab],
  parts: ({ temperatures }) => ({
    solubility: [
      { kind: 'table', table: 'solubility' },
      ...(temperatures.length > 1
        ? [
            {
              kind: 'plot',
              table: 'solubility',
              mark: 'line',
              x: 'temperature',
              y: 'log_s',
              series: 'solvent',
            } as const,
          ]
        : []),
    ],
  }),
  cite: ({ solubility_method: method }) => [method],
});
