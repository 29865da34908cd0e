import * as z from 'zod/mini';
import type { WorkflowItem } from '../entities/workflow-item.ts';
import type { Resolved } from '../methods/resolution.ts';
import type { ResultSpecification, WorkflowData } from './definition.ts';
import { parseSafely } from './parts/forms/schema-problems.ts';
import { tidyLevels } from './parts/levels/tidy-levels.ts';

export const unchanged = <Data>(value: Data): Resolved<Data> => ({ value, changes: [] });

/** How the data of a type are read: levels of theory tidied, defaults filled in, and what follows from other fields set in them. */
export function dataReader<Submitted extends z.ZodMiniObject, Computed extends z.ZodMiniObject>({
  settings,
  results,
  levelPaths = [],
  settle = unchanged,
}: Pick<ResultSpecification<Submitted, Computed>, 'settings' | 'results' | 'levelPaths' | 'settle'>) {
  type Data = z.output<Submitted>;
  type Whole = Data & z.output<Computed>;
  const whole = z.extend(settings as z.ZodMiniObject, results.shape);
  const read = (data: WorkflowData) => parseSafely(settings, tidyLevels(data, levelPaths));
  const safeReadWhole = (data: object) => parseSafely(whole, tidyLevels({ ...data }, levelPaths));
  // A view asks for structures, tables and tabs of the same data, which can be large: they are read once.
  const known = new WeakMap<object, Whole | null>();
  return {
    read,
    /** Throws on data that do not fit. */
    parse: (data: WorkflowData): Data => z.parse(settings, tidyLevels(data, levelPaths)),
    safeReadWhole,
    /** A result of which nothing is computed yet. */
    emptyWhole: (): Whole => z.parse(whole, {}) as Whole,
    readSettled(data: WorkflowData): Data | null {
      const parsed = read(data);
      return parsed.success ? settle(parsed.data).value : null;
    },
    readWhole({ object_data }: WorkflowItem): Whole | null {
      if (object_data === null) return null;
      if (!known.has(object_data)) {
        const parsed = safeReadWhole(object_data);
        known.set(object_data, parsed.success ? (parsed.data as Whole) : null);
      }
      return known.get(object_data) ?? null;
    },
  };
}
