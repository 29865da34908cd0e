import type { Problem } from '../../../chemistry/problem.ts';
import type { Settings, Task } from '../../../entities/settings.ts';
import { engines, enginesOf } from '../../../methods/engines.ts';
import { tasksOf } from '../../../methods/method-support.ts';
import { methods, methodTitle } from '../../../methods/methods.ts';
import type { WorkflowInputs } from '../../definition.ts';

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
