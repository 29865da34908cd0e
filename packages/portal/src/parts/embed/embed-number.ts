/** Heights that a snippet may say, in CSS pixels: under it no element shows anything, and over it nobody sees it whole. */
export const embedHeights = { least: 120, most: 4000 };

/** Decimals that a number may be quoted with. */
export const embedDigits = { least: 0, most: 10 };

/** A whole number as it was typed: null for an empty field, undefined where it is none or outside of its bounds. */
export function wholeNumber(text: string, { least, most }: { least: number; most: number }): number | null | undefined {
  const typed = text.trim();
  if (typed === '') return null;
  const value = /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN;
  return value >= least && value <= most ? value : undefined;
}
