/** What a list of atoms says: their indices (0-based, rising, each once), or what is wrong with it as text. */
export type AtomRanges = { atoms: number[] } | { problem: string };

/**
 * Reads a list of atoms as people write it, counted from 1: "1-5, 8". Names are taken as well ("C7"), whatever their letters say of the element; blanks,
 * commas and semicolons separate.
 */
export function readAtomRanges(text: string, atomCount: number): AtomRanges {
  const found = new Set<number>();
  for (const part of text
    .replace(/\s+/g, ' ')
    .replace(/ ?[-–] ?/g, '-')
    .split(/[\s,;]+/)
    .filter((each) => each !== '')) {
    const match = /^[a-z]{0,2}(\d+)(?:-[a-z]{0,2}(\d+))?$/i.exec(part);
    if (!match) return { problem: `"${part}" is not an atom: enter numbers such as 1-5, 8.` };
    const [first, last] = [Number(match[1]), Number(match[2] ?? match[1])];
    if (first > last) return { problem: `"${part}" runs backwards: enter the lower number first.` };
    const beyond = [first, last].find((each) => each < 1 || each > atomCount);
    if (beyond !== undefined) return { problem: `There is no atom ${beyond}: the structure has ${atomCount}.` };
    for (let atom = first; atom <= last; atom++) found.add(atom - 1);
  }
  return { atoms: [...found].sort((a, b) => a - b) };
}

/**
 * Reads atoms in the order in which they are written, counted from 1: "4, 3, 2, 1" or "C4 C3 C2 C1"; a run ("5-1") goes as it is written. Each atom once.
 */
export function readAtomSequence(text: string, atomCount: number): AtomRanges {
  const atoms: number[] = [];
  for (const part of text
    .replace(/\s+/g, ' ')
    .replace(/ ?[-–] ?/g, '-')
    .split(/[\s,;]+/)
    .filter((each) => each !== '')) {
    const match = /^[a-z]{0,2}(\d+)((?:-[a-z]{0,2}\d+)*)$/i.exec(part);
    if (!match) return { problem: `"${part}" is not an atom: enter numbers such as 1, 2, 3.` };
    const named = [...part.matchAll(/\d+/g)].map(([digits]) => Number(digits));
    const beyond = named.find((each) => each < 1 || each > atomCount);
    if (beyond !== undefined) return { problem: `There is no atom ${beyond}: the structure has ${atomCount}.` };
    const [first = 0, last = first] = named;
    // Two numbers are a run; more are a chain of atoms as people write it ("C1-C2-C3-C4"), and so are two with letters.
    const isRun = named.length === 2 && /^\d/.test(part);
    const step = first > last ? -1 : 1;
    const run = Array.from({ length: Math.abs(last - first) + 1 }, (_, index) => first + step * index);
    atoms.push(...(isRun ? run : named).map((atom) => atom - 1));
  }
  return { atoms: [...new Set(atoms)] };
}

/** Writes atoms (0-based) as a list counted from 1, with runs in short: "1-5, 8". */
export function writeAtomRanges(atoms: readonly number[]): string {
  const sorted = [...new Set(atoms)].sort((a, b) => a - b);
  const parts: string[] = [];
  for (let at = 0; at < sorted.length; ) {
    const first = sorted[at] as number;
    let length = 1;
    while (sorted[at + length] === first + length) length += 1;
    parts.push(
      length < 3
        ? sorted
            .slice(at, at + length)
            .map((atom) => `${atom + 1}`)
            .join(', ')
        : `${first + 1}-${first + length}`,
    );
    at += length;
  }
  return parts.join(', ');
}
