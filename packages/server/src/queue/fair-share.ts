import { type SQL, sql } from 'drizzle-orm';
import { type Executor, rows } from '../store/database/database.ts';
import { itemState } from '../store/item-state.ts';
import { type Offer, takenBy } from './fit.ts';

/** A person's turn: the items of one priority among which a worker looks next. */
export interface Turn {
  /** Null for items whose account was removed. */
  person: string | null;
  priority: number;
}

/**
 * The order in which people are served: higher priorities first, then who has the fewest items running, then whose last item began longest ago, then who waits
 * longest. So a person's single item does not wait for another's thousand. None where nothing waits that a worker with this offer takes.
 */
export function turns(db: Executor, offer: Offer): Promise<Turn[]> {
  return rows<Turn>(
    db,
    sql`WITH waiting AS (
          SELECT w.run_by AS person, w.priority, min(w.queued_at) AS since FROM workflow w WHERE w.object_status = ${itemState.queued} GROUP BY w.run_by, w.priority
        ), running AS (
          SELECT w.run_by AS person, count(*) AS items FROM workflow w WHERE w.object_status = ${itemState.running} GROUP BY w.run_by
        )
        SELECT q.person, q.priority FROM waiting q LEFT JOIN running r ON r.person IS NOT DISTINCT FROM q.person
        WHERE EXISTS (SELECT 1 FROM workflow w WHERE ${takenBy(offer, 'w')})
        ORDER BY q.priority DESC, coalesce(r.items, 0),
          (SELECT max(s.started_at) FROM workflow s WHERE s.run_by = q.person AND s.started_at IS NOT NULL) NULLS FIRST, q.since, q.person`,
  );
}

/** Condition that an item (alias w) is one of a turn. */
export function ofTurn({ person, priority }: Turn): SQL {
  const own = person === null ? sql`w.run_by IS NULL` : sql`w.run_by = ${person}`;
  return sql`${own} AND w.priority = ${priority}::int`;
}
