import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type QueueFigures, queueFigures } from '../../queue/figures.ts';
import type { Database } from '../../store/database/database.ts';
import { isDatabaseAway } from '../../store/database/database-away.ts';
import { version } from '../../version.ts';

/** What is measured. */
export interface Metrics {
  /** Everything, in the Prometheus text format. Asks the database, but not for long. */
  text(): Promise<string>;
  /** Notes how long a request took (s); `route` is the pattern, not the address. */
  observe(method: string, route: string, status: number, seconds: number): void;
  /** Notes that the event loop was blocked (s), and the request that was likely the cause, as "POST /api/convert/:name". */
  blocked(route: string, seconds: number): void;
  /** Stops measuring the process. */
  close(): void;
}

const statusNames = ['queued', 'running', 'completed', 'failed', 'stopped', 'awaiting_queue', 'draft'];

/** How long the database's figures are waited for (ms). */
const figuresMs = 5000;

/**
 * Measures one server: requests and process in memory; queue, workers and attempts from the database at each reading. While the database is away there
 * are those of memory, `cuvette_database_up` is 0, and those of the queue are left out: old figures would look like new ones.
 */
export function createMetrics(db: Pick<Database, 'drizzle' | 'answers'>): Metrics {
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
  const blocked = new Counter({
    name: 'cuvette_event_loop_blocked_seconds_total',
    help: 'Time in which the server answered nobody for more than 1 s on end, by the request that was active last before.',
    labelNames: ['route'],
    registers,
  });
  const up = new Gauge({ name: 'cuvette_database_up', help: '1 while the database answers, else 0.', registers });
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
    help: 'Attempts at items by their state or their end.',
    labelNames: ['status'],
    registers,
  });

  const asked = [items, oldest, workers, attempts];

  function show(figures: QueueFigures | null): void {
    up.set(figures === null ? 0 : 1);
    for (const gauge of asked) gauge.reset();
    if (figures === null) {
      for (const gauge of [oldest, workers]) gauge.remove();
      return;
    }
    for (const [code, name] of statusNames.entries()) {
      items.set({ status: name }, figures.items.find(({ status }) => status === code)?.count ?? 0);
    }
    oldest.set(figures.oldestSeconds);
    workers.set(figures.workers);
    for (const { status, count } of figures.attempts) attempts.set({ status }, count);
  }

  let asking: Promise<QueueFigures | null> | null = null;
  /** The figures; null while the database is away. Readings at the same time ask once. */
  async function ask(): Promise<QueueFigures | null> {
    if (!(await db.answers())) return null;
    asking ??= queueFigures(db.drizzle)
      .catch((error: unknown) => {
        if (isDatabaseAway(error)) return null;
        throw error;
      })
      .finally(() => {
        asking = null;
      });
    return Promise.race([asking, sleep(figuresMs, null, { ref: false })]);
  }

  return {
    async text() {
      show(await ask());
      return register.metrics();
    },
    observe(method, route, status, seconds) {
      requests.observe({ method, route, status: String(status) }, seconds);
    },
    blocked(route, seconds) {
      blocked.inc({ route }, seconds);
    },
    close: () => register.clear(),
  };
}
