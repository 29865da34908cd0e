import type { TableData } from '@cuvette/core/tables';
import { useMemo } from 'react';
import { useWords } from '../elements/context.tsx';
import { Callout } from '../ui/states.tsx';
import { AtomTable } from './atom-table.tsx';
import { ResultLayout } from './result-layout.tsx';
import type { ResultProps } from './result-props.ts';
import { StructureTable } from './structure-table.tsx';
import { Section } from './tabs/sheet.tsx';

/** Entries shown of one list or object, and levels shown of a nested one: enough to read, small enough to draw. */
const mostEntries = 50;
const deepest = 4;

/**
 * The view of last resort: a type that this version has no view for or does not know, or data that do not fit. Shows tables and structures that
 * could be read, names what did not fit and where, and lists the data as they are.
 */
export function GenericResult(props: ResultProps) {
  const { item, definition, session } = props;
  const words = useWords();
  const misfits = useMemo(() => definition?.misfits(item.object_data ?? {}) ?? [], [definition, item]);
  const tables = useMemo(() => definition?.tables(item, new Map()) ?? [], [definition, item]);
  return (
    <ResultLayout
      {...props}
      tabs={[
        {
          id: 'data',
          title: words.generic.data,
          content: () => (
            <div className="cv-stack">
              <Callout tone={misfits.length > 0 ? 'okay' : 'neutral'}>
                {misfits.length > 0
                  ? words.generic.doesNotFit
                  : definition
                    ? words.generic.noOwnView
                    : words.generic.noView}
                {misfits.length > 0 ? (
                  <ul>
                    {misfits.map(({ field, detail }) => (
                      <li key={field + detail}>{detail}</li>
                    ))}
                  </ul>
                ) : null}
              </Callout>
              {tables.map((table) => (
                <Section key={table.id} title={words.ui.term(table.title)}>
                  {ofAtoms(table) ? (
                    <AtomTable table={table} name={item.name} session={session} />
                  ) : (
                    <StructureTable table={table} name={item.name} session={session} />
                  )}
                </Section>
              ))}
              {item.object_data && Object.keys(item.object_data).length > 0 ? (
                <Value value={item.object_data} depth={0} />
              ) : (
                <p className="cv-quiet">{words.generic.nothing}</p>
              )}
            </div>
          ),
        },
      ]}
    />
  );
}

/** Whether a table's rows stand for atoms of one structure, and not for structures. */
function ofAtoms({ atoms, structures }: TableData): boolean {
  return atoms !== undefined && new Set(structures).size <= 1;
}

/** Any JSON value: scalars as text, lists and objects as nested lists that open on demand. */
function Value({ value, depth }: { value: unknown; depth: number }) {
  const words = useWords().generic;
  if (value === null || value === undefined) return <span className="cv-quiet">–</span>;
  if (typeof value !== 'object') return <span className="cv-text">{String(value)}</span>;
  const entries = Object.entries(value);
  if (entries.length === 0) return <span className="cv-quiet">–</span>;
  if (Array.isArray(value) && value.every((each) => typeof each === 'number') && value.length <= 6) {
    return <span className="cv-number">{value.join(', ')}</span>;
  }
  if (depth >= deepest) return <span className="cv-mono cv-small">{short(value)}</span>;
  return (
    <dl className={depth === 0 ? 'cv-facts' : 'cv-facts cv-nested'}>
      {entries.slice(0, mostEntries).map(([key, entry]) => (
        <Entry key={key} name={Array.isArray(value) ? String(Number(key) + 1) : key} value={entry} depth={depth} />
      ))}
      {entries.length > mostEntries ? (
        <>
          <dt />
          <dd className="cv-quiet">{words.more(entries.length - mostEntries)}</dd>
        </>
      ) : null}
    </dl>
  );
}

function Entry({ name, value, depth }: { name: string; value: unknown; depth: number }) {
  const nested = value !== null && typeof value === 'object' && Object.keys(value).length > 0;
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {nested ? (
          <details>
            <summary>{Array.isArray(value) ? `[${value.length}]` : short(value)}</summary>
            <Value value={value} depth={depth + 1} />
          </details>
        ) : (
          <Value value={value} depth={depth + 1} />
        )}
      </dd>
    </>
  );
}

function short(value: unknown): string {
  try {
    const text = JSON.stringify(value);
    return text.length > 80 ? `${text.slice(0, 77)}…` : text;
  } catch {
    return String(value);
  }
}
