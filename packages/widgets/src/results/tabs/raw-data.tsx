import { useWords } from '../../elements/context.tsx';

/** Entries shown of one list or object, and levels shown of a nested one: enough to read, small enough to draw. */
const mostEntries = 50;
const deepest = 4;

/** The data of an item as they are: scalars as text, lists and objects as nested lists that open on demand. */
export function RawData({ data }: { data: object }) {
  return <Value value={data} depth={0} />;
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
