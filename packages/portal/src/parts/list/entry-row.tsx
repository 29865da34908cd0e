import { type FormulaDrawing, itemLabels, type StructureMatch, type WorkflowItem } from '@cuvette/core/entities';
import { formatNumber, type SavedProperty } from '@cuvette/core/tables';
import { type MouseEvent, memo } from 'react';
import { ownerClient } from '../../clients.ts';
import { listWords } from '../../list-words.ts';
import { words } from '../../words.ts';
import { Status } from '../folder/status.tsx';
import { Icon } from '../icon.tsx';
import { PathLink } from '../path-link.tsx';
import { entryPath, type FolderEntry, typeTitle } from '../paths.ts';
import { Time } from '../time.tsx';
import { applies, type ColumnSource, noteOf } from './column-values.ts';
import { destinationOf } from './destination.ts';
import { dragEntries, dropNothing, useFolderDrop } from './drag.ts';
import { type EntryAction, EntryMenu } from './entry-menu.tsx';
import { Level, ListedHeadline } from './listed-headline.tsx';
import { NoteMark } from './note-mark.tsx';
import { Thumbnail, ThumbnailDrawnHere } from './thumbnail.tsx';

interface EntryRowProps {
  entry: FolderEntry;
  selected: boolean;
  shared: boolean;
  link: string | null;
  readOnly: boolean;
  structures: boolean;
  /** The molecule that a search by structure found; null where there was none. */
  match: StructureMatch | null;
  /** Undefined until the answer is there, null for what could not be drawn. */
  drawing: FormulaDrawing | null | undefined;
  /** The server cannot draw: a structure is drawn by the page itself. */
  drawnHere: boolean;
  properties: readonly SavedProperty[];
  source: ColumnSource | null;
  /** A click on the row: it selects. */
  onChoose: (uuid: string, keys: { toggle: boolean; range: boolean }) => void;
  onOpen: (entry: FolderEntry) => void;
  onAction: (action: EntryAction, entry: FolderEntry) => void;
  /** What is dragged when this row is: the selection where it belongs to it, else the row alone. */
  dragged: (entry: FolderEntry) => readonly FolderEntry[];
}

/** One row of a list. A click selects it, a double click opens it; its name is a link. */
export const EntryRow = memo(function EntryRow(props: EntryRowProps) {
  const { entry, selected, readOnly, onChoose } = props;
  const { uuid, name } = entry.data;
  const keysOf = (event: MouseEvent) => ({ toggle: event.ctrlKey || event.metaKey, range: event.shiftKey });
  const drop = useFolderDrop(
    entry.type === 'folder' ? { ...destinationOf(entry.data), name } : { uuid: '', name: '', above: [] },
  );
  const dropped = entry.type === 'folder' && !readOnly ? drop : {};
  return (
    <tr
      {...dropped}
      data-entry={uuid}
      aria-selected={selected}
      draggable={!readOnly}
      onDragStart={(event) => dragEntries(event, props.dragged(entry))}
      onDragEnd={dropNothing}
      onMouseDown={(event) => {
        // A range with Shift selects rows, not the text between them.
        if (event.shiftKey) event.preventDefault();
      }}
      onClick={(event) => {
        if ((event.target as Element).closest('a, button, input, label, [role=menu]')) return;
        onChoose(uuid, keysOf(event));
        event.currentTarget.querySelector<HTMLElement>('a.entry')?.focus({ preventScroll: true });
      }}
      onDoubleClick={(event) => {
        if (!(event.target as Element).closest('a, button, input, label, [role=menu]')) props.onOpen(entry);
      }}
    >
      <td className="narrow tick">
        <input
          type="checkbox"
          // The arrows lead from row to row, and Space selects: the box is there for the hand.
          tabIndex={-1}
          aria-label={listWords.selectNamed(name)}
          checked={selected}
          onChange={() => undefined}
          onClick={(event) => onChoose(uuid, { toggle: !event.shiftKey, range: event.shiftKey })}
        />
      </td>
      {readOnly ? null : (
        <td className="narrow">
          <StarButton entry={entry} />
          {entry.data.starred ? <span className="cv-hidden">{words.starred}</span> : null}
        </td>
      )}
      {props.structures ? (
        <td className="narrow drawing wide-only">
          {entry.type === 'workflow' && (props.match || entry.data.smiles) ? (
            props.drawnHere && !props.drawing ? (
              <ThumbnailDrawnHere smiles={props.match?.smiles ?? entry.data.smiles ?? ''} />
            ) : (
              <Thumbnail drawing={props.drawing} />
            )
          ) : null}
        </td>
      ) : null}
      <td className="name">
        <div className="name-line">
          <PathLink
            className="entry"
            draggable={false}
            href={entryPath(entry, props.shared, props.link)}
            title={name}
            onClick={(event) => {
              if (!event.shiftKey && !event.ctrlKey && !event.metaKey) return;
              event.preventDefault();
              onChoose(uuid, keysOf(event));
            }}
          >
            <Icon name={entry.type === 'folder' ? 'folder' : 'item'} />
            <span>{name}</span>
          </PathLink>
          {readOnly && entry.data.starred ? (
            <span className="starred" role="img" aria-label={words.starred} title={words.starred}>
              <Icon name="star" filled />
            </span>
          ) : null}
          {labelsOf(entry).map((label) => (
            <span key={label} className="cv-badge">
              {label}
            </span>
          ))}
        </div>
        {props.match && props.drawing ? (
          <span className="found-drawing">
            <Thumbnail drawing={props.drawing} />
          </span>
        ) : null}
        {typeof props.match?.similarity === 'number' ? (
          <span className="cv-quiet similarity">{listWords.similarity(props.match.similarity.toFixed(2))}</span>
        ) : null}
        {entry.type === 'workflow' ? <UnderName item={entry.data} /> : null}
      </td>
      <td className="headline">{entry.type === 'workflow' ? <ListedHeadline item={entry.data} /> : null}</td>
      <td>{entry.type === 'workflow' ? <Status item={entry.data} /> : null}</td>
      <td className="wide-only type" title={entry.type === 'workflow' ? typeTitle(entry.data.object_type) : undefined}>
        {entry.type === 'workflow' ? typeTitle(entry.data.object_type) : words.folder}
        {entry.type === 'workflow' ? <Level item={entry.data} /> : null}
      </td>
      {props.properties.map((property) => (
        <td key={property.id} className="wide-only number">
          {valueText(entry, property, props.source)}
          <NoteMark title={property.title} note={props.source && noteOf(property, props.source)} />
        </td>
      ))}
      <td className="widest-only when">
        <Time iso={entry.data.created_at ?? ''} />
      </td>
      <td className="wide-only when">
        <Time iso={entry.data.updated_at ?? entry.data.created_at ?? ''} />
      </td>
      {readOnly ? null : (
        <td className="narrow">
          <EntryMenu name={name} onAction={(action) => props.onAction(action, entry)} />
        </td>
      )}
    </tr>
  );
});

function valueText(entry: FolderEntry, property: SavedProperty, source: ColumnSource | null): string {
  if (entry.type !== 'workflow' || !source || !applies(property, entry.data)) return '';
  const value = property.read(source);
  if (typeof value === 'number') return formatNumber(value, property.precision ?? 0);
  return value === null ? '' : value ? listWords.yes : listWords.no;
}

/** What a narrow window shows below a name: the answer or the type, method and solvent. */
function UnderName({ item }: { item: WorkflowItem }) {
  return (
    <div className="under-name">
      <ListedHeadline item={item} />
      <span className="under-type">{typeTitle(item.object_type)}</span>
      <Level item={item} />
    </div>
  );
}

/** Labels without the status, which has its own column, and the star, which is an icon. */
function labelsOf({ type, data }: FolderEntry): string[] {
  if (type === 'workflow') return itemLabels({ ...data, starred: false }).slice(1);
  return data.public ? [words.shared] : data.ancestor_is_public ? [words.ancestorShared] : [];
}

function StarButton({ entry }: { entry: FolderEntry }) {
  const { uuid, name, starred } = entry.data;
  const toggle = () =>
    entry.type === 'workflow'
      ? ownerClient.updateWorkflow(uuid, { starred: !starred })
      : ownerClient.updateFolder(uuid, { starred: !starred });
  return (
    <button
      type="button"
      className="cv-button"
      data-kind="quiet"
      data-icon-only=""
      data-dense=""
      aria-pressed={starred}
      aria-label={words.starNamed(name)}
      onClick={() => toggle().catch(() => ownerClient.queryClient.invalidateQueries())}
    >
      <Icon name="star" filled={starred} />
    </button>
  );
}
