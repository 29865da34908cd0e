import type { Words } from '../words.ts';

/** A number as text, with what the language of a table writes before the decimals. What is no number in it stays. */
export function localNumber({ ui }: Pick<Words, 'ui'>, text: string): string {
  return ui.decimal === '.' ? text : text.replace(/(\d)\.(?=\d)/g, `$1${ui.decimal}`);
}
