interface TraceEvent {
  name: string;
  cat: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds: when it begins, how long it takes by the clock, and of a processor. */
  ts: number;
  dur?: number;
  tdur?: number;
}

/**
 * The longest task (ms of a processor) of the thread that set two marks (`performance.mark`), as far as it lies between them, in a trace of Chromium
 * with the categories `toplevel` and `blink.user_timing`. A task that reaches over a mark counts by its share between the marks.
 * @throws Error where a mark is not in the trace, or no task lies between them
 */
export function longestTasks(trace: Buffer, from: string, until: string): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const mark = (name: string) => {
    const found = traceEvents.find((event) => event.cat.includes('user_timing') && event.name === name);
    if (!found) throw new Error(`The trace has no mark "${name}".`);
    return found;
  };
  const [begin, end] = [mark(from), mark(until)];
  const shares = traceEvents.flatMap(({ name, ph, pid, tid, ts, dur = 0, tdur = 0 }) => {
    if (ph !== 'X' || !name.endsWith('RunTask') || pid !== begin.pid || tid !== begin.tid || dur === 0) return [];
    const inside = Math.min(ts + dur, end.ts) - Math.max(ts, begin.ts);
    return inside > 0 ? [(tdur * inside) / dur / 1000] : [];
  });
  if (shares.length === 0) throw new Error('The trace has no task between the marks.');
  return Math.max(...shares);
}
