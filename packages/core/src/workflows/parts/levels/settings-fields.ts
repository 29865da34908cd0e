import { elementList } from '../../../chemistry/elements.ts';
import type { Problem } from '../../../chemistry/problem.ts';
import type { MethodAvailability, MethodReport } from '../../../entities/method-report.ts';
import type { Settings } from '../../../entities/settings.ts';
import { basisSetElements, basisSets, notInPyscf } from '../../../methods/basis-sets.ts';
import { engineTitle } from '../../../methods/engines.ts';
import { needsBasisSet } from '../../../methods/method-support.ts';
import { methods, methodTitle } from '../../../methods/methods.ts';
import { solventsOf } from '../../../methods/solvent-support.ts';
import { solvents, solventTitle } from '../../../methods/solvents.ts';
import { whyUnavailable } from '../../capabilities.ts';
import type { Field, Offer, Option, WorkflowData } from '../../definition.ts';
import { valueAt, withValueAt } from '../forms/data-path.ts';
import { availableMethods, methodOptions, unavailableReason } from './method-availability.ts';
import { runningEngine } from './running-engine.ts';
import { solventModelFor, solventModels } from './solvent-model.ts';

/** Method of the settings at a path. */
export function methodField(path: string, names: readonly string[], title = 'Method'): Field {
  return {
    kind: 'select',
    path: `${path}.method`,
    title,
    options: (_data, report) => methodOptions([...names, ...ownMethods(report)], report),
  };
}

/** Methods that engines of the laboratory's own bring: the workers have them, the platform does not know them. */
function ownMethods(report: MethodReport | null): string[] {
  return Object.keys(report?.methods ?? {}).filter((name) => !methods.has(name));
}

const engineAt = (data: WorkflowData, path: string): string | null => {
  const engine = valueAt(data, `${path}.engine`);
  return typeof engine === 'string' && engine !== '' ? engine : null;
};

/** Program of the settings at a path, shown where the workers have several for its method: those of an administrator beside the one that runs it by default. */
export function engineField(path: string, report: MethodReport): Field {
  const enginesAt = (data: WorkflowData) => report.methods[String(valueAt(data, `${path}.method`) ?? '')];
  return {
    kind: 'select',
    path: `${path}.engine`,
    title: 'Program',
    help: 'Which program computes the level of theory. The method is the same by each; small differences come from grids and fitted integrals.',
    shown: (data) => Object.keys(enginesAt(data)?.engines ?? {}).length > 1,
    options: (data) => {
      const found = enginesAt(data);
      const titled = ({ engine, version }: Pick<MethodAvailability, 'engine' | 'version'>) =>
        `${engineTitle(engine ?? '')}${version ? ` ${version}` : ''}`;
      return [
        { value: '', title: found ? `Automatic (${titled(found)})` : 'Automatic' },
        ...Object.entries(found?.engines ?? {}).map(
          ([value, each]): Option =>
            each.available
              ? { value, title: titled(each) }
              : { value, title: titled(each), unavailable: each.reason ?? 'It failed on a test molecule.' },
        ),
      ];
    },
  };
}

const noBasisSet: Option = { value: '', title: 'Choose a basis set' };

/** Basis set of the settings at a path, where its method needs one; greyed with the reason are those that PySCF lacks, and those without functions for an element of the structure. */
export function basisSetField(path: string): Field {
  return {
    kind: 'select',
    path: `${path}.basis_set.name`,
    title: 'Basis set',
    shown: (data) => needsBasisSet(String(valueAt(data, `${path}.method`) ?? '')),
    options: (data, report, elements = []) => {
      const method = String(valueAt(data, `${path}.method`) ?? '');
      const engine = runningEngine(report, { method, engine: engineAt(data, path) })?.engine ?? 'pyscf';
      return [
        noBasisSet,
        ...[...basisSets.keys()].map((name): Option => {
          if (engine === 'pyscf' && notInPyscf(name))
            return { value: name, title: name, unavailable: 'PySCF, which computes here, does not have it.' };
          const missing = elementsWithoutFunctions(name, engine, elements);
          return missing.length > 0
            ? { value: name, title: name, unavailable: `It has no functions for ${elementList(missing)}.` }
            : { value: name, title: name };
        }),
      ];
    },
  };
}

/** Elements of a structure that a basis set has no functions for, ascending. */
export function elementsWithoutFunctions(name: string, engine: string | null, elements: readonly number[]): number[] {
  const covered = basisSetElements(name, engine);
  if (covered === null) return [];
  return [...new Set(elements)].filter((number) => !covered.includes(number)).sort((a, b) => a - b);
}

const gasPhase: Option = { value: '', title: 'None (gas phase)' };

/** Solvent of the settings at a path, by the implicit model that this server's method has; an empty choice is the gas phase. */
export function solventField(path: string): Field {
  return {
    kind: 'select',
    path: `${path}.solvent_settings.solvent`,
    title: 'Solvent',
    help: 'Implicit solvent: ALPB with GFN-xTB, CPCM with density functionals.',
    options: (data, report) => {
      const method = String(valueAt(data, `${path}.method`) ?? '');
      const models = runningEngine(report, { method, engine: engineAt(data, path) })?.solvent_models ?? [];
      const model = models.includes('alpb') ? 'alpb' : models[0];
      if (model === undefined) return [gasPhase];
      const offered = solventsOf(method, model);
      // The others are shown with the reason, as methods are.
      const greyed = [...solvents.keys()].filter((name) => !offered.includes(name));
      return [
        gasPhase,
        ...offered.map((name) => ({ value: name, title: solventTitle(name) })),
        ...greyed.map((name) => ({
          value: name,
          title: solventTitle(name),
          unavailable: `${model.toUpperCase()} has no parameters for it with ${methodTitle(method)}.`,
        })),
      ];
    },
  };
}

/** Solvents that a method can be run in, by any of its models. */
export function solventsOfMethod(method: string, report: MethodReport | null): string[] {
  return [...new Set(solventModels(method, report).flatMap((model) => solventsOf(method, model)))];
}

type Chosen = Pick<Settings, 'method' | 'solvent_settings'>;

/** The solvent of a level for another method: with its model where the method has it, else with one that has the solvent; null where none has. */
function solventFor(method: string, { solvent_settings: chosen }: Chosen, report: MethodReport | null) {
  if (!chosen || solventModels(method, report).includes(chosen.model)) return chosen;
  const model = solventModelFor(method, chosen.solvent, report);
  return model === null ? null : { ...chosen, model };
}

/**
 * Returns what the form offers when the chosen method does not run here: the best one that does, GFN2-xTB where it is there, in the same solvent
 * where it can.
 */
export function methodOffer(path: string, chosen: Chosen, report: MethodReport | null): Offer[] {
  const reason = unavailableReason(report, chosen.method);
  const [best] = report ? availableMethods(report) : [];
  if (reason === null || !best) return [];
  const solvent = solventFor(best, chosen, report);
  const where = solvent ? ` with ${solvent.model.toUpperCase()}(${solvent.solvent})` : ' in the gas phase';
  const before = chosen.solvent_settings;
  // A solvent model that changes with the method is named with it.
  const isOtherModel = before !== null && before !== undefined && before.model !== solvent?.model;
  const replaced = { method: best, engine: null, ...(chosen.solvent_settings ? { solvent_settings: solvent } : {}) };
  return [
    {
      field: `${path}.method`,
      text: whyUnavailable(methodTitle(chosen.method), reason),
      action: `Use ${methodTitle(best)}${chosen.solvent_settings ? where : ''}`,
      missing: {
        what: `${methodTitle(chosen.method)}${isOtherModel ? ` with ${solventModelTitle(before.model)}(${before.solvent})` : ''}`,
        instead: `${methodTitle(best)}${chosen.solvent_settings ? where : ''}`,
      },
      apply: (current) =>
        Object.entries(replaced).reduce((data, [key, value]) => withValueAt(data, `${path}.${key}`, value), current),
    },
  ];
}

/** Solvent models as they are written. */
const modelTitles: Readonly<Record<string, string>> = { cpcmx: 'CPCM-X', smd: 'SMD', iefpcm: 'IEF-PCM' };

/** Title of a solvent model. */
export function solventModelTitle(model: string): string {
  return modelTitles[model.toLowerCase()] ?? model.toUpperCase();
}

/** Returns what the form offers when a method runs here but not with the chosen solvent model: the first model that has the solvent. */
export function solventModelOffer(path: string, chosen: Chosen, report: MethodReport | null): Offer[] {
  const { method, solvent_settings: solvent } = chosen;
  const entry = report?.methods[method];
  if (!solvent || !entry?.available || entry.solvent_models.includes(solvent.model)) return [];
  const model = solventModelFor(method, solvent.solvent, report);
  if (model === null) return [];
  const title = solventModelTitle(solvent.model);
  return [
    {
      field: `${path}.solvent_settings.model`,
      text: `${title} is not available with ${methodTitle(method)} on this server.`,
      action: `Use ${solventModelTitle(model)}`,
      missing: { what: `${title} with ${methodTitle(method)}`, instead: solventModelTitle(model) },
      apply: (data) => withValueAt(data, `${path}.solvent_settings.model`, model),
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
