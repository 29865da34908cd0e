import { elementList } from '../chemistry/elements.ts';
import type { Problem } from '../chemistry/problem.ts';
import type { MethodReport } from '../entities/method-report.ts';
import { methodTitle } from '../methods/methods.ts';
import { alpbSolvents, solventTitle } from '../methods/solvents.ts';
import { valueAt, withValueAt } from './data-path.ts';
import type { Field, Offer, Option } from './definition.ts';
import { availableMethods, methodOptions, unavailableReason } from './method-availability.ts';

/** Method of the settings at a path. */
export function methodField(path: string, names: readonly string[], title = 'Method'): Field {
  return { kind: 'select', path: `${path}.method`, title, options: (_data, report) => methodOptions(names, report) };
}

const gasPhase: Option = { value: '', title: 'None (gas phase)' };

/** Solvent of the settings at a path, by the implicit model that this server's method has; an empty choice is the gas phase. */
export function solventField(path: string): Field {
  return {
    kind: 'select',
    path: `${path}.solvent_settings.solvent`,
    title: 'Solvent',
    help: 'Implicit solvent (ALPB).',
    options: (data, report) => {
      const method = String(valueAt(data, `${path}.method`) ?? '');
      const models = report?.methods[method]?.solvent_models ?? [];
      if (!models.includes('alpb')) return [gasPhase];
      return [gasPhase, ...alpbSolvents.map((name) => ({ value: name, title: solventTitle(name) }))];
    },
  };
}

/** What the form offers when the chosen method does not run here: the best one that does, GFN2-xTB where it is there. */
export function methodOffer(path: string, chosen: string, report: MethodReport | null): Offer[] {
  const reason = unavailableReason(report, chosen);
  const [best] = report ? availableMethods(report) : [];
  if (reason === null || !best) return [];
  return [
    {
      field: `${path}.method`,
      text: `${methodTitle(chosen)}: ${reason}`,
      action: `Use ${methodTitle(best)}`,
      apply: (current) => withValueAt(withValueAt(current, `${path}.method`, best), `${path}.engine`, null),
    },
  ];
}

/** Elements outside a list, as one problem that names them. */
export function missingElements(
  supported: readonly number[],
  elements: readonly number[],
  what: string,
  field: string,
): Problem[] {
  const missing = [...new Set(elements)].filter((element) => !supported.includes(element)).sort((a, b) => a - b);
  if (missing.length === 0) return [];
  return [{ field, detail: `${what} does not support ${elementList(missing)}.` }];
}
