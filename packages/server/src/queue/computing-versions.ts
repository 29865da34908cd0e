import type { ProbeReport } from '@cuvette/core/entities';
import { version } from '../version.ts';

/**
 * Versions of what computes on a worker: its packages, the engine of each method that runs there, Python, and this release, whose recipes change too. An
 * attempt keeps them, and two results are compared by them.
 */
export function computingVersions(
  report: Partial<Pick<ProbeReport, 'packages' | 'methods' | 'python'>>,
): Record<string, string> {
  const engines: Record<string, string> = {};
  for (const { available, engine, version: found } of Object.values(report.methods ?? {})) {
    if (available && engine !== null && found !== null) engines[engine] = found;
  }
  return {
    ...engines,
    ...report.packages,
    ...(report.python ? { python: report.python } : {}),
    cuvette: version,
  };
}
