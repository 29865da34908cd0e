import * as z from 'zod/mini';
import type { MethodReport } from '../../../entities/method-report.ts';
import { conformersModes } from '../../../methods/conformers-modes.ts';
import { methods, methodTitle } from '../../../methods/methods.ts';
import { solventTitle } from '../../../methods/solvents.ts';
import { capabilityOption, capabilityReason, whyUnavailable } from '../../capabilities.ts';
import type { Notice, Offer, Option, SubmissionForm, WorkflowData } from '../../definition.ts';
import { generatorPrograms } from '../../parts/conformers/conformer-generators.ts';
import { withValueAt } from '../../parts/forms/data-path.ts';
import { select, toggle } from '../../parts/forms/form-fields.ts';
import { availableMethods, methodOptions, unavailableReason } from '../../parts/levels/method-availability.ts';
import { solventsOfMethod } from '../../parts/levels/settings-fields.ts';
import { solventModelFor } from '../../parts/levels/solvent-model.ts';
import { type Data, isQuick, settings } from './settings.ts';

function transitionStateNotice(data: Data): Notice[] {
  if (!isQuick(data) || !data.settings.transition_state) return [];
  return [
    {
      kind: 'warning',
      title: 'Distance Geometry Does Not Support Transition States',
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
      text: whyUnavailable(methodTitle(chosen), reason),
      action: keeps ? `Use ${methodTitle(best)}` : `Use ${methodTitle(best)} in the gas phase`,
      missing: {
        what: methodTitle(chosen),
        instead: keeps ? methodTitle(best) : `${methodTitle(best)} in the gas phase`,
      },
      apply: (current) => {
        const replaced = withValueAt(current, 'settings.final_method', best);
        return keeps ? replaced : withValueAt(replaced, 'settings.solvent', null);
      },
    },
  ];
}

/** Where a mode of CREST was chosen and no worker has CREST: the same search with ETKDG. */
function generatorOffers(data: Data, report: MethodReport | null): Offer[] {
  const { title, capability } = generatorPrograms.imtd;
  const reason = isQuick(data) ? null : capabilityReason(report, capability, title);
  if (reason === null) return [];
  return [
    {
      field: 'mode',
      text: whyUnavailable(title, reason),
      action: 'Use ETKDG in rapid mode',
      missing: { what: title, instead: 'ETKDG in rapid mode' },
      // What the mode had set belongs to it.
      apply: (current) => ({ ...current, mode: 'rapid' }),
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

export const form: SubmissionForm<Data> = {
  notices: transitionStateNotice,
  offers: (data, report) => [...generatorOffers(data, report), ...methodOffers(data, report)],
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
};
