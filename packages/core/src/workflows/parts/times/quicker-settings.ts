import type { MethodReport } from '../../../entities/method-report.ts';
import { methodTitle } from '../../../methods/methods.ts';
import type { WorkflowData, WorkflowDefinition, WorkflowInputs } from '../../definition.ts';
import { withValueAt } from '../forms/data-path.ts';
import { unavailableReason } from '../levels/method-availability.ts';

/** Five minutes: above this the form shows what would be quicker. */
export const quickerOfferSeconds = 300;

/** A quicker way to run the same type: what it is as text, its seconds here, and the data for it. */
export interface Quicker {
  title: string;
  seconds: number;
  data: WorkflowData;
}

/** Methods of a quicker way, the first one that is here: they cover every element to radon. */
const quickMethods = ['gfn2_xtb', 'gfn_ff'];

/** The quickest way to run this that is at least twice as quick, or null: other methods of its method field, other modes of its mode field. */
export function quickest(
  definition: WorkflowDefinition,
  data: WorkflowData,
  inputs: WorkflowInputs,
  report: MethodReport,
  seconds: number,
): Quicker | null {
  const [quick] = quickMethods.filter((name) => unavailableReason(report, name) === null);
  const ways = definition.fields.flatMap((field): { title: string; data: WorkflowData }[] => {
    if (field.kind !== 'select' || field.shown?.(data) === false) return [];
    if (field.path.endsWith('.method')) {
      const level = field.path.slice(0, -'.method'.length);
      return quick === undefined ? [] : [{ title: methodTitle(quick), data: levelWith(data, level, quick) }];
    }
    if (field.path !== 'mode' && field.path !== 'mso_mode') return [];
    const modes = field.options(data, report).filter(({ unavailable }) => !unavailable);
    const byHand = modes.some(({ value }) => value === 'manual') ? levelOfForm(definition) : null;
    return [
      ...modes
        .filter(({ value }) => value !== 'manual')
        .map(({ value, title }) => ({ title, data: withValueAt(data, field.path, value) })),
      ...(byHand === null || quick === undefined ? [] : [byManualChoice(data, field.path, byHand, quick)]),
    ];
  });
  const timed = ways.flatMap(({ title, data: other }): Quicker[] => {
    if (definition.problems(other, inputs, report).length > 0) return [];
    const found = definition.resources(other, inputs, report).seconds;
    return found !== null && 2 * found <= seconds ? [{ title, seconds: found, data: other }] : [];
  });
  return timed.sort((a, b) => a.seconds - b.seconds)[0] ?? null;
}

function byManualChoice(data: WorkflowData, modeField: string, level: string, method: string) {
  const settings = { method, tasks: ['optimize'] };
  return { title: methodTitle(method), data: withValueAt(withValueAt(data, modeField, 'manual'), level, settings) };
}

/** Where the form keeps the one level that is chosen by hand; null where it has none, or several. */
function levelOfForm(definition: WorkflowDefinition): string | null {
  const [path, ...others] = definition.fields.map((field) => field.path).filter((place) => place.endsWith('.method'));
  return path === undefined || others.length > 0 ? null : path.slice(0, -'.method'.length);
}

function levelWith(data: WorkflowData, level: string, method: string): WorkflowData {
  const changes = { method, engine: null, basis_set: null, corrections: [], solvent_settings: null };
  return Object.entries(changes).reduce((next, [key, value]) => withValueAt(next, `${level}.${key}`, value), data);
}
