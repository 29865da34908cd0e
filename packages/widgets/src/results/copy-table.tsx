import type { TableData } from '@cuvette/core/tables';
import { useEffect, useState } from 'react';
import { useWords } from '../elements/context.tsx';
import { addEnglish } from '../english-at-hand.ts';
import { rowsAsText } from '../table/copy.ts';
import { Button } from '../ui/button.tsx';
import { resultWords } from './words.ts';

addEnglish(resultWords);

/** Milliseconds that "Copied" stands. */
const toldFor = 2000;

/** Puts a whole table on the clipboard as tab-separated text: headings with units, numbers at full precision. */
export function CopyTable({ table }: { table: TableData }) {
  const words = useWords();
  const [told, setTold] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (told !== 'copied') return;
    const timer = setTimeout(() => setTold(null), toldFor);
    return () => clearTimeout(timer);
  }, [told]);
  const copy = () => {
    const rows = Array.from({ length: table.length }, (_, row) => row);
    const columns = table.columns.map((_, column) => column);
    navigator.clipboard.writeText(rowsAsText(table, rows, columns)).then(
      () => setTold('copied'),
      () => setTold('failed'),
    );
  };
  return (
    <>
      <Button dense label={told === 'copied' ? words.parts.copied : words.parts.copyTable} onClick={copy} />
      <span role="status" className={told === 'failed' ? 'cv-small' : 'cv-hidden'}>
        {told === 'failed' ? words.parts.copyFailed : told === 'copied' ? words.parts.copied : ''}
      </span>
    </>
  );
}
