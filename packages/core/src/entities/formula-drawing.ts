import * as z from 'zod/mini';

/**
 * A structural formula as lines and letters, without markup. Lengths are in its own unit, of which an average bond has 20; `d` is as in an SVG path, and a
 * path without `width` is an area. Colours are `#RRGGBB`, black for carbon and bonds, or `accent` for what a search matched: whoever shows them fits them to the page.
 */
export const FormulaDrawing = z.looseObject({
  width: z.number(),
  height: z.number(),
  paths: z.array(z.looseObject({ d: z.string(), colour: z.string(), width: z.nullable(z.number()) })),
  labels: z.array(
    z.looseObject({ x: z.number(), y: z.number(), size: z.number(), text: z.string(), colour: z.string() }),
  ),
});
export type FormulaDrawing = z.infer<typeof FormulaDrawing>;

/** Most items whose drawings are read at once. */
export const mostDrawn = 100;

/** FormulaDrawings by the identifier of their item; null where there is nothing to draw. */
export const FormulaDrawings = z.looseObject({ drawings: z.record(z.string(), z.nullable(FormulaDrawing)) });
export type FormulaDrawings = z.infer<typeof FormulaDrawings>;
