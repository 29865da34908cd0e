import { drawnFormatOf, structureFileText } from '@cuvette/core/chemistry';
import { type DragEvent, useId, useRef, useState } from 'react';
import { type BatchSource, mostFileBytes, readSource } from './batch-source.ts';
import { batchWords as words } from './words.ts';

interface BatchInputProps {
  text: string;
  source: BatchSource;
  onText: (text: string) => void;
  onFile: (source: BatchSource) => void;
  onRemove: () => void;
  /** Reads a drawing or a reaction with the server. */
  onDrawn: (text: string, name: string) => Promise<BatchSource>;
}

/** Takes many molecules: a list that is pasted, or a CSV or SDF file that is dropped or chosen, whose columns the person names. */
export function BatchInput({ text, source, onText, onFile, onRemove, onDrawn }: BatchInputProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [reading, setReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (file: File | undefined) => {
    setProblem(null);
    if (!file) return;
    if (file.size > mostFileBytes) return setProblem(words.fileTooLarge(file.name));
    setReading(true);
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const text = await structureFileText(new Blob([bytes]));
      const read = drawnFormatOf(text) ? await onDrawn(text, file.name) : await readSource(file.name, bytes);
      if (read.kind === 'text') onText(read.text);
      else onFile(read);
    } catch {
      setProblem(words.fileUnreadable(file.name));
    } finally {
      setReading(false);
    }
  };
  const drop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files;
    setOver(false);
    // A text that is dropped goes into the field by itself.
    if (!file) return;
    event.preventDefault();
    void take(file);
  };
  const isFile = source.kind !== 'text' && source.name !== '';
  return (
    <div
      className="cv-molecule-input"
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p className="cv-quiet">{words.limit}</p>
      <input
        ref={input}
        type="file"
        className="cv-hidden"
        accept=".csv,.tsv,.txt,.smi,.smiles,.sdf,.sd,.mol,.cdxml,.cdx,.rxn"
        aria-label={words.fileLabel}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          // The same file, mended, may be chosen again.
          event.target.value = '';
        }}
      />
      <p className="cv-row">
        <button type="button" className="cv-button" onClick={() => input.current?.click()}>
          {words.choose}
        </button>
        {isFile ? (
          <>
            <span>{words.fileTaken(source.name)}</span>
            <button type="button" className="cv-button" data-kind="quiet" data-dense="" onClick={onRemove}>
              {words.fileRemove}
            </button>
          </>
        ) : (
          <span className="cv-quiet">{words.dropHere}</span>
        )}
      </p>
      {isFile ? null : (
        <div className="cv-field">
          <label htmlFor={id}>{words.listLabel}</label>
          <textarea
            id={id}
            className="cv-mono"
            rows={8}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            value={text}
            aria-describedby={`${id}h`}
            onChange={(event) => onText(event.target.value)}
          />
          <p id={`${id}h`} className="cv-quiet">
            {words.listHint}
          </p>
        </div>
      )}
      {source.kind === 'records' ? <p className="cv-quiet">{words.sdfNote}</p> : null}
      {source.kind === 'table' ? (
        <ColumnMapping source={source} onChange={(columns) => onFile({ ...source, columns })} />
      ) : null}
      {problem ? (
        <p className="cv-problem" role="alert">
          {problem}
        </p>
      ) : null}
      <p className="cv-quiet" role="status">
        {reading ? words.fileReading : ''}
      </p>
    </div>
  );
}

/** Rows of a table that are shown so that its columns are known. */
const shownRows = 4;

type TableSource = Extract<BatchSource, { kind: 'table' }>;

/** Which column of a table holds what, with its first rows. */
function ColumnMapping({
  source: { table, columns },
  onChange,
}: {
  source: TableSource;
  onChange: (columns: TableSource['columns']) => void;
}) {
  const id = useId();
  return (
    <fieldset className="cv-choices">
      <legend>{words.mappingTitle}</legend>
      <div className="cv-pair">
        <label className="cv-field">
          {words.smilesColumn}
          <select
            value={columns.smiles}
            onChange={(event) => onChange({ ...columns, smiles: Number(event.target.value) })}
          >
            {table.headings.map((heading, index) => (
              <option key={`${index}-${heading}`} value={index}>
                {heading}
              </option>
            ))}
          </select>
        </label>
        <label className="cv-field">
          {words.nameColumn}
          <select value={columns.name} onChange={(event) => onChange({ ...columns, name: Number(event.target.value) })}>
            <option value={-1}>{words.noNames}</option>
            {table.headings.map((heading, index) => (
              <option key={`${index}-${heading}`} value={index}>
                {heading}
              </option>
            ))}
          </select>
        </label>
      </div>
      <section className="cv-first-rows" aria-labelledby={`${id}f`} tabIndex={0}>
        <table>
          <caption id={`${id}f`}>{words.firstRows}</caption>
          <thead>
            <tr>
              {table.headings.map((heading, index) => (
                <th key={`${index}-${heading}`} scope="col" data-role={roleOf(columns, index)}>
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.slice(0, shownRows).map(({ line, cells }) => (
              <tr key={line}>
                {table.headings.map((heading, index) => (
                  <td key={`${index}-${heading}`} data-role={roleOf(columns, index)}>
                    {cells[index] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </fieldset>
  );
}

function roleOf({ smiles, name }: TableSource['columns'], index: number): string | undefined {
  return index === smiles ? 'smiles' : index === name ? 'name' : undefined;
}
