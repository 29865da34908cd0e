import { type ListedMolecule, listed } from './listed.ts';

/** Heading of the table that a batch's folder keeps of the lines that were not run. */
const heading = '| Line | Name | SMILES | Why it was not run |\n| --- | --- | --- | --- |';

/** Brackets of a SMILES would be a link in Markdown, and other signs emphasis. */
const written = (text: string) => text.replace(/[\r\n]+/g, ' ').replace(/[\\|`[\]*_~<]/g, '\\$&');
const readBack = (text: string) => text.replace(/\\([\\|`[\]*_~<])/g, '$1').trim();

/** Lines of a batch that were not run, as a Markdown table for the notes of its folder: whoever opens the folder sees them. Empty where there are none. */
export function writeLeftOut(lines: readonly ListedMolecule[]): string {
  if (lines.length === 0) return '';
  const rows = lines.map(
    ({ line, name, smiles, problem }) =>
      `| ${line} | ${written(name ?? '')} | ${written(smiles)} | ${written(problem ?? '')} |`,
  );
  return `${heading}\n${rows.join('\n')}\n`;
}

/** The lines that `writeLeftOut` wrote into notes, whatever else is there. */
export function readLeftOut(notes: string): ListedMolecule[] {
  const at = notes.indexOf(heading);
  if (at < 0) return [];
  const rows: ListedMolecule[] = [];
  for (const row of notes
    .slice(at + heading.length)
    .trimStart()
    .split('\n')) {
    const cells = row.match(/(?:\\.|[^\\|])+/g)?.map(readBack) ?? [];
    const [line = '', name = '', smiles = '', problem = ''] = cells;
    if (cells.length !== 4 || !/^\d+$/.test(line)) break;
    rows.push(listed(Number(line), smiles, name, problem));
  }
  return rows;
}
