import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { queueFigures } from '../queue/figures.ts';
import type { Executor } from '../store/database.ts';
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
    const figures = await queueFigures(db);
    for (const [code, name] of statusNames.entries()) {
      items.set({ status: name }, figures.items.find(({ status }) => status === code)?.count ?? 0);
    }
    oldest.set(figures.oldestSeconds);
    workers.set(figures.workers);
    attempts.reset();
    for (const { status, count } of figures.attempts) attempts.set({ status }, count);
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
