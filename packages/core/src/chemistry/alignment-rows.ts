/** A sequence of an alignment: its name, and one letter for each column of the query, '-' where it has none. */
export interface AlignedRow {
  name: string;
  letters: string;
}

/** What an alignment says column by column: the share of rows that have a letter there, and how alike those are (0 to 1). */
export interface ColumnStatistics {
  coverage: Float64Array;
  conservation: Float64Array;
}

/**
 * Rows of an alignment in a3m: small letters and dots are insertions against the query and are in no column. Comment lines (`#`) are left out, a NUL between chains too.
 * Rows of another length than the first are cut or filled with gaps, so that all have the same columns.
 */
export function readA3m(text: string): AlignedRow[] {
  const rows: AlignedRow[] = [];
  let name: string | null = null;
  let letters: string[] = [];
  const end = () => {
    if (name === null) return;
    const own = letters.join('').replace(/[a-z.\s]/g, '');
    const width = rows[0]?.letters.length ?? own.length;
    rows.push({ name, letters: own.length === width ? own : own.slice(0, width).padEnd(width, '-') });
  };
  for (const line of text.replaceAll('\0', '').split('\n')) {
    if (line.startsWith('>')) {
      end();
      name = line.slice(1).trim();
      letters = [];
    } else if (!line.startsWith('#')) letters.push(line);
  }
  end();
  return rows;
}

const aminoAcids = 'ACDEFGHIKLMNPQRSTVWY';

/**
 * Coverage and conservation of each column. Conservation is 1 − H / log 20 with Shannon's entropy H of the twenty amino acids among the rows that have one there
 * (Shenkin, Erman and Mastrandrea, Proteins 1991, 11, 297, scaled from 0 to 1); 0 where none has.
 */
export function columnStatistics(rows: readonly AlignedRow[]): ColumnStatistics {
  const width = rows[0]?.letters.length ?? 0;
  const coverage = new Float64Array(width);
  const conservation = new Float64Array(width);
  const placeOf = new Int8Array(128).fill(-1);
  for (const [place, letter] of [...aminoAcids].entries()) placeOf[letter.charCodeAt(0)] = place;
  const counts = new Uint32Array(aminoAcids.length);
  for (let column = 0; column < width; column++) {
    counts.fill(0);
    let known = 0;
    let present = 0;
    for (const { letters } of rows) {
      const code = letters.charCodeAt(column);
      if (code === 0x2d) continue;
      present += 1;
      const place = placeOf[code] ?? -1;
      if (place < 0) continue;
      counts[place] = (counts[place] ?? 0) + 1;
      known += 1;
    }
    let entropy = 0;
    for (const count of counts) if (count > 0) entropy -= (count / known) * Math.log(count / known);
    coverage[column] = present / rows.length;
    conservation[column] = known > 0 ? 1 - entropy / Math.log(aminoAcids.length) : 0;
  }
  return { coverage, conservation };
}
