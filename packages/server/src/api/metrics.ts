import { sql } from 'drizzle-orm';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { workerSeconds } from '../queue/rules.ts';
import { type Executor, row, rows } from '../store/database.ts';
import { version } from '../version.ts';

/** What is measured. */
export interface Metrics {
  /** Media type of the text. */
  contentType: string;
  /** Everything, in the Prometheus text format. Asks the database. */
  text(): Promise<string>;
  /** Notes how long a request took (s); `route` is the pattern, not the address. */
  observe(method: string, route: string, status: number, seconds: number): void;
  /** Stops measuring the process. */
  close(): void;
}

const statusNames = ['queued', 'running', 'completed', 'failed', 'stopped', 'awaiting_queue', 'draft'];

/** Measures one server: requests and process in memory; queue, workers and attempts from the database at each reading. */
export function createMetrics(db: Executor): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  new Gauge({ name: 'cuvette_info', help: 'The running version.', labelNames: ['version'], registers }).set(
    { version },
    1,
  );
  const requests = new Histogram({
    name: 'cuvette_http_request_duration_seconds',
    help: 'Time from the arrival of a request to its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.15, 0.5, 1, 5, 30],
    registers,
  });
  const items = new Gauge({
    name: 'cuvette_items',
    help: 'Items by status; "queued" is the length of the queue.',
    labelNames: ['status'],
    registers,
  });
  const oldest = new Gauge({
    name: 'cuvette_queue_oldest_seconds',
    help: 'How long the oldest queued item has waited; 0 without one.',
    registers,
  });
  const workers = new Gauge({ name: 'cuvette_workers', help: 'Workers that live.', registers });
  const attempts = new Gauge({
    name: 'cuvette_attempts',
    help: 'Attempts at items by how they stand or ended.',
    labelNames: ['status'],
    registers,
  });

  async function ask(): Promise<void> {
    const counted = await rows<{ status: number; count: number }>(
      db,
      sql`SELECT object_status AS status, count(*)::int AS count FROM workflow WHERE deletion_uuid IS NULL GROUP BY object_status`,
    );
    for (const [code, name] of statusNames.entries()) {
      items.set({ status: name }, counted.find(({ status }) => status === code)?.count ?? 0);
    }
    const waiting = await row<{ seconds: number | null }>(
      db,
      sql`SELECT extract(epoch FROM now() - min(created_at))::float8 AS seconds FROM workflow
          WHERE object_status = 0 AND deletion_uuid IS NULL`,
    );
    oldest.set(Math.max(0, waiting?.seconds ?? 0));
    const live = await row<{ count: number }>(
      db,
      sql`SELECT count(*)::int AS count FROM worker
          WHERE NOT gone AND last_seen_at > now() - make_interval(secs => ${workerSeconds})`,
    );
    workers.set(live?.count ?? 0);
    attempts.reset();
    for (const { status, count } of await rows<{ status: string; count: number }>(
      db,
      sql`SELECT status, count(*)::int AS count FROM attempt GROUP BY status`,
    )) {
      attempts.set({ status }, count);
    }
  }

  return {
    contentType: register.contentType,
    async text() {
      await ask();
      return register.metrics();
    },
    observe(method, route, status, seconds) {
      requests.observe({ method, route, status: String(status) }, seconds);
    },
    close: () => register.clear(),
  };
}
