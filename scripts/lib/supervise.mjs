/**
 * Runs a server and starts it again when it dies. Only built-ins: this runs under whatever Node started the set-up.
 *
 * A server says that it is ready by `process.send({ ready: FORM })`, FORM being how its log is written (`text`, `json`). A server that ends before it
 * was ever ready is not started again: a new start does not mend a taken port or a wrong setting. One that ends with status 0, or by a signal to
 * stop, was asked to.
 */
import { spawn } from 'node:child_process';

/** How the pauses before a new start grow, when it is given up, and how long a server may take to stop. */
const rules = {
  /** Milliseconds before the first new start; each further one waits twice as long. */
  firstPauseMs: 1000,
  longestPauseMs: 60_000,
  /** New starts in a row before it is given up; one that lived for `soundMs` begins the row again. */
  mostInARow: 10,
  soundMs: 600_000,
  /** Milliseconds that a server has to stop, before it is killed: `npm start` ends within 10 s of its signal. */
  stopMs: 9000,
};

const toStop = new Set(['SIGTERM', 'SIGINT', 'SIGHUP']);
const numbers = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 };

/** The status of a shell for an end by a signal. */
const statusOf = (code, signal) => code ?? 128 + (numbers[signal] ?? 6);

/** How a server ended, as text. */
const endOf = (code, signal) => (signal ? `was ended by ${signal}` : `ended with status ${code}`);

/**
 * Starts a program, and again when it dies after it was ready.
 * @param {string} program
 * @param {string[]} args
 * @param {{env?: NodeJS.ProcessEnv, log?: (text: string) => void, timing?: Partial<typeof rules>}} [options]
 *   log: gets why it died, and when it is started again; unless given, standard error in the server's own form
 * @returns {{done: Promise<number>, stop: (signal: NodeJS.Signals, delivered?: boolean) => void, pid: () => number | undefined}}
 *   done: the status to end with; rejects when the program cannot be started at all.
 *   stop: passes a signal on, and kills what does not end in time; with `delivered`, the server has the signal already
 */
export function supervise(program, args, { env = process.env, log = null, timing = {} } = {}) {
  const { firstPauseMs, longestPauseMs, mostInARow, soundMs, stopMs } = { ...rules, ...timing };
  /** @type {import('node:child_process').ChildProcess | null} */
  let child = null;
  /** How its log is written; null until it was ready. */
  let form = null;
  let stopping = false;
  let row = 0;
  let waiting;
  let finish;
  let fail;
  const done = new Promise((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });

  const say = (text) => {
    if (log) return log(text);
    console.error(form === 'json' ? JSON.stringify({ level: 60, time: Date.now(), msg: text }) : text);
  };

  const start = () => {
    let readyAt = null;
    child = spawn(program, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env });
    child.on('message', (message) => {
      if (typeof message?.ready !== 'string') return;
      readyAt = performance.now();
      form = message.ready;
    });
    child.once('error', (error) => {
      // The process never existed: an error of killing it or of sending to it is another case.
      if (child?.pid === undefined) fail(error);
    });
    child.once('exit', (code, signal) => {
      child = null;
      const status = statusOf(code, signal);
      if (stopping || form === null || code === 0 || toStop.has(signal)) return finish(status);
      row = readyAt !== null && performance.now() - readyAt >= soundMs ? 1 : row + 1;
      if (row > mostInARow) {
        say(`The server ${endOf(code, signal)}, and was started again ${mostInARow} times in vain. This is given up.`);
        return finish(status);
      }
      const pause = Math.min(firstPauseMs * 2 ** (row - 1), longestPauseMs);
      say(
        `The server ${endOf(code, signal)}; the reason stands above, if it could say it. It is started again in ${pause / 1000} s.`,
      );
      waiting = setTimeout(start, pause);
    });
  };

  const stop = (signal, delivered = false) => {
    if (!stopping) setTimeout(() => child?.kill('SIGKILL'), stopMs).unref();
    stopping = true;
    clearTimeout(waiting);
    if (child && !delivered) child.kill(signal);
    if (!child) finish(statusOf(null, signal));
  };
  start();
  return { done, stop, pid: () => child?.pid };
}

/**
 * Calls back when the process that started this one is gone, which a signal to `npm` alone does not tell.
 * @param {() => void} gone
 * @param {number} [everyMs]
 */
export function whenOrphaned(gone, everyMs = 1000) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    gone();
  }, everyMs);
  timer.unref();
}
