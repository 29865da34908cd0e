import type { MethodReport } from '../../../entities/method-report.ts';
import { inEnglish } from '../../../entities/phrases.ts';
import type { Settings } from '../../../entities/settings.ts';
import { calibrationInWords } from '../../../methods/extensions.ts';
import { methods, methodTitle } from '../../../methods/methods.ts';
import { whyUnavailable } from '../../capabilities.ts';
import type { Notice, Offer, SubmissionForm, WorkflowData } from '../../definition.ts';
import { chainOptions, manualOption } from '../../parts/chains/chain-options.ts';
import { isManual, singlePointPath } from '../../parts/chains/mode-chain.ts';
import { firstLevelPath } from '../../parts/chains/multistage-optimization.ts';
import { select, toggle } from '../../parts/forms/form-fields.ts';
import { unavailableReason } from '../../parts/levels/method-availability.ts';
import { optionalMethodField } from '../../parts/levels/optional-level.ts';
import { methodField, solventModelTitle } from '../../parts/levels/settings-fields.ts';
import { givesPotentials, ownExtension, ownLevel, ownMethod, ownOption, ownTitle } from './redox-method.ts';
import { type Data, levels } from './settings.ts';

const byHand = (data: WorkflowData) => isManual(data) && !data.redox_method;

function notices({ redox_method }: Data): Notice[] {
  if (redox_method !== ownMethod || !ownExtension) return [];
  const { method, calibration } = ownExtension;
  const errors = (calibration?.lines ?? []).map(
    ({ class: name }) => `${name} ${inEnglish(calibrationInWords(calibration, { class: name }))}`,
  );
  return [
    { kind: 'info', title: ownTitle, body: `${method} ${calibration?.domain ?? ''} Error in V: ${errors.join(', ')}.` },
  ];
}

/** Where the chain of the mode lacks a method or a solvent model here: our own method by name. */
function offers(data: Data, report: MethodReport | null): Offer[] {
  if (unavailableReason(report, ownLevel) !== null) return [];
  const ofMode = levels(data).filter(({ field }) => field === 'mode');
  const missing = ofMode.find(({ settings: { method } }) => unavailableReason(report, method) !== null);
  if (!missing) return ofMode.flatMap(({ settings }) => solventOffer(settings, report)).slice(0, 1);
  const { method } = missing.settings;
  return [
    {
      field: 'mode',
      text: whyUnavailable(methodTitle(method), unavailableReason(report, method) ?? ''),
      action: `Use ${ownTitle}`,
      missing: { what: methodTitle(method), instead: ownTitle },
      apply: (current) => ({ ...current, redox_method: ownMethod, mode: 'manual' }),
    },
  ];
}

/** The offer of our own method where a level of the mode runs here, but not in its solvent model, which nobody chose. */
function solventOffer({ method, solvent_settings }: Settings, report: MethodReport | null): Offer[] {
  const models = report?.methods[method]?.solvent_models;
  if (!solvent_settings || !models || models.includes(solvent_settings.model)) return [];
  const lacking = `${solventModelTitle(solvent_settings.model)} with ${methodTitle(method)}`;
  return [
    {
      field: 'redox_method',
      text: `${lacking} is not available on this server.`,
      action: `Use ${ownTitle}`,
      missing: { what: lacking, instead: ownTitle },
      apply: (current) => ({ ...current, redox_method: ownMethod }),
    },
  ];
}

export const form: SubmissionForm<Data> = {
  notices,
  offers,
  fields: [
    toggle('oxidation', 'Oxidation'),
    toggle('reduction', 'Reduction'),
    select(
      'redox_method',
      'Method',
      (_data, report) => [{ value: '', title: 'Energies of the mode below' }, ownOption(report)],
      { help: 'Proton-coupled couples, such as quinones in water, are not one-electron potentials and are refused.' },
    ),
    select('mode', 'Mode', (_data, report) => [...chainOptions(report), manualOption], {
      shown: (data) => !data.redox_method,
    }),
    {
      ...methodField(firstLevelPath, [...methods.keys()], 'Optimization method'),
      shown: byHand,
    },
    {
      ...optionalMethodField(
        singlePointPath,
        [...methods.keys()].filter(givesPotentials),
        'Single point method',
        'None',
      ),
      shown: byHand,
    },
    toggle('xtb_preopt', 'Preoptimization with GFN-xTB', {
      help: 'A cheap optimization first; reckless has none.',
      shown: (data) => !isManual(data) && !data.redox_method,
    }),
    toggle('frequencies', 'Frequencies', { help: 'Vibrational frequencies after the last optimization.' }),
  ],
};
