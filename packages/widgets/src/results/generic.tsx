import { useMemo } from 'react';
import { useWords } from '../elements/context.tsx';
import { Callout } from '../ui/states.tsx';
import { TablePart } from './parts/table-part.tsx';
import { ResultLayout } from './result-layout.tsx';
import type { ResultProps } from './result-props.ts';
import { RawData } from './tabs/raw-data.tsx';
import { Section } from './tabs/sheet.tsx';

/**
 * The view of last resort: a type that this version does not know, or data that do not fit. Shows tables and structures that could be read,
 * names what did not fit and where, and lists the data as they are.
 */
export function GenericResult(props: ResultProps) {
  const { item, definition, session } = props;
  const words = useWords();
  const misfits = useMemo(() => definition?.misfits(item.object_data ?? {}) ?? [], [definition, item]);
  const lacksResults = useMemo(() => definition?.lacksResults(item) ?? false, [definition, item]);
  const warning = misfits.length > 0 ? words.generic.doesNotFit : lacksResults ? words.generic.noResults : null;
  // What has no results says so once, above: an empty table would say that they are empty.
  const tables = useMemo(
    () => (definition?.tables(item, new Map()) ?? []).filter(({ length }) => length > 0),
    [definition, item],
  );
  return (
    <ResultLayout
      {...props}
      tabs={[
        {
          id: 'data',
          title: words.generic.data,
          content: () => (
            <div className="cv-stack">
              <Callout tone={warning ? 'okay' : 'neutral'}>
                {warning ?? words.generic.noView}
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
                  <TablePart table={table} name={item.name} session={session} sentence={null} />
                </Section>
              ))}
              {item.object_data && Object.keys(item.object_data).length > 0 ? (
                <RawData data={item.object_data} />
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
