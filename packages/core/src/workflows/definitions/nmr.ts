import * as z from 'zod/mini';
import type { Problem } from '../../chemistry/problem.ts';
import { forgivingEnum } from '../../entities/scalars.ts';
import { Mode } from '../../entities/settings.ts';
import { calibrationInWords } from '../../methods/extensions.ts';
import type { Resolved } from '../../methods/resolution.ts';
import { solventsByUse, solventTitle } from '../../methods/solvents.ts';
import { levelCitations } from '../citations/level-citations.ts';
import { defineWorkflow, infoTab } from '../define.ts';
import type { Level, Notice } from '../definition.ts';
import { equivalenceTable, peakTable, shiftPrecision, shiftTable } from '../results/nmr-tables.ts';
import { numberedStructures, validUuid } from '../results/structure-references.ts';
import { sizeLimit } from '../rules/size.ts';
import { calculationNotes, conformerTable, ensembleParts, finalEnergies } from '../schemas/conformer-ensemble.ts';
import { generatorCitations, generatorNeeds, generatorNotices } from '../schemas/conformer-generators.ts';
import { select, solventChoice } from '../schemas/form-fields.ts';
import {
  completeGeneration,
  generationFields,
  generationLevels,
  generationLimits,
  generationOffers,
  generationPaths,
  generationProblems,
  OptionalGeneration,
} from '../schemas/given-generation.ts';
import { moleculeInput } from '../schemas/input-shapes.ts';
import { chainPaths } from '../schemas/multistage-optimization.ts';
import {
  nmrCalibration,
  nmrMethodOptions,
  nmrMethods,
  nmrMethodTitle,
  nmrOffers,
  ownNmrMethod,
  shieldingLevels,
} from '../schemas/nmr-methods.ts';
import {
  aimnet2Optimization,
  givenChain,
  givenChainFields,
  givenChainLevels,
  givenChainProblems,
  OptionalChain,
} from '../schemas/optimization-chain.ts';

const solvents: readonly string[] = solventsByUse.nmr;
const [standardSolvent] = solventsByUse.nmr;

const settings = z.looseObject({
  ...moleculeInput,
  mode: z._default(Mode, 'auto'),
  nmr_method: z._default(z.union([forgivingEnum(nmrMethods), z.string()]), 'magnet-zero'),
  solvent: z._default(z.string(), standardSolvent),
  /** Null: the structure as it is given. */
  conf_gen_settings: z.prefault(OptionalGeneration, { settings_type: 'imtd', mode: 'careful' }),
  /** Null: the structures as they were generated. */
  multistage_opt_settings: z.prefault(OptionalChain, aimnet2Optimization),
});
type Data = z.output<typeof settings>;

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

const generationOf = ({ conf_gen_settings: given }: Data) => (given ? completeGeneration(given) : null);

function levels(data: Data): Level[] {
  return [
    ...generationLevels(data.conf_gen_settings),
    ...givenChainLevels(data.multistage_opt_settings),
    ...shieldingLevels(data.nmr_method, data.solvent),
  ];
}

function rules({ nmr_method, solvent, multistage_opt_settings }: Data): Problem[] {
  const found = givenChainProblems(multistage_opt_settings);
  if (!nmrMethods.some((name) => name === nmr_method)) {
    found.push({
      field: 'nmr_method',
      detail: `"${nmr_method}" is not a method for NMR; choose ${nmrMethods.join(', ')}.`,
    });
  }
  if (!solvents.includes(solvent)) {
    found.push({
      field: 'solvent',
      detail: `${solventTitle(solvent)} is not offered as a solvent of NMR; choose one of ${solvents.map(solventTitle).join(', ')}.`,
    });
  }
  return found;
}

/** What our own method holds and what it does not. */
function notices({ nmr_method, solvent }: Data): Notice[] {
  const calibration = nmrCalibration(nmr_method);
  if (!calibration) return [];
  const errors = calibration.lines.map(
    ({ class: name }) => `${name === 'C' ? '¹³C' : '¹H on carbon'} ${calibrationInWords(calibration, name)} ppm`,
  );
  return [
    {
      kind: 'info',
      title: 'Shifts Without Couplings',
      body: `${nmrMethodTitle(nmr_method)} predicts shifts: ${errors.join(', ')}. ${calibration.domain} Couplings are not computed.`,
    },
    ...(solvent === 'chloroform'
      ? []
      : [
          {
            kind: 'warning' as const,
            title: 'Calibrated in Chloroform',
            body: `The error in ${solventTitle(solvent).toLowerCase()} is not known: the calibration is to shifts measured in chloroform.`,
          },
        ]),
  ];
}

/** A solvent that is not offered becomes the default, for a spectrum without a solvent is not predicted. */
function resubmit(data: Data): Resolved<Data> {
  if (solvents.includes(data.solvent)) return { value: data, changes: [] };
  const reason = `${solventTitle(data.solvent)} is not offered as a solvent of NMR.`;
  return {
    value: { ...data, solvent: standardSolvent },
    changes: [{ what: 'solvent', kind: 'replaced', from: data.solvent, to: standardSolvent, reason }],
  };
}

/** The error of a nucleus's shift in words, by its class; null for a method whose error is not known here. */
function nmrErrors({ nmr_method, solvent }: Data, classes: readonly (string | null)[] | null) {
  const calibration = nmrCalibration(nmr_method);
  if (!calibration || !classes) return null;
  return (atom: number) =>
    solvent === 'chloroform' ? calibrationInWords(calibration, classes[atom] ?? '') : 'outside calibration';
}

/** Proton and carbon NMR spectra of a molecule, averaged over its conformers; a private beta. */
export default defineWorkflow({
  type: 'nmr',
  feature: 'nmr',
  inputs: [{ role: 'initial_molecule', kind: 'molecule', title: 'Molecule', required: true }],
  limits: (data) => ({ ...generationLimits(data.conf_gen_settings), openShell: false, size: sizeLimit('nmr') }),
  settings,
  results,
  levelPaths: [...generationPaths, ...chainPaths],

  complete: (data) => ({
    conf_gen_settings: generationOf(data),
    multistage_opt_settings: data.multistage_opt_settings && givenChain(data.multistage_opt_settings),
  }),
  levels,
  needs: ({ conf_gen_settings: given, nmr_method: method }) => [
    method === ownNmrMethod ? 'rdkit' : 'magnet',
    ...(given ? generatorNeeds(given) : []),
  ],
  rules: [rules, (data, inputs, report) => generationProblems(data.conf_gen_settings, inputs, report)],
  notices(data, _inputs, report) {
    const generation = generationOf(data);
    return [...notices(data), ...(generation ? generatorNotices(generation, report) : [])];
  },
  offers: (data, report) => [
    ...nmrOffers(data.nmr_method, report),
    ...generationOffers(data.conf_gen_settings, report),
  ],

  fields: [
    select('nmr_method', 'Method', (_data, report) => nmrMethodOptions(report)),
    solventChoice('solvent', solvents),
    ...generationFields('None: the structure as it is given'),
    ...givenChainFields('None: structures as they were generated'),
  ],
  structures: ({ conformers }) => numberedStructures('Conformer', conformers.map(validUuid)),
  calculations: ({ conformers }) => conformers.map(validUuid),
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
  tabs: () => [
    { id: 'proton_nmr', title: '1H NMR' },
    { id: 'carbon_nmr', title: '13C NMR' },
    { id: 'conformers', title: 'conformers' },
    { id: 'chemical_shifts', title: 'chemical_shifts' },
    { id: 'symmetry_equivalent_nuclei', title: 'symmetry-equivalent nuclei' },
    infoTab,
  ],
  resubmit,
  parts: ({ conformers }) => ({ conformers: ensembleParts(conformers.map(validUuid)) }),
  cite: (data) => [
    data.nmr_method === ownNmrMethod ? ownNmrMethod : 'magnet_zero',
    ...(data.conf_gen_settings ? generatorCitations(data.conf_gen_settings) : []),
    ...levelCitations(levels(data).map((level) => level.settings)),
  ],
});
