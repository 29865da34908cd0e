import { operations, undescribed } from '../operations/index.ts';
import type { Route } from './document.ts';

/** Routes that have no entry in `operations`, and entries that have no route. */
export function openApiGaps(routes: readonly Route[]): { undescribed: string[]; unknown: string[] } {
  const registered = new Set(routes.map(({ method, url }) => `${method} ${url}`));
  return {
    undescribed: [...registered].filter((route) => !undescribed.has(route) && !operations[route]),
    unknown: Object.keys(operations).filter((route) => !registered.has(route)),
  };
}
