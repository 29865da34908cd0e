import type { MethodReport } from '../../../entities/method-report.ts';
import { inEnglish } from '../../../entities/phrases.ts';
import { calibrationInWords, methodExtension } from '../../../methods/extensions.ts';
import type { Notice, Offer, Option, SubmissionForm, WorkflowData } from '../../definition.ts';
import { select, toggle } from '../../parts/forms/form-fields.ts';
import { modeOption, timedModes } from './rules.ts';
import { type Data, modeOf, modes } from './settings.ts';

function notices(data: Data): Notice[] {
  const found: Notice[] = [];
  const extension = methodExtension('bde', modeOf(data.mode));
  if (extension) {
    const { calibration } = extension;
    const body = [
      extension.method,
      calibration?.domain,
      calibration?.refused,
      `Error: ${inEnglish(calibrationInWords(calibration, {}))}.`,
    ];
    found.push({ kind: 'info', title: extension.title, body: body.filter(Boolean).join(' ') });
  }
  return found;
}

function modeOptions(data: WorkflowData, report: MethodReport | null): Option[] {
  const current = modeOf(String(data.mode ?? ''));
  return modes.filter(({ value, offered }) => offered || value === current).map((mode) => modeOption(mode, report));
}

/** Where the mode lacks a method here: the choice by the expected time between our own, or the one of them that runs. */
function offers({ mode }: Data, report: MethodReport | null): Offer[] {
  if (mode === 'auto') return [];
  const options = modeOptions({ mode }, report);
  const reason = options.find(({ value }) => value === modeOf(mode))?.unavailable;
  const chosen = options.find(({ value }) => value === modeOf(mode))?.title ?? mode;
  const here = options.filter(({ unavailable }) => unavailable === undefined);
  const [best] = [...timedModes.flatMap(([value]) => here.find((option) => option.value === value) ?? []), ...here];
  if (!reason || !best) return [];
  const several = timedModes.filter(([value]) => here.some((option) => option.value === value)).length > 1;
  return [
    several
      ? {
          field: 'mode',
          text: reason,
          action: 'Use the best mode that ends within ten minutes',
          missing: { what: chosen, instead: 'the best mode that ends within ten minutes' },
          apply: (data: WorkflowData) => ({ ...data, mode: 'auto' }),
        }
      : {
          field: 'mode',
          text: reason,
          action: `Use ${best.title}`,
          missing: { what: chosen, instead: best.title },
          apply: (data: WorkflowData) => ({ ...data, mode: best.value }),
        },
  ];
}

export const form: SubmissionForm<Data> = {
  notices,
  offers,
  fields: [
    select('mode', 'Mode', modeOptions),
    toggle('all_CH', 'All C–H bonds', { help: 'Every hydrogen within 1.2 Å of a carbon.' }),
    toggle('all_CX', 'All C–halogen bonds', { help: 'Every halogen bonded to a carbon.' }),
    {
      kind: 'editor',
      editor: 'bonds',
      open: true,
      path: 'fragment_indices',
      covers: ['atoms'],
      title: 'Bonds to break',
      help: 'One atom breaks off alone; two bonded atoms break their bond; more atoms break off together.',
    },
  ],
};
