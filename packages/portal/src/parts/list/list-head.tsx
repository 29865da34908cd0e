import { listWords } from '../../list-words.ts';
import type { ListSort } from '../../search.ts';
import { words } from '../../words.ts';
import type { FolderEntry } from '../paths.ts';
import type { propertiesOf } from './column-values.ts';
import { chooseAll, type ListSelection, nothingSelected } from './selection.ts';

/** Order of a list: one of the server's, and its direction. */
export interface ListOrder {
  sort: ListSort;
  asc: boolean;
}

/** Columns by which the server sorts. */
const sortable = [
  { sort: 'name', title: words.name, className: '', first: true },
  { sort: 'headline', title: listWords.headline, className: 'headline', first: true },
  { sort: 'object_status', title: words.statusColumn, className: '', first: true },
  { sort: 'object_type', title: words.type, className: 'wide-only', first: true },
  { sort: 'created_at', title: listWords.created, className: 'widest-only', first: false },
  { sort: 'updated_at', title: words.updated, className: 'wide-only', first: false },
] as const;

/** The first of them say what an entry is; chosen properties are between them and the times. */
const ofKind = 4;

interface ListHeadProps {
  rows: readonly FolderEntry[];
  selected: ListSelection<FolderEntry>['entries'];
  onSelection: (change: (selection: ListSelection<FolderEntry>) => ListSelection<FolderEntry>) => void;
  order: ListOrder;
  onOrder: (order: ListOrder) => void;
  /** Properties of the results that have columns. */
  properties: ReturnType<typeof propertiesOf>;
  /** Whether there is a column of drawings. */
  structures: boolean;
  readOnly: boolean;
}

/** The headings of a list: a tick for all of it, and buttons that sort it. */
export function ListHead(props: ListHeadProps) {
  const { rows, selected, onSelection, order, onOrder, properties, structures, readOnly } = props;
  const allShown = rows.length > 0 && rows.every(({ data }) => selected.has(data.uuid));
  const someShown = rows.some(({ data }) => selected.has(data.uuid));
  const byServer = ({ sort, title, className, first }: (typeof sortable)[number]) => (
    <SortHead
      key={sort}
      title={title}
      className={className}
      sorted={order.sort === sort ? order.asc : null}
      onSort={(before) => onOrder({ sort, asc: before === null ? first : !before })}
    />
  );
  return (
    <thead>
      <tr>
        <th scope="col" className="narrow tick">
          <input
            type="checkbox"
            aria-label={listWords.selectAll}
            checked={allShown}
            ref={(box) => {
              if (box) box.indeterminate = someShown && !allShown;
            }}
            onChange={() => onSelection((before) => (allShown ? nothingSelected : chooseAll(before, rows)))}
          />
        </th>
        {readOnly ? null : (
          <th scope="col" className="narrow">
            <span className="cv-hidden">{words.starred}</span>
          </th>
        )}
        {structures ? (
          <th scope="col" className="narrow wide-only">
            <span className="cv-hidden">{listWords.structure}</span>
          </th>
        ) : null}
        {sortable.slice(0, ofKind).map(byServer)}
        {properties.map(({ id, title, unit }) => (
          <SortHead
            key={id}
            title={unit ? `${title} (${unit})` : title}
            className="wide-only number"
            sorted={order.sort === id ? order.asc : null}
            onSort={(before) => onOrder({ sort: id, asc: before === null || !before })}
          />
        ))}
        {sortable.slice(ofKind).map(byServer)}
        {readOnly ? null : (
          <th scope="col" className="narrow">
            <span className="cv-hidden">{words.actions}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

interface SortHeadProps {
  title: string;
  className: string;
  /** Whether the list is sorted by it, and upwards; null where it is not. */
  sorted: boolean | null;
  onSort: (sorted: boolean | null) => void;
}

function SortHead({ title, className, sorted, onSort }: SortHeadProps) {
  return (
    <th
      scope="col"
      className={className || undefined}
      aria-sort={sorted === null ? undefined : sorted ? 'ascending' : 'descending'}
    >
      <button type="button" className="sort" onClick={() => onSort(sorted)}>
        {title}
        <span aria-hidden="true">{sorted === null ? '' : sorted ? '↑' : '↓'}</span>
      </button>
    </th>
  );
}
