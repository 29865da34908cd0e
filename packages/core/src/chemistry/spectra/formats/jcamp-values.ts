import type { MeasuredForm } from '../measured.ts';
import { phrase, SpectrumProblem } from '../spectrum-texts.ts';

/** Numbers of one table, with what its own checks found. */
export interface DecodedValues {
  values: number[];
  form: MeasuredForm;
  /** Lines whose first ordinate is not the last one of the line before, which the form DIF repeats as a check. */
  failedChecks: number;
  /** Whether the same is true of a last line that holds the check alone: some programs write a zero there. */
  failsAtEnd: boolean;
  /** Abscissa at the start of each line and the index of the ordinate that it belongs to. */
  starts: { x: number; index: number }[];
}

const zero = 48;
const isDigit = (code: number) => code >= zero && code <= 57;

/** The digit that a letter of SQZ (`@`, A to I, a to i), DIF (`%`, J to R, j to r) or DUP (S to Z, s) stands for, with its sign. */
function pseudoDigit(letter: string): { mode: 'SQZ' | 'DIF' | 'DUP'; digit: number; sign: 1 | -1 } | null {
  if (letter === '@') return { mode: 'SQZ', digit: 0, sign: 1 };
  if (letter === '%') return { mode: 'DIF', digit: 0, sign: 1 };
  if (letter >= 'A' && letter <= 'I') return { mode: 'SQZ', digit: letter.charCodeAt(0) - 64, sign: 1 };
  if (letter >= 'a' && letter <= 'i') return { mode: 'SQZ', digit: letter.charCodeAt(0) - 96, sign: -1 };
  if (letter >= 'J' && letter <= 'R') return { mode: 'DIF', digit: letter.charCodeAt(0) - 73, sign: 1 };
  if (letter >= 'j' && letter <= 'r') return { mode: 'DIF', digit: letter.charCodeAt(0) - 105, sign: -1 };
  if (letter >= 'S' && letter <= 'Z') return { mode: 'DUP', digit: letter.charCodeAt(0) - 82, sign: 1 };
  return letter === 's' ? { mode: 'DUP', digit: 9, sign: 1 } : null;
}

/** The end of the digits from a place on, with a decimal point and an exponent that has a sign, as AFFN writes it. */
function endOfNumber(line: string, from: number): number {
  let end = from;
  while (end < line.length && (isDigit(line.charCodeAt(end)) || line[end] === '.')) end += 1;
  const hasExponent = end > from && (line[end] === 'E' || line[end] === 'e') && /[+-]/.test(line[end + 1] ?? '');
  if (!hasExponent || !isDigit(line.charCodeAt(end + 2))) return end;
  end += 2;
  while (isDigit(line.charCodeAt(end))) end += 1;
  return end;
}

interface Token {
  mode: 'plain' | 'PAC' | 'SQZ' | 'DIF' | 'DUP' | 'missing';
  value: number;
}

/** Why a table of numbers cannot be read, in words that follow a colon. */
export class Unreadable extends SpectrumProblem {}

/** The tokens of a line. Throws Unreadable for a character that belongs to none of the forms. */
function tokensOf(line: string): Token[] {
  const tokens: Token[] = [];
  let place = 0;
  let isSeparated = true;
  while (place < line.length) {
    const letter = line[place] ?? '';
    if (letter === ' ' || letter === ',' || letter === ';' || letter === '\t') {
      place += 1;
      isSeparated = true;
      continue;
    }
    if (letter === '?') {
      tokens.push({ mode: 'missing', value: Number.NaN });
      place += 1;
      continue;
    }
    const signed = letter === '+' || letter === '-';
    const pseudo = signed ? null : pseudoDigit(letter);
    const from = signed || pseudo ? place + 1 : place;
    const end = endOfNumber(line, from);
    if (end === from && !pseudo) throw new Unreadable(phrase('"{letter}" is no part of a number', { letter }));
    const digits = line.slice(from, end);
    if (pseudo) tokens.push({ mode: pseudo.mode, value: pseudo.sign * Number(`${pseudo.digit}${digits}`) });
    else {
      const value = Number(digits) * (letter === '-' ? -1 : 1);
      tokens.push({ mode: isSeparated || !signed ? 'plain' : 'PAC', value });
    }
    isSeparated = false;
    place = end;
  }
  if (tokens.some(({ mode, value }) => mode !== 'missing' && !Number.isFinite(value)))
    throw new Unreadable('a number cannot be read');
  return tokens;
}

/**
 * Reads the lines of `(X++(Y..Y))`: an abscissa, then ordinates, in AFFN or in the compressed forms PAC, SQZ, DIF and DUP
 * (JCAMP-DX 4.24, McDonald and Wilks 1988, DOI 10.1366/0003702884428734). Factors are not applied; "?" is NaN.
 * @param most ordinates at most, so that a few letters of DUP cannot fill the memory
 * @throws Unreadable for what is no number, and for more ordinates
 */
export function decodeOrdinates(lines: readonly string[], most: number): DecodedValues {
  const found: DecodedValues = { values: [], form: 'AFFN', failedChecks: 0, failsAtEnd: false, starts: [] };
  const { values, starts } = found;
  const seen = new Set<Token['mode']>();
  let endsInDifference = false;
  for (const [number, line] of lines.entries()) {
    const [abscissa, ...ordinates] = tokensOf(line);
    if (!abscissa || ordinates.length === 0) continue;
    let previous = values.at(-1) ?? 0;
    let difference: number | null = null;
    if (endsInDifference) {
      // The first ordinate repeats the last one of the line before.
      const check = ordinates[0];
      if (check && check.mode !== 'DIF' && check.mode !== 'DUP') {
        const fails = check.value !== previous;
        if (fails && ordinates.length === 1 && number === lines.length - 1) {
          found.failsAtEnd = true;
          break;
        }
        if (fails) found.failedChecks += 1;
        previous = check.value;
        values.pop();
      }
    }
    starts.push({ x: abscissa.value, index: values.length });
    for (const { mode, value } of ordinates) {
      seen.add(mode);
      const times = mode === 'DUP' ? value - 1 : 1;
      if (values.length + times > most)
        throw new Unreadable(phrase('it has more than {count} points', { count: most }));
      if (mode === 'DIF') difference = value;
      else if (mode !== 'DUP') {
        difference = null;
        previous = value;
      }
      for (let each = 0; each < times; each++) {
        if (difference !== null) previous += difference;
        values.push(previous);
      }
    }
    endsInDifference = difference !== null;
  }
  if (seen.has('DIF')) found.form = seen.has('DUP') ? 'DIFDUP' : 'DIF';
  else if (seen.has('SQZ') || seen.has('DUP')) found.form = 'SQZ';
  else if (seen.has('PAC')) found.form = 'PAC';
  return found;
}

/**
 * Reads `(XY..XY)`: pairs that are separated by blanks, semicolons or lines, in AFFN. Of `(XYW..XYW)` and other groups of `width` numbers the first two are taken.
 * @throws Unreadable for what is no number
 */
export function decodePairs(lines: readonly string[], width: number): { x: number[]; y: number[] } {
  const numbers = lines.flatMap((line) => tokensOf(line).map(({ value }) => value));
  const [x, y]: [number[], number[]] = [[], []];
  for (let at = 0; at + 1 < numbers.length; at += width) {
    x.push(numbers[at] ?? Number.NaN);
    y.push(numbers[at + 1] ?? Number.NaN);
  }
  return { x, y };
}
