import type { Problem } from '../chemistry/problem.ts';
import type { MethodReport } from '../entities/method-report.ts';
import type { Settings, Task } from '../entities/settings.ts';
import { engines, enginesOf } from '../methods/engines.ts';
import { durationInWords, estimateSeconds } from '../methods/estimate.ts';
import { tasksOf } from '../methods/method-support.ts';
import { methods, methodTitle } from '../methods/methods.ts';
import { resolveEngine } from '../methods/resolution.ts';
import { storedSettings } from '../methods/stored-settings.ts';
import type { Notice, WorkflowInputs } from './definition.ts';
import { inputAtomCount } from './input-problems.ts';

/**
 * A level of theory as it is stored and run: an engine that has the method (the given one where it does, else the first), the thresholds of its mode.
 * `allowed` are the engines that a type takes; null for all.
 */
export function runnableLevel(settings: Settings, allowed: readonly string[] | null = null): Settings {
  const { value: engine } = resolveEngine(settings.method, settings.engine, allowed);
  return storedSettings({ ...settings, engine });
}

/** A level whose method does not do a task that the workflow needs, or takes no cell where the structure has one. */
export function singleLevelProblems(
  level: Settings,
  needed: readonly Task[],
  { molecule }: WorkflowInputs,
  field: string,
): Problem[] {
  const known = methods.get(level.method);
  if (!known) return [];
  const periodic = Boolean(molecule?.cell);
  const title = methodTitle(level.method);
  if (periodic && !enginesOf(level.method).some((name) => (engines.get(name)?.periodic ?? 'no') !== 'no')) {
    return [{ field, detail: `${title} does not take periodic systems; choose another method or remove the cell.` }];
  }
  const offered = tasksOf(level.method, level.engine ?? known.defaultEngine, periodic);
  const missing = needed.filter((task) => !offered.includes(task));
  return missing.length > 0 ? [{ field, detail: `${title} does not offer ${missing.join(', ')}.` }] : [];
}

/** One hour: beyond this a form warns. */
const longJobSeconds = 3600;

/** A warning where a number of gradients takes long on this server, scaled from the worker's probe; `what` says what they are for ("25 optimizations"). */
export function longJobNotices(
  method: string,
  gradients: number,
  what: string,
  inputs: WorkflowInputs,
  report: MethodReport | null,
): Notice[] {
  const atoms = inputAtomCount(inputs);
  const speed = report?.methods[method];
  const seconds = speed && atoms !== null ? estimateSeconds(speed, atoms, gradients) : null;
  if (seconds === null || seconds < longJobSeconds) return [];
  return [
    {
      kind: 'warning',
      title: 'This may take long',
      body: `${what} of ${atoms} atoms with ${methodTitle(method)}: ${durationInWords(seconds)} on this server, scaled from a timing of its worker.`,
    },
  ];
}
