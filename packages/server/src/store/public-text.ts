import { setImmediate as nextTurn } from 'node:timers/promises';

/** Absolute paths in a text, but for the last name of each. A slash after a word or another slash is a unit or an address, not a path. */
const folders = /(?<![\w/:.~)\]}-])\/(?:[\w.@+~-]+\/)+(?=[\w.@+~-])/g;

/** A text without the folders of this machine or of a worker: of each path the name of the file stays. */
function withoutPaths(text: string): string {
  return text.replace(folders, '');
}

/**
 * Returns what a program says about its failure without its traceback (of Python: from its heading to the last indented line; what the exception says
 * stays) and without paths; null where nothing is left.
 */
export function withoutTraceback(detail: string | null | undefined): string | null {
  if (!detail) return null;
  const kept: string[] = [];
  let inside = false;
  for (const line of detail.split('\n')) {
    if (/^\s*(?:[+|]\s*)*(?:Exception Group )?Traceback \(most recent call last\):/.test(line)) inside = true;
    else if (inside && (line === '' || /^\s/.test(line))) continue;
    else {
      inside = false;
      // Cut off at its beginning, a traceback starts amid its frames.
      if (/^\s*File ".*", line \d+/.test(line)) inside = true;
      else kept.push(line);
    }
  }
  return withoutPaths(kept.join('\n')).trim() || null;
}

/** Lines of our own that name a machine (`worker/attempt.ts`, `logfile.py`): what is before its name, and after it. */
const machineLines = [
  { before: /\bAttempt \d+ on /, after: /, process group \d+(?=, )/ },
  { before: /^Started \S+ on /, after: /(?=, ended )/ },
];

/** A line of a log without the machine that it names. Each pattern is looked for once. */
function withoutMachine(line: string): string {
  for (const { before, after } of machineLines) {
    const start = before.exec(line);
    if (!start) continue;
    const from = start.index + start[0].length;
    const end = after.exec(line.slice(from));
    if (end) return line.slice(0, from - ' on '.length) + line.slice(from + end.index + end[0].length);
  }
  return line;
}

/** A log as everybody may read it: without hosts, process groups and paths. Reads each line a fixed number of times, whatever is in it. */
export function logForEverybody(log: string): string {
  return withoutPaths(log.split('\n').map(withoutMachine).join('\n'));
}

/** Characters of a log after which others are answered. */
const pieceLength = 256 * 1024;

/** The same for a long log, in pieces of whole lines, with the event loop free in between. */
export async function longLogForEverybody(log: string): Promise<string> {
  const pieces: string[] = [];
  for (let start = 0; start < log.length; ) {
    const newline = log.indexOf('\n', start + pieceLength);
    const end = newline < 0 ? log.length : newline + 1;
    pieces.push(logForEverybody(log.slice(start, end)));
    start = end;
    if (start < log.length) await nextTurn();
  }
  return pieces.join('');
}

/** A text that a program wrote, as everybody may read it: without paths, and without the machine of a worker that was lost (`queue/reaper.ts`). */
export function textForEverybody(text: string): string {
  return withoutPaths(
    text.replace(/\bThe worker on [^ \n]{1,255} stopped answering\b/g, 'The worker stopped answering'),
  );
}
