import type { MethodReport } from '../../../entities/method-report.ts';
import { inEnglish } from '../../../entities/phrases.ts';
import { calibrationInWords, methodExtension } from '../../../methods/extensions.ts';
import { modesByType } from '../../../methods/modes.ts';
import { solventTitle } from '../../../methods/solvents.ts';
import { whyUnavailable } from '../../capabilities.ts';
import type { Notice, Offer, SubmissionForm, WorkflowData } from '../../definition.ts';
import { modeField, select } from '../../parts/forms/form-fields.ts';
import { ligandElements } from '../../parts/inputs/limits.ts';
import { pkaMethodOptions, pkaMethods, pkaUnavailable } from './pka-methods.ts';
import { allowedSolvents, methodOf, ownMethod, takesSolvent } from './rules.ts';
import type { Data } from './settings.ts';

/** Methods on structures choose atoms and search conformers; the graph model does neither. */
const onStructures = (data: WorkflowData) => pkaMethods[methodOf(data)].input === 'molecule';
const isFilled = (data: WorkflowData, path: string) => Array.isArray(data[path]) && data[path].length > 0;

function notices({ microscopic_pka_method: method }: Data): Notice[] {
  const calibration = methodExtension('pka', method)?.calibration;
  if (!calibration) return [];
  return [
    {
      kind: 'info',
      title: 'Calibrated by Class of Site',
      body: `${calibration.domain} Error of all together: ${inEnglish(calibrationInWords(calibration, {}))}; each value is shown with that of its class.`,
    },
  ];
}

function offers(data: Data, report: MethodReport | null): Offer[] {
  const method = data.microscopic_pka_method;
  const reason = pkaUnavailable(method, report);
  const found: Offer[] = [];
  if (report !== null && reason !== null && method !== ownMethod && pkaUnavailable(ownMethod, report) === null) {
    found.push({
      field: 'microscopic_pka_method',
      text: whyUnavailable(pkaMethods[method].title, reason),
      action: `Use ${pkaMethods[ownMethod].title}`,
      missing: { what: pkaMethods[method].title, instead: pkaMethods[ownMethod].title },
      apply: (current) => ({ ...current, microscopic_pka_method: ownMethod }),
    });
  }
  if (!takesSolvent(data)) {
    found.push({
      field: 'solvent',
      text: `${pkaMethods[method].title} gives pKa values in ${allowedSolvents(method)}.`,
      action: 'Use water',
      apply: (current) => ({ ...current, solvent: 'water' }),
    });
  }
  return found;
}

const siteElements = ligandElements.filter((element) => element !== 1);

export const form: SubmissionForm<Data> = {
  notices,
  offers,
  fields: [
    select('microscopic_pka_method', 'Method', (data, report) => pkaMethodOptions(data.microscopic_pka_method, report)),
    modeField(modesByType.pka, { help: 'How many conformers of each site are kept.', shown: onStructures }),
    select('solvent', 'Solvent', (data) =>
      pkaMethods[methodOf(data)].solvents.map((value) => ({ value, title: solventTitle(value) })),
    ),
    { kind: 'range', path: 'pka_range', title: 'pKa range', step: 0.5, help: 'Sites outside it are left out.' },
    { kind: 'elements', path: 'deprotonate_elements', title: 'Deprotonate elements', choices: siteElements },
    {
      kind: 'atoms',
      base: 1,
      path: 'deprotonate_atoms',
      title: 'Deprotonate atoms',
      shown: (data) => onStructures(data) || isFilled(data, 'deprotonate_atoms'),
    },
    { kind: 'elements', path: 'protonate_elements', title: 'Protonate elements', choices: siteElements },
    {
      kind: 'atoms',
      base: 1,
      path: 'protonate_atoms',
      title: 'Protonate atoms',
      shown: (data) => onStructures(data) || isFilled(data, 'protonate_atoms'),
    },
  ],
};
