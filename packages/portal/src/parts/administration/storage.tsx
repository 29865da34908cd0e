import type { StorageRow } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { words as portalWords } from '../../words.ts';
import { ListTable } from '../list-table.tsx';
import { Problem } from '../problem.tsx';
import { administration, queryClient } from './calls.ts';
import { adminWords as words } from './words.ts';

/** Bytes in MB or GB, with three digits that count. */
function sizeInWords(bytes: number): string {
  const [value, unit] = bytes >= 1e9 ? [bytes / 1e9, 'GB'] : [bytes / 1e6, 'MB'];
  return `${value === 0 ? '0' : value < 0.01 ? '< 0.01' : Number(value.toPrecision(3))}\u00a0${unit}`;
}

/** What people have stored, by kind. */
export function Storage() {
  const { data, error, refetch } = useQuery(administration.storage(), queryClient);
  if (error) return <Problem error={error} retry={() => void refetch()} />;
  if (!data) return <p className="cv-quiet">{portalWords.loading}</p>;
  if (data.rows.length === 0) return <p className="cv-quiet">{words.noStorage}</p>;
  const sum = (rows: readonly StorageRow[]) => rows.reduce((total, { bytes }) => total + bytes, 0);
  const people = [...Map.groupBy(data.rows, ({ person }) => person)].sort(([, a], [, b]) => sum(b) - sum(a));
  return (
    <>
      <p className="cv-quiet lead">{words.storageHint}</p>
      <ListTable
        caption={words.parts.storage}
        columns={[
          { title: words.person },
          { title: words.kind },
          { title: words.count, className: 'number wide-only' },
          { title: words.size, className: 'number' },
        ]}
      >
        {people.map(([person, rows]) => [
          <tr key={`${person}`}>
            <th scope="rowgroup" className="name">
              {rows[0]?.person_name ?? words.nobody}
            </th>
            <td>{words.total}</td>
            <td className="number wide-only">{rows.reduce((total, { things }) => total + things, 0)}</td>
            <td className="number">{sizeInWords(sum(rows))}</td>
          </tr>,
          ...rows.map(({ kind, things, bytes }) => (
            <tr key={`${person} ${kind}`}>
              <td />
              <td className="cv-quiet">{words.storageKinds[kind] ?? kind}</td>
              <td className="number wide-only cv-quiet">{things}</td>
              <td className="number cv-quiet">{sizeInWords(bytes)}</td>
            </tr>
          )),
        ])}
      </ListTable>
    </>
  );
}
