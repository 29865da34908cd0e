/** A coupling to a group of equivalent nuclei of spin ½. */
export interface Coupling {
  /** J in Hz. */
  hertz: number;
  /** Nuclei of the group. */
  count: number;
}

/** A line of a spectrum that is split. */
export interface SplitLine {
  position: number;
  intensity: number;
}

/** Most groups that one line couples with, and most nuclei of a group, so that a multiplet stays small. */
const most = { groups: 6, count: 12, hertz: 400 } as const;

/**
 * Reads couplings as they are written in a paper: "7.1 x3, 1.2" or "7,1 (3); 1,2" are a quartet of doublets.
 * @returns null for a text that is none
 */
export function readCouplings(text: string): Coupling[] | null {
  const parts = text
    .split(/[;\n]|,\s/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const found = parts.map((part): Coupling | null => {
    const [, value = '', by = '1'] =
      /^(\d{1,3}(?:[.,]\d{1,3})?)\s?(?:Hz)?\s?(?:[x×(]\s?(\d{1,2})H?\)?)?$/.exec(part) ?? [];
    const coupling = { hertz: Number(value.replace(',', '.')), count: Number(by) };
    const fits =
      value !== '' &&
      coupling.hertz > 0 &&
      coupling.hertz <= most.hertz &&
      coupling.count >= 1 &&
      coupling.count <= most.count;
    return fits ? coupling : null;
  });
  return found.length <= most.groups && found.every((each) => each !== null) ? found : null;
}

/**
 * Splits a line by first-order couplings: n equivalent nuclei of spin ½ give n + 1 lines with the coefficients of the binomial.
 * @param line position in ppm
 * @param field MHz of the spectrometer
 * @returns lines whose intensities add up to that of the line
 */
export function splitLine(line: SplitLine, couplings: readonly Coupling[], field: number): SplitLine[] {
  return couplings.reduce<SplitLine[]>(
    (lines, { hertz, count }) => {
      const parts = binomial(count);
      return lines.flatMap(({ position, intensity }) =>
        parts.map((part, at) => ({
          position: position + ((at - count / 2) * hertz) / field,
          intensity: (intensity * part) / 2 ** count,
        })),
      );
    },
    [line],
  );
}

function binomial(count: number): number[] {
  let row = [1];
  for (let n = 0; n < count; n++) row = [1, ...row.slice(1).map((each, at) => each + (row[at] ?? 0)), 1];
  return row;
}
