import * as z from 'zod/mini';
import type { Problem } from '../../chemistry/problem.ts';
import type { MethodReport } from '../../entities/method-report.ts';
import { Constraint, Mode, Settings } from '../../entities/settings.ts';
import type { WorkflowItem } from '../../entities/workflow-item.ts';
import { conformersModes } from '../../methods/conformers-modes.ts';
import { canonicalMethod, methods, methodTitle } from '../../methods/methods.ts';
import { modesByType } from '../../methods/modes.ts';
import type { ChainMode } from '../../methods/multistage.ts';
import { resolveSolvent } from '../../methods/resolution.ts';
import { solventTitle } from '../../methods/solvents.ts';
import type { TableData } from '../../tables/table.ts';
import { capabilityOption, capabilityReason } from '../capabilities.ts';
import { levelCitations } from '../citations/level-citations.ts';
import { defineWorkflow, infoTab } from '../define.ts';
import type { Level, Notice, Offer, Option, WorkflowData, WorkflowInputs } from '../definition.ts';
import { numberedStructures, validUuid } from '../results/structure-references.ts';
import { withValueAt } from '../rules/data-path.ts';
import { inputAtomCount } from '../rules/input-problems.ts';
import { methodElements } from '../rules/limits.ts';
import { availableMethods, methodOptions, unavailableReason } from '../rules/method-availability.ts';
import {
  Conformer,
  calculationNotes,
  conformerTable,
  ensembleParts,
  ensembleValues,
} from '../schemas/conformer-ensemble.ts';
import { generationSettings } from '../schemas/conformer-generation.ts';
import { generatorLimits } from '../schemas/conformer-generators.ts';
import { constraintProblems } from '../schemas/constraints.ts';
import { select, toggle } from '../schemas/form-fields.ts';
import { moleculeInput } from '../schemas/input-shapes.ts';
import { solventModelFor, solventsOfMethod } from '../schemas/settings-fields.ts';

const standard = conformersModes.rapid;

const methodName = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' ? (canonicalMethod(value) ?? value) : value)),
  z.string(),
);
const solventName = z.pipe(
  z.transform((value: unknown) => (value === '' ? null : value)),
  z.nullable(z.string()),
);

/** RMSD in Å, energies in kcal/mol; all but method, solvent, transition state and constraints come from the mode. */
const ConformersSettings = z.looseObject({
  num_confs_considered: z._default(z.int(), standard.num_confs_considered),
  num_confs_taken: z._default(z.int(), standard.num_confs_taken),
  rmsd_cutoff: z._default(z.number(), standard.rmsd_cutoff),
  transition_state: z._default(z.boolean(), standard.transition_state),
  final_method: z._default(methodName, standard.final_method),
  solvent: z._default(solventName, standard.solvent),
  max_energy: z._default(z.number(), standard.max_energy),
  constraints: z._default(z.array(Constraint), []),
  num_initial_confs: z.optional(z.int()),
  max_mmff_energy: z.optional(z.number()),
  max_mmff_iterations: z.optional(z.int()),
  gfn: z.optional(z.union([z.string(), z.number()])),
  flags: z.optional(z.string()),
});

const settings = z.looseObject({
  ...moleculeInput,
  mode: z._default(Mode, 'rapid'),
  settings: z.prefault(ConformersSettings, {}),
});
type Data = z.output<typeof settings>;

const results = z.looseObject({ conformers: z._default(z.array(Conformer), []) });

function modeOf({ mode }: Pick<Data, 'mode'>): ChainMode {
  return mode === 'reckless' || mode === 'careful' || mode === 'meticulous' ? mode : 'rapid';
}

function isQuick(data: Pick<Data, 'mode'>): boolean {
  return conformersModes[modeOf(data)].gfn === undefined;
}

/** Elements of the generator: RDKit's MMFF94, or the method of CREST's metadynamics. */
function generatorElements(data: Data) {
  const { gfn } = conformersModes[modeOf(data)];
  if (gfn !== undefined) return methodElements(gfn === 'ff' ? 'gfn_ff' : 'gfn2_xtb');
  const generator = generationSettings('rapid', { nci: false, max_confs: null, constraints: [] });
  return generatorLimits(generator).elements ?? null;
}

/** The level without its solvent, which has a rule of its own: the data name no solvent model. */
function levels({ settings: { final_method, transition_state, constraints } }: Data): Level[] {
  const level = z.parse(Settings, {
    method: final_method,
    tasks: ['optimize'],
    opt_settings: { transition_state, constraints },
  });
  return [{ settings: level, field: 'settings.final_method' }];
}

/** Solvent model that the final method takes for its solvent, where it has one. */
function solventModels({ settings: { final_method, solvent } }: Data): string[] {
  const model = solvent === null ? null : solventModelFor(final_method, solvent, null);
  return model === null ? [] : [model];
}

function constraintRules(data: Data, inputs: WorkflowInputs): Problem[] {
  const { constraints } = data.settings;
  const field = 'settings.constraints';
  if (isQuick(data) && constraints.length > 0) {
    return [{ field, detail: 'Constraints need the careful or meticulous mode.' }];
  }
  return constraintProblems(constraints, inputAtomCount(inputs), field, inputs.molecule);
}

function solventRules({ settings: chosen }: Data, _inputs: WorkflowInputs, report: MethodReport | null): Problem[] {
  const { solvent, final_method } = chosen;
  if (solvent === null || !methods.has(final_method)) return [];
  const offered = solventsOfMethod(final_method, report);
  if (offered.includes(solvent)) return [];
  const detail =
    offered.length === 0
      ? `${methodTitle(final_method)} has no solvent model here; choose the gas phase.`
      : `${solventTitle(solvent)} is not offered as a solvent of ${methodTitle(final_method)}; choose one of ${offered.map(solventTitle).join(', ')}.`;
  return [{ field: 'settings.solvent', detail }];
}

function generatorRules(data: Data, _inputs: WorkflowInputs, report: MethodReport | null): Problem[] {
  const reason = isQuick(data) ? null : capabilityReason(report, 'crest', 'CREST');
  if (reason === null) return [];
  const monteCarlo = report?.capabilities.includes('monte_carlo')
    ? ', or a conformer search with Monte Carlo multiple minimum, which needs no CREST'
    : '';
  return [{ field: 'mode', detail: `${reason} Choose the rapid or reckless mode${monteCarlo}.` }];
}

function transitionStateNotice(data: Data): Notice[] {
  if (!isQuick(data) || !data.settings.transition_state) return [];
  return [
    {
      kind: 'warning',
      title: 'Distance Geometry Does Not Know Transition States',
      body: 'Reckless and rapid start from structures of a stable molecule; forming and breaking bonds may be lost. Careful and meticulous start from your structure.',
    },
  ];
}

function methodOffers(data: Data, report: MethodReport | null): Offer[] {
  const { final_method: chosen, solvent } = data.settings;
  const reason = unavailableReason(report, chosen);
  const [best] = report ? availableMethods(report) : [];
  if (reason === null || !best) return [];
  const keeps = solvent === null || solventModelFor(best, solvent, report) !== null;
  return [
    {
      field: 'settings.final_method',
      text: `${methodTitle(chosen)}: ${reason}`,
      action: keeps ? `Use ${methodTitle(best)}` : `Use ${methodTitle(best)} in the gas phase`,
      apply: (current) => {
        const replaced = withValueAt(current, 'settings.final_method', best);
        return keeps ? replaced : withValueAt(replaced, 'settings.solvent', null);
      },
    },
  ];
}

function modeOptions(report: MethodReport | null): Option[] {
  const { rapid, reckless } = conformersModes;
  return [
    { value: 'rapid', title: `Rapid: RDKit, up to ${rapid.num_confs_taken} conformers` },
    { value: 'reckless', title: `Reckless: RDKit, up to ${reckless.num_confs_taken} conformers` },
    capabilityOption({ value: 'careful', title: 'Careful: CREST with GFN-FF' }, 'crest', report),
    capabilityOption({ value: 'meticulous', title: 'Meticulous: CREST with GFN2-xTB' }, 'crest', report),
  ];
}

function solventOptions(names: readonly string[]): Option[] {
  return [{ value: '', title: 'None (gas phase)' }, ...names.map((value) => ({ value, title: solventTitle(value) }))];
}

const formMethod = (data: WorkflowData) => z.safeParse(settings, data).data?.settings.final_method ?? '';

function table({ conformers }: z.output<typeof results>, { provenance }: WorkflowItem): TableData {
  const uuids = conformers.map(({ uuid }) => uuid);
  return conformerTable(
    conformers.map(({ energy }) => energy),
    uuids.map(validUuid),
    provenance,
    {
      title: 'Conformers',
      weights: conformers.map(({ weight }) => weight),
      notes: calculationNotes(uuids),
    },
  );
}

/** The older conformer search: conformers of one molecule, optimized and weighted with one final method. */
export default defineWorkflow({
  type: 'conformers',
  inputs: [{ role: 'initial_molecule', kind: 'molecule', title: 'Molecule', required: true }],
  limits: (data) => ({
    openShell: !isQuick(data),
    constraints: !isQuick(data),
    transitionState: true,
    severalStructures: false,
    elements: generatorElements(data),
    advice: isQuick(data) ? 'The careful and meticulous modes take open shells, constraints and more elements.' : null,
  }),
  modes: { mode: modesByType.conformers },
  settings,
  results,

  complete(data) {
    const mode = modeOf(data);
    const { final_method, solvent, transition_state, constraints } = data.settings;
    return { mode, settings: { ...conformersModes[mode], final_method, solvent, transition_state, constraints } };
  },
  levels,
  needs: (data) => ['rdkit', ...(isQuick(data) ? [] : ['crest'])],
  rules: [constraintRules, solventRules, generatorRules],
  notices: transitionStateNotice,
  offers: methodOffers,

  fields: [
    select('mode', 'Mode', (_data, report) => modeOptions(report)),
    select('settings.final_method', 'Final method', (_data, report) => methodOptions([...methods.keys()], report)),
    select('settings.solvent', 'Solvent', (data, report) => solventOptions(solventsOfMethod(formMethod(data), report))),
    toggle('settings.transition_state', 'Transition state', {
      help: 'The structure is a transition state and is optimized as one.',
    }),
    {
      kind: 'editor',
      editor: 'constraints',
      path: 'settings.constraints',
      title: 'Constraints',
      shown: ({ mode }) => mode === 'careful' || mode === 'meticulous',
    },
  ],
  structures: ({ conformers }) =>
    numberedStructures(
      'Conformer',
      conformers.map(({ uuid }) => validUuid(uuid)),
    ),
  tables: (data, { item }) => [table(data, item)],
  values: (data, { item }) => ensembleValues(table(data, item)),
  tabs: () => [{ id: 'conformers', title: 'Conformers' }, infoTab],
  resubmit(data) {
    const solvent = resolveSolvent(data.settings.solvent);
    return {
      value: { ...data, settings: { ...data.settings, solvent: solvent.value } },
      changes: solvent.changes.map((change) => ({ ...change, what: 'settings.solvent' })),
    };
  },
  parts: ({ conformers }) => ({ conformers: ensembleParts(conformers.map(({ uuid }) => validUuid(uuid))) }),
  cite: (data) => [
    ...(isQuick(data) ? ['etkdg', 'mmff94', 'rdkit'] : ['crest', 'imtd_gc']),
    ...levelCitations(levels(data).map((level) => level.settings)),
    ...solventModels(data),
  ],
});
