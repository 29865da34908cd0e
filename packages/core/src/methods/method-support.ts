import { type Task, tasks } from '../entities/settings.ts';
import { basisSets, canonicalBasisSet } from './basis-sets.ts';
import { engines, tasksMissing } from './engines.ts';
import { compositeBasisSets, noCellOptimization } from './method-traits.ts';
import { methods } from './methods.ts';

const notOffered: ReadonlyMap<string, readonly Task[]> = new Map<string, readonly Task[]>([
  ['g_xtb', ['charge', 'spin_density', 'dipole', 'hessian', 'frequencies']],
  ['skala', ['optimize', 'optimize_ts', 'frequencies', 'hessian', 'gradient']],
]);

/** Tasks that a method does on an engine; `periodic` asks for a system with a cell, without one there is no stress. */
export function tasksOf(method: string, engine: string, periodic = false): Task[] {
  const missing = new Set<Task>([
    ...(notOffered.get(method) ?? []),
    ...tasksMissing(method, engine, periodic),
    ...(periodic && !noCellOptimization.has(method) ? [] : (['stress'] as const)),
  ]);
  return tasks.filter((task) => !missing.has(task));
}

/**
 * Atomic numbers that a level of theory takes: the method's, the engine's and the basis set's, where each has a limit. Null when none of them limits.
 */
export function elementsOf(method: string, engine: string | null, basisSet: string | null): number[] | null {
  const own = compositeBasisSets.has(method);
  const basisName = basisSet && !own ? canonicalBasisSet(basisSet) : null;
  const limits = [
    methods.get(method)?.elements ?? null,
    engine ? (engines.get(engine)?.elements ?? null) : null,
    basisName ? (basisSets.get(basisName) ?? null) : null,
  ].filter((limit) => limit !== null);
  const [first, ...others] = limits;
  return first ? first.filter((number) => others.every((limit) => limit.includes(number))) : null;
}

/** Elements of a structure that a level of theory does not take, ascending; empty when all are fine. */
export function unsupportedElements(
  elements: Iterable<number>,
  level: { method: string; engine: string | null; basisSet: string | null },
): number[] {
  const supported = elementsOf(level.method, level.engine, level.basisSet);
  if (!supported) return [];
  return [...new Set(elements)].filter((number) => !supported.includes(number)).sort((a, b) => a - b);
}

/** Whether a level of theory with the method is whole only with a basis set: density functionals and Hartree–Fock, not the composites. */
export function needsBasisSet(method: string): boolean {
  const known = methods.get(method);
  return (
    known !== undefined && !compositeBasisSets.has(method) && engines.get(known.defaultEngine)?.basisSetChoice === true
  );
}
