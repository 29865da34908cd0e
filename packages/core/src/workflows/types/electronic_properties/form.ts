import type { MethodReport } from '../../../entities/method-report.ts';
import { enginesOf, engineTitle } from '../../../methods/engines.ts';
import { methodTitle } from '../../../methods/methods.ts';
import type { Offer, Option, SubmissionForm } from '../../definition.ts';
import { valueAt, withValueAt } from '../../parts/forms/data-path.ts';
import { number, select, toggle } from '../../parts/forms/form-fields.ts';
import { basisSetField, methodField, solventField } from '../../parts/levels/settings-fields.ts';
import { longJobNotices } from '../../parts/times/long-jobs.ts';
import { engineHere, orbitalMethods } from './rules.ts';
import { allowedEngines, type Data, levelOf, preoptimizationMethod } from './settings.ts';

/** Why an engine cannot be chosen for a method, or null. */
function engineReason(engine: string, method: string, report: MethodReport | null): string | null {
  if (!enginesOf(method).includes(engine)) return `${engineTitle(engine)} does not have ${methodTitle(method)}.`;
  const here = engineHere(method, report);
  if (here === null || here === engine) return null;
  return `Not available on this server: ${methodTitle(method)} runs with ${engineTitle(here)} here.`;
}

function engineOptions(method: string, report: MethodReport | null): Option[] {
  const programs = allowedEngines.filter((name) => name !== 'tblite' || enginesOf(method).includes(name));
  return programs.map((value) => {
    const reason = engineReason(value, method, report);
    return { value, title: engineTitle(value), ...(reason === null ? {} : { unavailable: reason }) };
  });
}

/** The same method with the program that is here; the numbers mean what was asked for. */
function engineOffer(data: Data, report: MethodReport | null): Offer[] {
  const { method, engine } = levelOf(data);
  const here = engineHere(method, report);
  const reason = engine === null ? null : engineReason(engine, method, report);
  if (reason === null || here === null || !allowedEngines.includes(here)) return [];
  return [
    {
      field: 'settings.engine',
      text: reason,
      action: `Use ${engineTitle(here)}`,
      missing: { what: engineTitle(engine ?? ''), instead: engineTitle(here) },
      apply: (current) => withValueAt(current, 'settings.engine', here),
    },
  ];
}

export const form: SubmissionForm<Data> = {
  notices: (data, inputs, report) =>
    longJobNotices(levelOf(data).method, 1, 'A calculation of orbitals', inputs, report),
  offers: engineOffer,
  fields: [
    methodField('settings', orbitalMethods),
    basisSetField('settings'),
    select('settings.engine', 'Program', (data, report) =>
      engineOptions(String(valueAt(data, 'settings.method') ?? ''), report),
    ),
    solventField('settings'),
    select(
      'preoptimization',
      'Geometry',
      [
        { value: 'auto', title: 'Automatic: optimized first, unless it is a result' },
        { value: preoptimizationMethod, title: `Optimized with ${methodTitle(preoptimizationMethod)} first` },
        { value: 'none', title: 'As it is given' },
      ],
      { help: 'Orbital energies and charges change with the geometry; one that was built from a SMILES is rough.' },
    ),
    toggle('compute_density_cube', 'Electron density'),
    toggle('compute_electrostatic_potential_cube', 'Electrostatic potential'),
    number('compute_num_occupied_orbitals', 'Occupied orbitals', {
      help: 'Counted down from the HOMO.',
      minimum: 0,
      step: 1,
    }),
    number('compute_num_virtual_orbitals', 'Virtual orbitals', {
      help: 'Counted up from the LUMO.',
      minimum: 0,
      step: 1,
    }),
  ],
};
