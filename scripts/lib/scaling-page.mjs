/** The measured part of `docs/scaling.md`: `npm run test:load` writes what it measured between the comments that name a step. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { root } from './stamps.mjs';

const page = join(root, 'docs/scaling.md');

/** How workers that are kept busy by shorter and shorter jobs use their time, as a plot; nothing where there are fewer than two points. */
function plot(lines) {
  const points = lines
    .map((line) => /: ([\d.]+) jobs\/s, efficiency ([\d.]+), the server used (\d+) % of a core/.exec(line))
    .filter((found) => found !== null)
    .map(([, rate, efficiency, share]) => ({
      rate: Number(rate),
      efficiency: 100 * Number(efficiency),
      share: Number(share),
    }))
    .sort((a, b) => a.rate - b.rate);
  if (points.length < 2) return [];
  const list = (key) => points.map((point) => point[key].toFixed(1)).join(', ');
  return [
    '',
    '```mermaid',
    'xychart-beta',
    '  title "Time that workers compute, and time of the server (second line), by jobs in a second"',
    `  x-axis "Jobs in a second" [${list('rate')}]`,
    `  y-axis "%" 0 --> ${Math.max(100, ...points.map(({ share }) => share))}`,
    `  line [${list('efficiency')}]`,
    `  line [${list('share')}]`,
    '```',
  ];
}

/**
 * Replaces what the page has of a step. Steps that the page does not name are left out.
 * @param {string} name of the step
 * @param {string[]} lines what was measured
 */
export function writeMeasured(name, lines) {
  const text = readFileSync(page, 'utf8');
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  if (!text.includes(begin) || lines.length === 0) return;
  const cores = cpus();
  const machine = `${new Date().toISOString().slice(0, 10)}, ${cores.length} cores (${cores[0]?.model.trim() ?? 'unknown'})`;
  const made = [begin, '', `Measured on ${machine}:`, '', ...lines.map((line) => `* ${line}`), ...plot(lines), '', end];
  writeFileSync(
    page,
    `${text.slice(0, text.indexOf(begin))}${made.join('\n')}${text.slice(text.indexOf(end) + end.length)}`,
  );
}
