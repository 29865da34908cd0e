import type { ComparedEntry } from '@cuvette/core/workflows/comparison/index';
import { useWords } from '../elements/context.tsx';
import { Button } from '../ui/button.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';

export interface HeadProps {
  entry: ComparedEntry;
  name: string;
  /** It is the first: differences count from it. */
  reference: boolean;
  /** There is a picture or a plot: items have a colour there, and can be shown or not. */
  pictured: boolean;
  /** Whether an item is shown in picture and plots. */
  shown: (uuid: string) => boolean;
  /** CSS colour of an item in picture and plots. */
  colourOf: (uuid: string) => string;
  /** Address of an item's page; null where there is none. */
  addressOf: (entry: ComparedEntry) => string | null;
  onShown: (uuid: string, on: boolean) => void;
  onReference: (uuid: string) => void;
  onRemove: (uuid: string) => void;
}

/** The head of an item's column: its name, its colour, what can be done with it, or why it cannot be there. */
export function ItemHead(props: HeadProps) {
  const { entry, name, reference, pictured, shown, colourOf, addressOf, onShown, onReference, onRemove } = props;
  const words = useWords().compare;
  const address = addressOf(entry);
  const { uuid, read, problem } = entry;
  return (
    <th scope="col" data-uuid={uuid} data-problem={read ? undefined : ''} data-reference={reference || undefined}>
      <span className="cv-compare-name">
        {read && pictured ? (
          <input
            type="checkbox"
            checked={reference || shown(uuid)}
            disabled={reference}
            aria-label={words.show(name)}
            title={words.show(name)}
            style={{ accentColor: colourOf(uuid) }}
            onChange={(event) => onShown(uuid, event.currentTarget.checked)}
          />
        ) : null}
        {pictured ? (
          <svg viewBox="0 0 10 10" aria-hidden="true" className="cv-compare-swatch">
            {read ? <circle cx="5" cy="5" r="5" fill={colourOf(uuid)} /> : null}
          </svg>
        ) : null}
        {address === null ? (
          <span className="cv-compare-title" title={name}>
            {name}
          </span>
        ) : (
          <a className="cv-compare-title" href={address} title={name}>
            {name}
          </a>
        )}
        <span className="cv-compare-actions">
          {!reference && read ? (
            <Button
              kind="quiet"
              dense
              icon="pin"
              iconOnly
              label={words.makeReference(name)}
              onClick={() => onReference(uuid)}
            />
          ) : null}
          <Button kind="quiet" dense icon="cross" iconOnly label={words.remove(name)} onClick={() => onRemove(uuid)} />
        </span>
      </span>
      <span className="cv-compare-state">
        {read && read.item.object_status !== 2 ? <StatusBadge item={read.item} /> : null}
        {reference && read ? (
          <span className="cv-quiet" title={words.referenceHelp}>
            {words.reference}
          </span>
        ) : null}
        {read ? null : <span className="cv-compare-problem">{problem}</span>}
      </span>
    </th>
  );
}
