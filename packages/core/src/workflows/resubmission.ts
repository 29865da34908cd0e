import type { MethodReport } from '../entities/method-report.ts';
import type { Settings } from '../entities/settings.ts';
import { type Change, type Resolved, resolveMode, resolveSolvent } from '../methods/resolution.ts';
import { limitsOfReport, resolveSettings } from '../methods/resubmission.ts';
import type { WorkflowData } from './definition.ts';
import { mapAt, valueAt, withValueAt } from './parts/forms/data-path.ts';

/** What the general rules of resubmission need of a type. */
export interface ResubmissionRules {
  modes: Readonly<Record<string, readonly string[]>>;
  levelPaths: readonly string[];
}

/**
 * The general rules: modes come from the allowed list only, a solvent is null or known, and each level of theory loses what its method or engine does
 * not support. Lists every change, by its path.
 */
export function resolveSubmission(
  data: WorkflowData,
  { modes, levelPaths }: ResubmissionRules,
  report: MethodReport | null,
): Resolved<WorkflowData> {
  const changes: Change[] = [];
  let value = data;
  for (const [path, allowed] of Object.entries(modes)) {
    const given = valueAt(value, path);
    const fallback = allowed[0] ?? 'auto';
    const asked = given === 'auto' || given === null || given === undefined ? fallback : String(given);
    const resolved = resolveMode(asked, allowed, fallback);
    changes.push(...resolved.changes.map((change) => ({ ...change, what: path })));
    value = withValueAt(value, path, resolved.value);
  }
  if (typeof value.solvent === 'string') {
    const resolved = resolveSolvent(value.solvent);
    changes.push(...resolved.changes);
    value = { ...value, solvent: resolved.value };
  }
  const limits = report ? limitsOfReport(report) : {};
  for (const path of levelPaths) {
    value = mapAt(value, path, (level, place) => {
      if (level === null || typeof level !== 'object') return level;
      const resolved = resolveSettings(level as Settings, limits);
      changes.push(...resolved.changes.map((change) => ({ ...change, what: `${place}.${change.what}` })));
      return resolved.value;
    }) as WorkflowData;
  }
  return { value, changes };
}
