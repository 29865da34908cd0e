import { solventModelsOf } from '../../../methods/engines.ts';
import { canonicalMethod, methods } from '../../../methods/methods.ts';
import { canonicalSolvent } from '../../../methods/solvent-support.ts';
import type { WorkflowData } from '../../definition.ts';
import { mapAt } from '../forms/data-path.ts';

/** Levels of theory at paths in the form that the schema takes: canonical method names; an empty solvent is none, a bare one gets the method's model. */
export function tidyLevels(data: WorkflowData, paths: readonly string[]): WorkflowData {
  return paths.reduce((tidied, path) => mapAt(tidied, path, tidyLevel) as WorkflowData, data);
}

function tidyLevel(level: unknown): unknown {
  if (level === null || typeof level !== 'object' || Array.isArray(level)) return level;
  const { method: given, solvent_settings: chosen } = level as { method?: unknown; solvent_settings?: unknown };
  const method = typeof given === 'string' ? (canonicalMethod(given) ?? given) : given;
  const tidy: Record<string, unknown> = { ...level };
  if (method !== undefined) tidy.method = method;
  const { basis_set } = level as { basis_set?: unknown };
  if (basis_set !== null && typeof basis_set === 'object' && (basis_set as { name?: unknown }).name === '') {
    tidy.basis_set = null;
  }
  if (chosen !== null && typeof chosen === 'object') {
    const { solvent, model } = chosen as { solvent?: unknown; model?: unknown };
    const name = typeof solvent === 'string' ? (canonicalSolvent(solvent) ?? solvent) : solvent;
    tidy.solvent_settings = solvent ? { ...chosen, solvent: name, model: model ?? defaultSolventModel(method) } : null;
  }
  return tidy;
}

/** Solvent model that a method gets when only a solvent was named: the first one that its engine offers. */
export function defaultSolventModel(method: unknown): string {
  const engine = methods.get(String(method))?.defaultEngine;
  return (engine && solventModelsOf(String(method), engine)[0]) ?? 'alpb';
}
