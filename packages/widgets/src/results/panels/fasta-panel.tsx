import { inEnglish } from '@cuvette/core/phrases';
import { useWords } from '../../elements/context.tsx';
import { addEnglish } from '../../english-at-hand.ts';
import { Button } from '../../ui/button.tsx';
import { downloadText, fileNameOf } from '../../ui/download.ts';
import { useSheet } from '../hooks/use-sheet.ts';
import type { PanelProps } from './panel-props.ts';
import css from './panels.css?inline';
import { panelWords } from './words.ts';

addEnglish({ panels: panelWords });

/** Letters in a line of a FASTA file. */
const lineLength = 60;

/** The sequences of a result as a FASTA file: the letters of its table, each under the item's name and what the row's other columns say. */
export function FastaPanel({ item, tables }: PanelProps) {
  useSheet(css);
  const words = useWords();
  const table = tables.find(({ id }) => id === 'sequences');
  const letters = table?.columns.find(({ id }) => id === 'letters');
  if (!table || letters?.kind !== 'text' || !letters.values.some(Boolean)) return null;
  const save = () => {
    const others = table.columns.filter((column) => column !== letters);
    const records = letters.values.flatMap((sequence, row) => {
      if (!sequence) return [];
      const about = others.map(({ title, values }) => `${inEnglish(title)} ${values[row] ?? ''}`.trim()).join(', ');
      const name = `${item.name}, ${about}`.replace(/\s+/g, ' ');
      return [`>${name}\n${sequence.replace(new RegExp(`.{${lineLength}}(?=.)`, 'g'), '$&\n')}\n`];
    });
    downloadText(fileNameOf(item.name, 'fasta', 'sequences'), records.join(''), 'text/x-fasta;charset=utf-8');
  };
  return (
    <div className="cv-choices">
      <Button dense icon="download" label={words.panels.fasta} onClick={save} />
    </div>
  );
}
