import * as z from 'zod/mini';
import { forgivingEnum } from '../../../entities/scalars.ts';
import { Mode } from '../../../entities/settings.ts';
import { calibrationInWords } from '../../../methods/extensions.ts';
import { solventsByUse } from '../../../methods/solvents.ts';
import { levelCitations } from '../../citations/level-citations.ts';
import { nmrPlot } from '../../curves/nmr-plot.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab, type Level } from '../../definition.ts';
import { calibrating } from '../../measured/calibrated.ts';
import { numberedStructures, validUuid } from '../../parts/calculations/structure-references.ts';
import { subjectOfData } from '../../parts/calibrations/printed-calibration.ts';
import { chainPaths } from '../../parts/chains/multistage-optimization.ts';
import { aimnet2Optimization, givenChainLevels, OptionalChain } from '../../parts/chains/optimization-chain.ts';
import {
  calculationNotes,
  conformerTable,
  ensembleParts,
  finalEnergies,
} from '../../parts/conformers/conformer-ensemble.ts';
import { generatorCitations } from '../../parts/conformers/generator-citations.ts';
import { generationLevels, generationPaths, OptionalGeneration } from '../../parts/conformers/given-generation.ts';
import { moleculeInput } from '../../parts/inputs/input-shapes.ts';
import { entry } from './entry.ts';
import { nmrHeadline } from './headline.ts';
import { nmrCalibration, nmrMethods, nmrMethodTitle, ownNmrMethod, shieldingLevels } from './nmr-methods.ts';
import { equivalenceTable, peakTable, shiftPrecision, shiftTable } from './nmr-tables.ts';

export const [standardSolvent] = solventsByUse.nmr;

const settings = z.looseObject({
  ...moleculeInput,
  mode: z._default(Mode, 'auto'),
  nmr_method: z._default(z.union([forgivingEnum(nmrMethods), z.string()]), 'magnet-zero'),
  solvent: z._default(z.string(), standardSolvent),
  /** Null: the structure as it is given. */
  conf_gen_settings: z.prefault(OptionalGeneration, { settings_type: 'imtd', mode: 'careful' }),
  /** Null: the structures as they were generated. */
  multistage_opt_settings: z.prefault(OptionalChain, aimnet2Optimization),
  /** Conformers whose shieldings our own method computes, the heaviest first; `auto` is chosen by the expected time. Other methods have no such choice. */
  shielded_conformers: z.optional(z.nullable(forgivingEnum(['auto', 'most', 'three', 'one']))),
});
export type Data = z.output<typeof settings>;

const shift = z.nullable(z.number());
const NmrPeak = z.looseObject({ nucleus: z.int(), shift: z.number(), atom_indices: z.array(z.int()) });

/** Shifts in ppm, null for nuclei that are not predicted; atoms count from 0. */
const results = z.looseObject({
  /** Calculations, one for each conformer. */
  conformers: z._default(z.array(z.string()), []),
  /** Between 0 and 1, in the order of the conformers. */
  boltzmann_weights: z._default(z.array(z.number()), []),
  /** For each conformer, one shift for each atom. */
  per_conformer_chemical_shifts: z._default(z.array(z.array(shift)), []),
  /** Averages over the conformers, one for each atom. */
  chemical_shifts: z._default(z.array(shift), []),
  symmetry_equivalent_nuclei: z._default(z.array(z.array(z.int())), []),
  /** Peaks by atomic number ("1" and "6"). */
  predicted_peaks: z._default(z.record(z.string(), z.array(NmrPeak)), {}),
});

function levels(data: Data): Level[] {
  return [
    ...generationLevels(data.conf_gen_settings),
    ...givenChainLevels(data.multistage_opt_settings),
    ...shieldingLevels(data.nmr_method, data.solvent),
  ];
}

/** How many conformers get shieldings at most; "most" stops earlier, where 97 % of the weight is reached (`recipes/nmr.py`). */
export const mostShielded = { most: 12, three: 3, one: 1 } as const;

/** The error of a nucleus's shift as text, by its class; null for a method whose error is not known here. */
function nmrErrors(data: Data, classes: readonly (string | null)[] | null) {
  const calibration = nmrCalibration(data.nmr_method);
  if (!calibration || !classes) return null;
  const subject = { ...subjectOfData(data), solvent: data.solvent };
  return (atom: number) => calibrationInWords(calibration, { ...subject, class: classes[atom] ?? null });
}

export default defineResults({
  entry,
  settings,
  results,
  levelPaths: [...generationPaths, ...chainPaths],
  levels,
  calibration({ nmr_method, solvent }) {
    const calibration = nmrCalibration(nmr_method);
    return (
      calibration && {
        title: nmrMethodTitle(nmr_method),
        calibration,
        subject: (molecule) => ({ ...molecule, solvent }),
      }
    );
  },
  structureWord: 'conformer',
  structures: ({ conformers }) => numberedStructures('Conformer', conformers.map(validUuid)),
  calculations: ({ conformers }) => conformers.map(validUuid),
  measured: {
    numbers: (data) =>
      (['shift_h', 'shift_c'] as const).map((quantity) => ({
        quantity,
        of: null,
        method: `${data.nmr_method} in ${data.solvent}`,
        subject: subjectOfData(data),
        columns: [{ table: quantity === 'shift_h' ? 'proton_nmr' : 'carbon_nmr', column: 'shift' }],
      })),
    by: calibrating,
  },
  tables(data, read) {
    const { conformers, boltzmann_weights, predicted_peaks: peaks, chemical_shifts: shifts } = data;
    const atoms = data.initial_molecule?.atoms;
    const valid = conformers.map(validUuid);
    const { proton, carbon } = shiftPrecision;
    const error = nmrErrors(data, read.item.provenance?.nmr?.classes ?? null);
    return [
      peakTable(
        { id: 'proton_nmr', title: '1H NMR', precision: proton, nuclei: 'Protons' },
        peaks['1'] ?? [],
        atoms,
        error,
      ),
      peakTable(
        { id: 'carbon_nmr', title: '13C NMR', precision: carbon, nuclei: 'Carbons' },
        peaks['6'] ?? [],
        atoms,
        error,
      ),
      conformerTable(finalEnergies(valid, read), valid, read.item.provenance, {
        title: 'Conformers',
        weights: conformers.map((_, index) => boltzmann_weights[index] ?? null),
        energyHelp: 'Above the lowest conformer, from the energies of the calculations shown',
        notes: calculationNotes(conformers),
      }),
      shiftTable(shifts, data.per_conformer_chemical_shifts, atoms),
      equivalenceTable(data.symmetry_equivalent_nuclei, shifts, atoms),
    ];
  },
  headline: ({ predicted_peaks: peaks, conformers }) =>
    nmrHeadline(peaks['1'] ?? [], peaks['6'] ?? [], conformers.length),
  tabs: () => [
    { id: 'proton_nmr', title: '1H NMR' },
    { id: 'carbon_nmr', title: '13C NMR' },
    { id: 'conformers', title: 'conformers' },
    { id: 'chemical_shifts', title: 'chemical_shifts' },
    { id: 'symmetry_equivalent_nuclei', title: 'symmetry-equivalent nuclei' },
    infoTab,
  ],
  spectra: ({ predicted_peaks: peaks }) =>
    (['proton_nmr', 'carbon_nmr'] as const).flatMap((kind) => {
      const lines = (peaks[kind === 'proton_nmr' ? '1' : '6'] ?? []).map(({ shift, atom_indices }) => ({
        place: shift,
        height: atom_indices.length,
      }));
      return lines.length > 0 ? [{ kind, lines }] : [];
    }),
  parts: ({ conformers }) => ({ conformers: ensembleParts(conformers.map(validUuid)) }),
  curves: ({ predicted_peaks: peaks }) => [nmrPlot(1, peaks['1'] ?? []), nmrPlot(6, peaks['6'] ?? [])],
  cite: (data) => [
    data.nmr_method === ownNmrMethod ? ownNmrMethod : 'magnet_zero',
    ...(data.conf_gen_settings ? generatorCitations(data.conf_gen_settings) : []),
    ...levelCitations(levels(data).map((level) => level.settings)),
  ],
});
