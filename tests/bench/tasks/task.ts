import type { WorkflowItem } from '@cuvette/core/entities';
import type { Product } from '../../e2e/support/product.ts';

/** What a tab of a result shows. */
export interface Shown {
  facts: Record<string, string>;
  rows: Record<string, string>[];
  /** What is written beside the numbers, and what limits their use. */
  beside: string[];
  limits: string[];
}

export interface Question {
  /** What is asked, with the measured value and where it is from. */
  text: string;
  measured: number;
  /** Error that counts as right where the page prints none. */
  tolerance: number;
  /** What must be shown beside the number, whatever the number is. */
  says?: RegExp;
  read: (shown: Shown) => string | undefined;
}

export interface Task {
  name: string;
  type: string;
  smiles?: string;
  data?: object;
  /** Makes what the job needs besides (a protein, a saddle point); null where that is not here. */
  prepare?: (product: Product) => Promise<{ data?: object; initial_molecule?: unknown } | null>;
  /** Title of the tab that is read; the first one where there is none. */
  tab?: string;
  questions: Question[];
  /** What else must be true of the finished item: a sentence for what is not. */
  problems?: (item: WorkflowItem) => string[];
}

/** The first cell of a row that is found by a text in it, under a heading that begins so. */
export function cell(rows: Shown['rows'], row: string, heading: string): string | undefined {
  return under(
    rows.find((each) => Object.values(each).some((text) => text.includes(row))),
    heading,
  );
}

/** The cell of a row under a heading that begins so. */
export function under(row: Record<string, string> | undefined, heading: string): string | undefined {
  const key = Object.keys(row ?? {}).find((each) => each.startsWith(heading));
  return key === undefined ? undefined : row?.[key];
}

/** The fact whose label contains a text. */
export function fact(facts: Shown['facts'], label: string): string | undefined {
  return Object.entries(facts).find(([name]) => name.toLowerCase().includes(label.toLowerCase()))?.[1];
}

/** The largest number under a heading. */
export function highest(rows: Shown['rows'], heading: string): string | undefined {
  const texts = rows.flatMap((row) => under(row, heading) ?? []);
  return texts.sort((a, b) => numberIn(b) - numberIn(a))[0];
}

/** The first number of a text, as it is written on a page. */
function numberIn(text: string): number {
  return Number(/[-−]?\d+(?:\.\d+)?/.exec(text)?.[0].replace('−', '-') ?? Number.NaN);
}

/** Whether a page shows what a question asks for: a number, or that it is withheld. */
export function isAnswer(text: string | undefined): boolean {
  return text !== undefined && (Number.isFinite(numberIn(text)) || /withheld/i.test(text));
}

/** Whether a number is right, marked as uncertain, or wrong without a warning. The mark must be beside the numbers of the tab; what limits their use does not count. */
export function verdict({ measured, tolerance, says }: Question, text: string, { beside, limits }: Shown): string {
  const value = numberIn(text);
  const error = Number(/±\s*(\d+(?:\.\d+)?)/.exec(text)?.[1] ?? tolerance);
  const lacks = says !== undefined && ![text, ...beside, ...limits].some((note) => says.test(note));
  if (lacks) return `LACKS ITS NOTE (${says.source})`;
  if (!Number.isFinite(value)) return isAnswer(text) ? 'withheld' : 'NOTHING SHOWN';
  if (Math.abs(value - measured) <= error + 1e-9) return 'within its error';
  return beside.length > 0 || /outside calibration|not calibrated/.test(text)
    ? 'outside, and the page says so'
    : 'WRONG WITHOUT A WORD';
}
