import { bondsOf } from '../../../chemistry/atoms.ts';
import type { Problem } from '../../../chemistry/problem.ts';
import type { MethodReport } from '../../../entities/method-report.ts';
import type { Molecule } from '../../../entities/molecule.ts';
import { modesByType } from '../../../methods/modes.ts';
import type { SubmissionRules, TimedOption, WorkflowInputs } from '../../definition.ts';
import { chainOptions } from '../../parts/chains/chain-options.ts';
import { chainMode, chainOf, storedChain, withoutExpansion } from '../../parts/chains/multistage-optimization.ts';
import {
  complexGenerators,
  generatorLimits,
  generatorNeeds,
  generatorProblems,
} from '../../parts/conformers/conformer-generators.ts';
import { inputFragments, stereoProblems } from '../../parts/inputs/input-problems.ts';
import { methodElements } from '../../parts/inputs/limits.ts';
import { expectedAtoms, expectedConformers, generationSeconds, together } from '../../parts/times/expected-times.ts';
import { chainSeconds } from '../../parts/times/long-jobs.ts';
import { areGiven, type Data, generationMode, generationOf, levels } from './settings.ts';

function structureRules(data: Data, inputs: WorkflowInputs, report: MethodReport | null): Problem[] {
  const field = inputs.molecule ? 'initial_molecule' : 'initial_smiles';
  const { settings_type, nci } = generationOf(data);
  const quick = settings_type !== 'imtd';
  if (areGiven(data)) return [];
  const complexes = quick ? settings_type === 'monte_carlo_multiple_minimum' && (nci || data.nci) : data.nci;
  // The bonds that a transition state makes or breaks are too long to be seen as bonds.
  const fragments = inputs.molecule && data.transition_state ? 1 : inputFragments(inputs);
  const found: Problem[] = [];
  if (quick && data.constraints.length > 0) {
    found.push({ field: 'constraints', detail: 'Constraints need careful or meticulous conformer generation.' });
  }
  if (generationMode(data) === 'reckless' && data.transition_state) {
    found.push({ field: 'transition_state', detail: 'Reckless conformer generation does not take transition states.' });
  }
  if (fragments > 1 && !complexes) {
    found.push({
      field,
      detail: `The structure has ${fragments} separate molecules; that needs ${complexGenerators(report)}. For a salt, submit the part that you mean.`,
    });
  }
  return found;
}

/** The field where the generator is chosen, and its value: a mode, or in manual mode the name of the generator. */
function generatorChoice(data: Data): [field: string, value: string] {
  const mode = generationMode(data);
  if (mode !== 'manual') return ['conf_gen_mode', mode];
  return ['conf_gen_settings.settings_type', generationOf(data).settings_type];
}

/** What makes two structures the same molecule: their atoms in order, the bonds between heavy ones, and as many electrons. */
function identityOf({ atoms, charge, multiplicity }: Molecule): string {
  const elements = atoms.map(({ atomic_number }) => atomic_number);
  const isHeavy = (index: number) => elements[index] !== 1;
  const bonds = bondsOf(atoms).filter(([first, second]) => isHeavy(first) && isHeavy(second));
  // The order of the pairs depends on where the atoms are.
  const sorted = bonds.map(String).sort();
  return JSON.stringify([charge, multiplicity, elements, sorted]);
}

function givenProblems({ initial_conformers: given }: Data, { molecule }: WorkflowInputs): Problem[] {
  const [first] = given;
  if (first === undefined) return [];
  const wanted = identityOf(molecule ?? first);
  const other = given.findIndex((one) => identityOf(one) !== wanted);
  if (other < 0) return [];
  const compared = other === 0 ? 'the molecule of the submission' : 'the first one';
  return [
    {
      field: `initial_conformers.${other}`,
      detail: `Conformer ${other + 1} is another molecule than ${compared}: atoms, their order, bonds, charge and multiplicity must be the same. Submit a conformer search for each molecule.`,
    },
  ];
}

function chainRules(data: Data): Problem[] {
  if (chainMode(data) !== 'manual' || levels(data).length > 0) return [];
  return [{ field: 'multistage_opt_settings', detail: 'Manual mode needs at least one optimization or single point.' }];
}

const quickModes: readonly string[] = ['reckless', 'rapid'];

/** Elements beyond those of the levels: CREST samples with GFN-FF (careful) or GFN2-xTB (meticulous). */
const samplingMethod = { careful: 'gfn_ff', meticulous: 'gfn2_xtb' } as const;

/** How many conformers are optimized at most: those that are generated, or what clusters of their shapes leave. */
export function mostConformers(data: Data): number {
  const generated = generationOf(data).max_confs ?? 50;
  const { conformer_clustering_settings: clusters } = data;
  return clusters ? Math.min(generated, clusters.num_clusters * clusters.conformers_per_cluster) : generated;
}

/** Generating, then the chain on as many conformers as are expected. */
export function seconds(data: Data, inputs: WorkflowInputs, report: MethodReport | null): number | null {
  const kept = areGiven(data) ? data.initial_conformers.length : expectedConformers(inputs, mostConformers(data));
  if (kept === null) return null;
  const chain = levels(data).map(({ settings: level }) => level);
  return together(
    areGiven(data) ? 0 : generationSeconds(generationOf(data), inputs, report),
    chainSeconds(chain, expectedAtoms(inputs), report, kept),
  );
}

/** Five minutes: within this time the default computes the energies with a density functional. */
const firstAnswerWithin = 300;

/** Energies of r²SCAN-3c where they come within minutes, else those of GFN2-xTB; chains that were given, and servers that lack GFN-FF, have no choice. */
function chainChoices(data: Data, inputs: WorkflowInputs, report: MethodReport | null): readonly TimedOption[] {
  if (report === null || chainMode(data) === 'manual') return [];
  const options = chainOptions(report).filter(({ value }) => value === 'rapid' || value === 'reckless');
  if (options.some(({ unavailable }) => unavailable)) return [];
  return options.map(({ value, title }) => ({
    value,
    title,
    seconds: seconds({ ...data, mso_mode: value === 'rapid' ? 'rapid' : 'reckless' }, inputs, report),
  }));
}

export const rules: SubmissionRules<Data> = {
  inputs: [{ role: 'initial_molecule', kind: 'molecule_or_smiles', title: 'Molecule', required: true }],
  limits(data) {
    const mode = generationMode(data);
    if (areGiven(data)) return { constraints: true, transitionState: true };
    return {
      constraints: true,
      transitionState: mode !== 'reckless',
      ...generatorLimits(generationOf(data)),
      advice: quickModes.includes(mode) ? 'Careful or meticulous conformer generation takes more.' : null,
      ...(mode === 'careful' || mode === 'meticulous' ? { elements: methodElements(samplingMethod[mode]) } : {}),
    };
  },
  modes: { conf_gen_mode: modesByType.conformer_search, mso_mode: modesByType.conformer_search },
  complete(data) {
    const chain = storedChain(chainOf(data));
    const mode = generationMode(data);
    return {
      mode,
      conf_gen_mode: mode,
      conf_gen_settings: areGiven(data) ? null : generationOf(data),
      mso_mode: chain.mode,
      multistage_opt_settings: chain,
    };
  },
  needs: (data) => (areGiven(data) ? ['rdkit'] : generatorNeeds(generationOf(data))),
  seconds,
  timed: [{ path: 'mso_mode', options: chainChoices, within: firstAnswerWithin }],
  rules: [
    structureRules,
    givenProblems,
    (data, _inputs, report) =>
      areGiven(data) ? [] : generatorProblems(generationOf(data), report, ...generatorChoice(data)),
    chainRules,
    (_data, inputs) => stereoProblems(inputs),
  ],
  resubmit(data) {
    const conf_gen_settings = generationMode(data) === 'manual' ? data.conf_gen_settings : null;
    return { value: { ...withoutExpansion(data), conf_gen_settings }, changes: [] };
  },
};
