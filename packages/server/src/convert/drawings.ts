import { FormulaDrawing } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import type { Converter } from './pool.ts';
import { inSharedQuestions } from './retry-singly.ts';

const Answer = z.object({ drawings: z.array(z.nullable(FormulaDrawing)) });

/** SMILES that are drawn in one question: a page of a list takes one. */
const drawnTogether = { items: 50, weight: 3000, weightOf: (smiles: string) => smiles.length };

/** FormulaDrawings that are kept, the ones asked for last: some 1 kB each. */
const kept = 5000;
const known = new Map<string, FormulaDrawing | null>();

/**
 * Small drawings of SMILES, each made once; null for one that cannot be drawn. What `highlight` (a SMARTS) matches has the colour `accent`.
 * Throws `HttpProblem` 422 for a SMARTS that cannot be read, 503 where the converter is overloaded or missing.
 */
export async function drawEach(
  pool: Converter,
  smiles: readonly string[],
  highlight: string | null = null,
): Promise<(FormulaDrawing | null)[]> {
  // A SMILES has no line breaks.
  const keyOf = (text: string) => (highlight === null ? text : `${text}\n${highlight}`);
  const missing = [...new Set(smiles)].filter((text) => !known.has(keyOf(text)));
  const made = await inSharedQuestions(
    missing,
    drawnTogether,
    async (some, limitMs) =>
      z.parse(Answer, await pool.run('draw_smiles', { smiles: some, highlight }, { limitMs })).drawings,
    () => null,
  );
  const drawn = new Map(missing.map((text, index) => [text, made[index] ?? null]));
  return smiles.map((text) => {
    const drawing = drawn.get(text) ?? known.get(keyOf(text)) ?? null;
    known.delete(keyOf(text));
    known.set(keyOf(text), drawing);
    for (const [oldest] of known) {
      if (known.size <= kept) break;
      known.delete(oldest);
    }
    return drawing;
  });
}
