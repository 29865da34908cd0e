import { cubeQuantities, type GridIdentity, orbitalSpins, type PointColumns } from '@cuvette/core/workflows';

/** Most points of a cube that are collected: a grid of 158 × 158 × 158. Four columns of them are 128 MB. */
export const mostPoints = 4_000_000;

/** Points that are still coming; columns grow by doubling. */
class Points implements PointColumns {
  x = new Float64Array(1024);
  y = new Float64Array(1024);
  z = new Float64Array(1024);
  val = new Float64Array(1024);
  length = 0;
  /** All that came, also those that were too many to keep. */
  count = 0;

  add(point: Record<'x' | 'y' | 'z' | 'val', number>): void {
    this.count += 1;
    if (this.count > mostPoints) return;
    if (this.length === this.val.length) {
      for (const name of ['x', 'y', 'z', 'val'] as const) {
        const grown = new Float64Array(Math.min(this.length * 2, mostPoints));
        grown.set(this[name]);
        this[name] = grown;
      }
    }
    this.x[this.length] = point.x;
    this.y[this.length] = point.y;
    this.z[this.length] = point.z;
    this.val[this.length] = point.val;
    this.length += 1;
  }

  columns(): PointColumns {
    const { length } = this;
    const [x, y, z, val] = [this.x, this.y, this.z, this.val].map((column) => column.subarray(0, length)) as [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    return { x, y, z, val };
  }
}

/** A list of points with what it is; numbers that are beside the points are in `numbers`. */
interface OpenCube {
  depth: number;
  identity: GridIdentity;
  numbers: Record<string, number>;
  points: Points;
  /** Whether the list that is open is that of the points. */
  inPoints: boolean;
}

const quote = 0x22;
const backslash = 0x5c;
const powers = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);

/**
 * Finds the cubes in the JSON of electronic properties while it is read, a piece at a time: neither the text nor its values are
 * ever there as a whole. The text is one that the server or a worker wrote; what it does not understand it throws on.
 */
export class CubeScanner {
  private readonly found: (identity: GridIdentity, points: PointColumns | null, count: number) => void;
  /** Keys of the path to the text; null inside a list. */
  private readonly way: (string | null)[] = [];
  private key = '';
  private expectsKey = false;
  private cube: OpenCube | null = null;
  private readonly point = { x: Number.NaN, y: Number.NaN, z: Number.NaN, val: Number.NaN };
  /** Letters of a string, or of a number or word, that is not whole yet. */
  private letters: number[] = [];
  private inside: 'text' | 'escape' | 'word' | null = null;

  /** Calls `found` for each cube with its points; where there are too many, with their number only. */
  constructor(found: (identity: GridIdentity, points: PointColumns | null, count: number) => void) {
    this.found = found;
  }

  /** Takes the next piece of the text. */
  take(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) {
      const byte = bytes[at] as number;
      // What is in one piece, as nearly everything does, is read without being collected first.
      if (this.inside === null && byte === quote) {
        const end = bytes.indexOf(quote, at + 1);
        if (end > 0 && !hasBackslash(bytes, at + 1, end)) {
          if (this.expectsKey) this.takeKey(bytes, at + 1, end);
          at = end + 1;
          continue;
        }
      } else if (this.inside === null && isOfWord(byte)) {
        let end = at + 1;
        while (end < bytes.length && isOfWord(bytes[end] as number)) end += 1;
        if (end < bytes.length) {
          if (this.cube) this.takeNumber(bytes, at, end);
          at = end;
          continue;
        }
      }
      this.step(byte);
      at += 1;
    }
  }

  /** Says that nothing more comes. Throws when the text ends in the middle. */
  end(): void {
    if (this.way.length > 0 || this.inside !== null) throw new Error('The text of the orbitals is cut.');
  }

  private step(byte: number): void {
    if (this.inside === 'text') {
      if (byte === quote) this.endText();
      else {
        this.letters.push(byte);
        if (byte === backslash) this.inside = 'escape';
      }
      return;
    }
    if (this.inside === 'escape') {
      this.letters.push(byte);
      this.inside = 'text';
      return;
    }
    if (isOfWord(byte)) {
      this.inside = 'word';
      this.letters.push(byte);
      return;
    }
    if (this.inside === 'word') this.endWord();
    if (byte === quote) {
      this.inside = 'text';
      this.letters = [];
    } else if (byte === 0x7b) this.open(true);
    else if (byte === 0x5b) this.open(false);
    else if (byte === 0x7d || byte === 0x5d) this.close();
    else if (byte === 0x2c) this.expectsKey = this.way.at(-1) !== null;
  }

  private endText(): void {
    this.inside = null;
    if (this.expectsKey) this.takeKey(this.letters, 0, this.letters.length);
    this.letters = [];
  }

  private endWord(): void {
    this.inside = null;
    if (this.cube) this.takeNumber(this.letters, 0, this.letters.length);
    this.letters = [];
  }

  private takeKey(bytes: ArrayLike<number>, start: number, end: number): void {
    this.expectsKey = false;
    // The four keys of points are in their millions.
    const length = end - start;
    if (length === 1) this.key = String.fromCharCode(bytes[start] as number);
    else if (length === 3 && bytes[start] === 0x76 && bytes[start + 1] === 0x61 && bytes[start + 2] === 0x6c)
      this.key = 'val';
    else this.key = JSON.parse(`"${Buffer.from(sliceOf(bytes, start, end)).toString('utf8')}"`) as string;
  }

  private takeNumber(bytes: ArrayLike<number>, start: number, end: number): void {
    const { cube, key } = this;
    const within = this.way.length - (cube?.depth ?? 0);
    if (within === 2) {
      if (key === 'x') this.point.x = numberOf(bytes, start, end);
      else if (key === 'y') this.point.y = numberOf(bytes, start, end);
      else if (key === 'z') this.point.z = numberOf(bytes, start, end);
      else if (key === 'val') this.point.val = numberOf(bytes, start, end);
    } else if (cube && within === 0) cube.numbers[key] = numberOf(bytes, start, end);
  }

  private open(isObject: boolean): void {
    const { way, cube } = this;
    if (way.length > 100) throw new Error('The orbitals are nested too deeply.');
    const inList = way.length > 0 && way.at(-1) === null;
    const name = inList ? '' : this.key;
    way.push(isObject ? name : null);
    this.expectsKey = isObject;
    if (!isObject) {
      if (cube && way.length - cube.depth === 1) cube.inPoints = name === 'cube_points';
      return;
    }
    if (cube) {
      if (way.length - cube.depth === 2) this.forgetPoint();
      return;
    }
    const identity = identityOf(way);
    if (identity) this.cube = { depth: way.length, identity, numbers: {}, points: new Points(), inPoints: false };
  }

  private forgetPoint(): void {
    this.point.x = Number.NaN;
    this.point.y = Number.NaN;
    this.point.z = Number.NaN;
    this.point.val = Number.NaN;
  }

  private close(): void {
    const { way, cube, point } = this;
    if (way.length === 0) throw new Error('The text of the orbitals is no JSON.');
    const wasObject = way.at(-1) !== null;
    const depth = way.length;
    way.pop();
    this.expectsKey = false;
    if (!cube) return;
    if (wasObject && cube.inPoints && depth - cube.depth === 2) cube.points.add(point);
    if (depth !== cube.depth) return;
    this.cube = null;
    const { occupation = 0, energy = 0 } = cube.numbers;
    const orbital = cube.identity.orbital ? { ...cube.identity.orbital, occupation, energy } : null;
    const { count } = cube.points;
    if (count > 0) this.found({ ...cube.identity, orbital }, count > mostPoints ? null : cube.points.columns(), count);
  }
}

/** Returns what is at a place of the text, when it is a cube: a key of the outermost object, or an index in a set of orbitals. */
function identityOf(way: readonly (string | null)[]): GridIdentity | null {
  const [, key, index] = way;
  if (typeof key !== 'string') return null;
  if (way.length === 2) {
    const quantity = Object.hasOwn(cubeQuantities, key) ? cubeQuantities[key] : undefined;
    return quantity ? { name: key, quantity, orbital: null } : null;
  }
  if (way.length !== 3 || typeof index !== 'string' || !/^\d{1,9}$/.test(index)) return null;
  const spin = Object.hasOwn(orbitalSpins, key) ? orbitalSpins[key] : undefined;
  if (spin === undefined) return null;
  return {
    name: `${key}.${index}`,
    quantity: 'orbital',
    orbital: { index: Number(index), spin, occupation: 0, energy: 0 },
  };
}

/** Digits, letters, signs and points make numbers and words; everything else ends them. */
function isOfWord(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    byte === 0x2d ||
    byte === 0x2e ||
    byte === 0x2b ||
    (byte >= 0x61 && byte <= 0x7a) ||
    byte === 0x45
  );
}

function hasBackslash(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (bytes[at] === backslash) return true;
  return false;
}

/** A number from its letters; those of cubes are short, and need no text. NaN for a word. */
function numberOf(bytes: ArrayLike<number>, start: number, end: number): number {
  let mantissa = 0;
  let digits = 0;
  let decimals = -1;
  const negative = bytes[start] === 0x2d;
  for (let at = negative ? start + 1 : start; at < end; at += 1) {
    const letter = bytes[at] as number;
    if (letter >= 0x30 && letter <= 0x39) {
      mantissa = mantissa * 10 + letter - 0x30;
      digits += 1;
      if (decimals >= 0) decimals += 1;
    } else if (letter === 0x2e && decimals < 0) decimals = 0;
    else return textNumber(bytes, start, end);
  }
  if (digits > 15 || digits === 0) return textNumber(bytes, start, end);
  // Both are exact numbers below 2^53 and 10^22, so that their quotient is the nearest number to what is written.
  const value = decimals > 0 ? mantissa / (powers[decimals] as number) : mantissa;
  return negative ? -value : value;
}

function textNumber(bytes: ArrayLike<number>, start: number, end: number): number {
  return Number(String.fromCharCode(...sliceOf(bytes, start, end)));
}

function sliceOf(bytes: ArrayLike<number>, start: number, end: number): number[] {
  return Array.prototype.slice.call(bytes, start, end) as number[];
}
