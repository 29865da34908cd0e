import type { MethodReport } from '../entities/method-report.ts';
import {
  type Change,
  type Resolved,
  resolveBasisSet,
  resolveCorrections,
  resolveEngine,
  resolveMethod,
  resolveMode,
  resolveSolventSettings,
} from './resolution.ts';

interface LevelSettings {
  method: string;
  mode?: string | null | undefined;
  engine?: string | null | undefined;
  basis_set?: { name: string } | null | undefined;
  corrections?: readonly string[] | null | undefined;
  solvent_settings?: { solvent: string; model: string } | null | undefined;
}

/** What a form allows; what is left out is not limited. */
export interface Limits {
  engines?: readonly string[];
  /** Engine that the workers' probe found for a method; its word is above the tables and above `engines`. */
  probedEngine?: (method: string) => string | null;
  modes?: readonly string[];
  defaultMode?: string;
  /** Solvent models that the workers' probe found, by method. */
  solventModels?: (method: string) => readonly string[] | null;
}

/**
 * Settings as they can be submitted again, and the list of what was dropped, replaced or forced, in the order of the form. Settings that need nothing
 * come back equal; a second resolution changes nothing more.
 */
export function resolveSettings<Settings extends LevelSettings>(
  settings: Settings,
  limits: Limits = {},
): Resolved<Settings> {
  const method = resolveMethod(settings.method);
  const probed = limits.probedEngine?.(method) ?? null;
  const engine =
    probed === null
      ? resolveEngine(method, settings.engine, limits.engines ?? null)
      : resolveEngine(method, settings.engine, [probed], [probed]);
  const basisSet = resolveBasisSet(method, engine.value, settings.basis_set);
  const corrections = resolveCorrections(method, engine.value, settings.corrections);
  const solvent = resolveSolventSettings(
    method,
    engine.value,
    settings.solvent_settings,
    limits.solventModels?.(method) ?? null,
  );
  const mode =
    limits.modes && settings.mode !== undefined
      ? resolveMode(settings.mode, limits.modes, limits.defaultMode ?? limits.modes[0] ?? 'auto')
      : { value: settings.mode, changes: [] };
  const resolved = {
    ...settings,
    method,
    ...('engine' in settings && { engine: engine.value }),
    ...('basis_set' in settings && { basis_set: basisSet.value }),
    ...('corrections' in settings && { corrections: corrections.value }),
    ...('solvent_settings' in settings && { solvent_settings: solvent.value }),
    ...('mode' in settings && { mode: mode.value }),
  };
  return {
    value: resolved,
    changes: [mode, engine, basisSet, corrections, solvent].flatMap(({ changes }) => changes),
  };
}

/**
 * Returns what a server's workers really have, by their probe: engine and solvent models of each available method. A method that none has keeps the
 * tables' word.
 */
export function limitsOfReport(report: MethodReport): Pick<Limits, 'probedEngine' | 'solventModels'> {
  const available = (method: string) => {
    const entry = report.methods[method];
    return entry?.available ? entry : null;
  };
  return {
    probedEngine: (method) => available(method)?.engine ?? null,
    solventModels: (method) => available(method)?.solvent_models ?? null,
  };
}

/** A conformer search needs optimized structures: with `do_csearch`, `do_optimization` is forced on (docking, ion mobility, hydrogen-bond basicity). */
export function forceOptimization<Data extends Record<string, unknown>>(data: Data): Resolved<Data> {
  if (data.do_csearch !== true || data.do_optimization === true) return { value: data, changes: [] };
  return forced(data, 'do_optimization', true, 'A conformer search needs optimized structures.');
}

/** Sets a field that follows from another one, and says so; nothing changes when it has the value already. */
export function forced<Data extends Record<string, unknown>>(
  data: Data,
  field: string,
  to: unknown,
  reason: string,
): Resolved<Data> {
  const from = data[field] ?? null;
  if (from === to) return { value: data, changes: [] };
  const change: Change = { what: field, kind: 'forced', from, to, reason };
  return { value: { ...data, [field]: to }, changes: [change] };
}

/** A change in one sentence for the list that the person accepts. */
export function changeInWords({ what, kind, from, to, reason }: Change): string {
  const name = what.replaceAll('_', ' ');
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  if (kind === 'dropped') return `${name}: ${text(from)} dropped. ${reason}`;
  if (kind === 'forced') return `${name}: set to ${text(to)}. ${reason}`;
  return `${name}: ${text(from)} replaced by ${text(to)}. ${reason}`;
}
