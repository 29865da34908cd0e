import type { Bundle, Calculation } from '@cuvette/core/entities';
import { HttpProblem } from '../errors.ts';
import { bundleLimits } from './limits.ts';

/** What a document that would be too large does without, the first first; the zip has all of it in other files. */
const leavings: { words: string; lean: (bundle: Bundle) => Bundle }[] = [
  {
    words: 'the logs of its calculations (they are in logs/)',
    lean: (bundle) => withCalculations(bundle, (calculation) => ({ ...calculation, logfile: null })),
  },
  {
    words: 'the steps before each final structure (they are in calculations/ and structures/)',
    lean: (bundle) =>
      withCalculations(bundle, (calculation) => ({ ...calculation, molecules: calculation.molecules.slice(-1) })),
  },
  {
    words: 'vibrational modes (they are in calculations/)',
    lean: (bundle) =>
      withCalculations(bundle, (calculation) => ({
        ...calculation,
        molecules: calculation.molecules.map((molecule) => ({ ...molecule, vibrational_modes: null })),
      })),
  },
];

function withCalculations(bundle: Bundle, change: (calculation: Calculation) => Calculation): Bundle {
  const calculations = Object.entries(bundle.calculations).map(([key, one]) => [key, change(one)] as const);
  return { ...bundle, calculations: Object.fromEntries(calculations) };
}

/**
 * The document of a zip, no larger than what is read when a zip is brought in; `notes` says what was left out for that. Throws 413
 * when the rest is too large still.
 */
export function documentOf(bundle: Bundle): { text: string; notes: string[] } {
  const left: string[] = [];
  let lean = bundle;
  let text = JSON.stringify(lean);
  for (const { words, lean: leave } of leavings) {
    if (Buffer.byteLength(text) <= bundleLimits.document) break;
    lean = leave(lean);
    left.push(words);
    text = JSON.stringify(lean);
  }
  const most = `${Number((bundleLimits.document / 2 ** 20).toPrecision(3))} MB`;
  if (Buffer.byteLength(text) > bundleLimits.document) {
    throw new HttpProblem(
      413,
      `This workflow has more than ${most} without its steps and logs, too much for one bundle.`,
    );
  }
  if (left.length === 0) return { text, notes: [] };
  const note = `bundle.cuvette.json would be larger than the ${most} that an import accepts. It does without ${left.join(', and without ')}; what is brought in lacks them.`;
  return { text, notes: [note] };
}
