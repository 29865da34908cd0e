import type { ReactNode } from 'react';
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
  { sort: 'object_type', title: words.type, className: 'wide-only type', first: true },
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
  const headline = sortable.find(({ sort }) => sort === 'headline');
  const byServer = ({ sort, title, className, first }: (typeof sortable)[number]) => (
    <SortHead
      key={sort}
      title={title}
      className={className}
      sorted={order.sort === sort ? order.asc : null}
      onSort={(before) => onOrder({ sort, asc: before === null ? first : !before })}
    >
      {/* In a narrow window the answers are under the names: both orders are chosen here. */}
      {sort === 'name' && headline ? (
        <SortButton
          title={headline.title}
          className="under-name"
          sorted={order.sort === 'headline' ? order.asc : null}
          onSort={(before) => onOrder({ sort: 'headline', asc: before === null ? headline.first : !before })}
        />
      ) : null}
    </SortHead>
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

interface SortButtonProps {
  title: string;
  className: string;
  /** Whether the list is sorted by it, and upwards; null where it is not. */
  sorted: boolean | null;
  onSort: (sorted: boolean | null) => void;
}

function SortHead({ children, className, ...button }: SortButtonProps & { children?: ReactNode }) {
  const { sorted } = button;
  return (
    <th
      scope="col"
      className={className || undefined}
      aria-sort={sorted === null ? undefined : sorted ? 'ascending' : 'descending'}
    >
      <SortButton {...button} className="" />
      {children}
    </th>
  );
}

function SortButton({ title, className, sorted, onSort }: SortButtonProps) {
  return (
    <button type="button" className={`sort ${className}`.trim()} onClick={() => onSort(sorted)}>
      {title}
      <span aria-hidden="true">{sorted === null ? '' : sorted ? '↑' : '↓'}</span>
    </button>
  );
}
