import { columnsWithNotes, type TableData } from '@cuvette/core/tables';
import { useEffect, useState } from 'react';
import { useWords } from '../elements/context.tsx';
import { addEnglish } from '../english-at-hand.ts';
import { rowsAsText } from '../table/copy.ts';
import { Button } from '../ui/button.tsx';
import { CopyAlert } from './copy-alert.tsx';
import { rowsAsHtml } from './table-html.ts';
import { resultWords } from './words.ts';

addEnglish(resultWords);

/** Milliseconds for which the button says "Copied". */
const copiedFor = 2000;

/**
 * Puts a whole table on the clipboard, as a table of HTML and as tab-separated text: headings with units, numbers at full precision. Where the browser
 * refuses, an alert shows the text.
 */
export function CopyTable({ table }: { table: TableData }) {
  const words = useWords();
  const [isCopied, setCopied] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), copiedFor);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    const whole = { ...table, columns: columnsWithNotes(table) };
    const rows = Array.from({ length: whole.length }, (_, row) => row);
    const columns = whole.columns.map((_, column) => column);
    const text = rowsAsText(whole, rows, columns);
    try {
      // A page without HTTPS has no clipboard at all.
      const types = { 'text/plain': text, 'text/html': rowsAsHtml(whole, rows, columns) };
      const blobs = Object.entries(types).map(([type, content]) => [type, new Blob([content], { type })]);
      await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
      setCopied(true);
    } catch {
      setRefused(text);
    }
  };
  return (
    <>
      <Button
        kind="quiet"
        dense
        data-folds=""
        icon={isCopied ? 'check' : 'copy'}
        title={words.parts.copyTable}
        label={isCopied ? words.parts.copied : words.parts.copyTable}
        onClick={() => {
          void copy();
        }}
      />
      <span role="status" className="cv-hidden">
        {isCopied ? words.parts.copied : ''}
      </span>
      {refused === null ? null : (
        <CopyAlert title={words.parts.copyTable} text={refused} onClose={() => setRefused(null)} />
      )}
    </>
  );
}
