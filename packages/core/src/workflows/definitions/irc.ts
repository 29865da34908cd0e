import * as z from 'zod/mini';
import type { Problem } from '../../chemistry/problem.ts';
import { optionalNull } from '../../entities/scalars.ts';
import { Mode, Settings } from '../../entities/settings.ts';
import { type IrcMode, ircDefaults, ircSettings } from '../../methods/chain-uses.ts';
import { hessianGradients, optimizationGradients } from '../../methods/estimate.ts';
import { methods, methodTitle } from '../../methods/methods.ts';
import { modesByType, modeTitles } from '../../methods/modes.ts';
import { solvents, solventsOfModel, solventTitle } from '../../methods/solvents.ts';
import { levelCitations } from '../citations/level-citations.ts';
import { defineWorkflow, infoTab } from '../define.ts';
import type { Notice, WorkflowData } from '../definition.ts';
import { lastOf, pathFacts } from '../results/path-facts.ts';
import { calculationStructure } from '../results/structure-references.ts';
import { withValueAt } from '../rules/data-path.ts';
import { inputAtomCount } from '../rules/input-problems.ts';
import { longJobNotices } from '../rules/long-jobs.ts';
import { availableMethods, unavailableReason } from '../rules/method-availability.ts';
import { number, select, solventChoice, toggle } from '../schemas/form-fields.ts';
import { moleculeInput } from '../schemas/input-shapes.ts';
import { reactionPath, reactionPathTable } from '../schemas/reaction-path.ts';
import { methodField, solventField } from '../schemas/settings-fields.ts';
import { runnableLevel, singleLevelProblems } from '../schemas/single-level.ts';

const settings = z.looseObject({
  ...moleculeInput,
  mode: z._default(Mode, 'manual'),
  /** Level of theory in manual mode; the other modes bring their own. */
  settings: z.prefault(Settings, { method: 'omol25_conserving_s', engine: 'omol25', mode: 'auto' }),
  /** Implicit solvent of the modes with a level of their own; in manual mode it stands in the settings. */
  solvent: optionalNull(z.string()),
  preopt: z._default(z.boolean(), ircDefaults.preopt),
  max_irc_steps: z._default(z.int().check(z.minimum(1)), ircDefaults.max_irc_steps),
  /** Å */
  step_size: z._default(z.number().check(z.positive()), ircDefaults.step_size),
});
type Data = z.output<typeof settings>;

const results = z.looseObject({
  /** Calculation of the transition state that both paths start from. */
  starting_TS: optionalNull(z.string()),
  /** Calculations of the steps, the first one next to the transition state, the last one at the far end. */
  irc_forward: z._default(z.array(z.string()), []),
  irc_backward: z._default(z.array(z.string()), []),
});

/** Shortest and longest step in Å. */
const stepLimits = { minimum: 0.001, maximum: 0.1 } as const;

function modeOf({ mode }: Data): IrcMode | 'manual' {
  return mode === 'rapid' || mode === 'careful' || mode === 'meticulous' ? mode : 'manual';
}

/** The level that runs: the mode's own, or the given one in manual mode. */
function levelOf(data: Data): Settings {
  const mode = modeOf(data);
  if (mode === 'manual') return runnableLevel(data.settings);
  return runnableLevel(z.parse(Settings, { ...ircSettings(mode, data.solvent), mode }));
}

function rules(data: Data): Problem[] {
  const { step_size, solvent, settings: level } = data;
  const found: Problem[] = [];
  if (modeOf(data) === 'manual' && solvent && solvent !== level.solvent_settings?.solvent) {
    found.push({
      field: 'solvent',
      detail:
        'In manual mode the solvent stands in the settings (settings.solvent_settings); choose it there and leave this one empty.',
    });
  }
  if (step_size < stepLimits.minimum || step_size > stepLimits.maximum) {
    found.push({
      field: 'step_size',
      detail: `The step size is between ${stepLimits.minimum} and ${stepLimits.maximum} Å; this is ${step_size} Å.`,
    });
  }
  const chosen = levelOf(data).solvent_settings;
  if (chosen && !solventsOfModel(chosen.model.toLowerCase()).includes(chosen.solvent)) {
    const known = solvents.has(chosen.solvent);
    found.push({
      field: modeOf(data) === 'manual' ? 'settings.solvent_settings' : 'solvent',
      detail: known
        ? `${solventTitle(chosen.solvent)} has no parameters in the solvent model ${chosen.model}.`
        : `The solvent "${chosen.solvent}" is not known.`,
    });
  }
  if (level.opt_settings.constraints.length > 0) {
    const detail = 'An intrinsic reaction coordinate takes no constraints; remove them.';
    found.push({ field: 'settings.opt_settings.constraints', detail });
  }
  return found;
}

const failureNotice: Notice = {
  kind: 'warning',
  title: 'IRC Calculations Have a High Failure Rate',
  body: 'The structure must be a transition state, and the calculation may take long. If it fails and you cannot tell why, contact support.',
};

const isManual = (data: WorkflowData) => data.mode === 'manual' || data.mode === 'auto' || data.mode === undefined;

/** The reaction path downhill from a transition state, to both sides. */
export default defineWorkflow({
  type: 'irc',
  inputs: [{ role: 'initial_molecule', kind: 'molecule', title: 'Transition state', required: true }],
  limits: () => ({ constraints: false, transitionState: true }),
  modes: { mode: modesByType.irc },
  settings,
  results,
  levelPaths: ['settings'],

  complete(data) {
    const level = levelOf(data);
    const mode = modeOf(data);
    return { mode, settings: level, solvent: level.solvent_settings && mode !== 'manual' ? data.solvent : null };
  },
  levels: (data) => [{ settings: levelOf(data), field: modeOf(data) === 'manual' ? 'settings.method' : 'mode' }],
  rules: [
    rules,
    (data, inputs) => {
      const field = modeOf(data) === 'manual' ? 'settings.method' : 'mode';
      return singleLevelProblems(levelOf(data), ['gradient'], inputs, field);
    },
  ],
  notices(data, inputs, report) {
    const atoms = inputAtomCount(inputs) ?? 0;
    const start = data.preopt ? optimizationGradients(atoms) : 0;
    const gradients = start + hessianGradients(atoms) + 2 * data.max_irc_steps;
    const what = `An IRC of ${data.max_irc_steps} steps to each side`;
    return [failureNotice, ...longJobNotices(levelOf(data).method, gradients, what, inputs, report)];
  },
  offers(data, report) {
    const { method } = levelOf(data);
    const reason = modeOf(data) === 'manual' ? null : unavailableReason(report, method);
    const [best] = report ? availableMethods(report) : [];
    if (reason === null || !best) return [];
    return [
      {
        field: 'mode',
        text: `${methodTitle(method)}: ${reason}`,
        action: `Use ${methodTitle(best)} in manual mode`,
        apply: (current) => withValueAt({ ...current, mode: 'manual' }, 'settings', { method: best }),
      },
    ];
  },

  fields: [
    select('mode', 'Mode', (_data, report) =>
      modesByType.irc.map((mode) => {
        if (mode === 'manual') return { value: mode, title: 'Manual: a method of your choice' };
        const { method } = z.parse(Settings, ircSettings(mode, null));
        const option = { value: mode, title: `${modeTitles[mode]}: ${methodTitle(method)}` };
        const reason = unavailableReason(report, method);
        return reason === null ? option : { ...option, unavailable: reason };
      }),
    ),
    { ...methodField('settings', [...methods.keys()]), shown: isManual },
    { ...solventField('settings'), shown: isManual },
    solventChoice('solvent', [...solvents.keys()], {
      none: true,
      shown: (data) => !isManual(data) || Boolean(data.solvent),
    }),
    toggle('preopt', 'Optimize the transition state first', {
      help: 'Refines the structure to a transition state of this method before the path is followed.',
    }),
    number('step_size', 'Step size', { unit: 'Å', ...stepLimits, step: 0.001 }),
    number('max_irc_steps', 'Most steps to each side', { minimum: 1, step: 1 }),
  ],
  playsStructures: true,
  // The saddle stands in the middle: that is what one looks at first.
  active: ({ starting_TS }) => starting_TS,
  structures: ({ irc_backward, starting_TS, irc_forward }) =>
    reactionPath(irc_backward, starting_TS, irc_forward).flatMap(({ name, calculation }) =>
      calculationStructure(name, calculation),
    ),
  calculations: ({ irc_backward, starting_TS, irc_forward }) => [...irc_backward, starting_TS, ...irc_forward],
  tables: ({ irc_backward, starting_TS, irc_forward }, { molecules }) => [
    reactionPathTable(reactionPath(irc_backward, starting_TS, irc_forward), molecules),
  ],
  tabs: () => [{ id: 'irc', title: 'IRC' }, infoTab],
  parts: ({ irc_backward, starting_TS, irc_forward }, { molecules }) => ({
    irc: [
      {
        kind: 'facts',
        facts: pathFacts({
          saddle: lastOf(molecules, starting_TS),
          start: { title: 'Backward end', structure: lastOf(molecules, irc_backward.at(-1) ?? null) },
          end: { title: 'Forward end', structure: lastOf(molecules, irc_forward.at(-1) ?? null) },
        }),
      },
      ...(starting_TS ? [{ kind: 'panel', panel: 'path' } as const] : []),
      { kind: 'plot', table: 'irc', mark: 'line', x: 'path_length', y: 'relative_energy' },
      { kind: 'table', table: 'irc' },
    ],
  }),
  cite: (data) => ['irc', ...(data.preopt ? ['geometric'] : []), ...levelCitations([levelOf(data)])],
});
