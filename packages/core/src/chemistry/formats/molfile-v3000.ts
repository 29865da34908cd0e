import type { Vector3 } from '../atoms.ts';
import { FileProblem } from '../problem.ts';
import { addBond, type MolBlock, molAtomicNumber, molCoordinate } from './molfile-fields.ts';

/** Reads the atom and bond blocks of a V3000 table. @param from 0-based line after the counts line */
export function readV3000(lines: readonly string[], from: number): MolBlock {
  const block: MolBlock = { atoms: [], charges: [], radicals: [], bonds: [] };
  const places = new Map<number, number>();
  let section = '';
  for (const { text, line } of v30Lines(lines, from)) {
    const begin = /^(BEGIN|END)\s+(\w+)/.exec(text);
    if (begin) {
      section = begin[1] === 'BEGIN' ? (begin[2] ?? '') : '';
      continue;
    }
    const fields = text.split(/\s+/);
    if (section === 'ATOM') {
      const [id = '', symbol = '', x = '', y = '', z = ''] = fields;
      places.set(Number(id), block.atoms.length);
      const position = [x, y, z].map((value, axis) => molCoordinate(value, axis, line)) as Vector3;
      block.atoms.push({ atomic_number: molAtomicNumber(symbol, line), position });
      block.charges.push(option(text, 'CHG'));
      block.radicals.push(option(text, 'RAD'));
    } else if (section === 'BOND') {
      const [, order, first, second] = fields.map(Number);
      addBond(block, places.get(first ?? 0) ?? -1, places.get(second ?? 0) ?? -1, order ?? 0, line);
    }
  }
  return block;
}

function option(text: string, name: string): number {
  return Number(new RegExp(`\\s${name}=(-?\\d+)`).exec(text)?.[1] ?? 0);
}

/** The V30 lines without their prefix, those that end in a hyphen joined with the next. */
function* v30Lines(lines: readonly string[], from: number): Generator<{ text: string; line: number }> {
  for (let index = from; index < lines.length; index++) {
    const line = index + 1;
    if (/^(M {2}END|\$\$\$\$)/.test(lines[index] ?? '')) return;
    const part = (at: number) => /^M {2}V30 (.*)$/.exec(lines[at]?.trimEnd() ?? '')?.[1];
    let text = part(index);
    if (text === undefined) continue;
    while (text.endsWith('-')) {
      const next = part(++index);
      if (next === undefined) throw new FileProblem('The line is continued ("-"), but no V30 line follows.', line);
      text = text.slice(0, -1) + next;
    }
    yield { text: text.trim(), line };
  }
  throw new FileProblem('The table is never closed with "M  END".', lines.length);
}
