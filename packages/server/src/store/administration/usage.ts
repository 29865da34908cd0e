import type { UsageRow } from '@cuvette/core/entities';
import { type SQL, sql } from 'drizzle-orm';
import { type Executor, row, rows } from '../database/database.ts';

/** What a table of core-hours is about; moments are ISO texts. */
export interface UsageQuery {
  after?: string | undefined;
  before?: string | undefined;
  person?: string | undefined;
  project?: string | undefined;
}

function matching({ after, before, person, project }: UsageQuery): SQL {
  const conditions = [
    ...(after === undefined ? [] : [sql`e.ended_at >= ${after}::timestamptz`]),
    ...(before === undefined ? [] : [sql`e.ended_at < ${before}::timestamptz`]),
    ...(person === undefined ? [] : [sql`e.person = ${person}`]),
    ...(project === undefined ? [] : [sql`e.project = ${project}::uuid`]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `);
}

/**
 * Core-hours of ended attempts by month (UTC), person, project and workflow type, newest month first. An attempt counts with the cores of its job for the time
 * from its start to its end, in the month in which it ended. Names are those of now; what was deleted since has none.
 */
export function readUsage(db: Executor, query: UsageQuery): Promise<UsageRow[]> {
  return rows<UsageRow>(
    db,
    sql`SELECT to_char(date_trunc('month', e.ended_at AT TIME ZONE 'UTC'), 'YYYY-MM') AS month, e.person, u.email AS person_name, e.project::text AS project, p.name AS project_name,
          e.type, sum(e.core_seconds)::float8 / 3600 AS core_hours, count(*)::int AS attempts
        FROM usage_entry e LEFT JOIN "user" u ON u.id = e.person LEFT JOIN project p ON p.uuid = e.project
        WHERE ${matching(query)} GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1 DESC, 7 DESC, 2, 4, 6 LIMIT 20000`,
  );
}

/** The first moment of this month, in UTC. */
const thisMonth = sql`(date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC')`;

/** Core-hours of this month of a person or of a project: ended attempts, and those that run so far. */
export async function coreHoursThisMonth(db: Executor, kind: 'person' | 'project', subject: string): Promise<number> {
  const ended = kind === 'person' ? sql`e.person = ${subject}` : sql`e.project = ${subject}::uuid`;
  const running = kind === 'person' ? sql`w.run_by = ${subject}` : sql`w.project_uuid = ${subject}::uuid`;
  const found = await row<{ hours: number }>(
    db,
    sql`SELECT (coalesce((SELECT sum(e.core_seconds) FROM usage_entry e WHERE ${ended} AND e.ended_at >= ${thisMonth}), 0)
          + coalesce((SELECT sum(greatest(0, extract(epoch FROM now() - greatest(a.started_at, ${thisMonth}))) * a.cores)
              FROM attempt a JOIN workflow w ON w.uuid = a.workflow_uuid WHERE a.status = 'running' AND ${running}), 0))::float8 / 3600 AS hours`,
  );
  return found?.hours ?? 0;
}
