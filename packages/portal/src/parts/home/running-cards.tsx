import { status, type WorkflowItem } from '@cuvette/core/entities';
import { durationInShort } from '@cuvette/core/methods';
import { listedHeadlineText } from '@cuvette/core/workflows/items/listed-headline';
import { PathLink } from '../path-link.tsx';
import { itemPath, typeTitle } from '../paths.ts';
import { secondsLeft } from './time-left.ts';
import { homeWords as words } from './words.ts';

/** Shows what is under way as cards: how far each is, what it does now, and how long it still takes. */
export function RunningCards({ items }: { items: readonly WorkflowItem[] }) {
  return (
    <ul className="home-cards">
      {items.map((item) => (
        <li key={item.uuid}>
          <PathLink href={itemPath(item, false)} className="result-card running-card">
            <span className="type-head">
              <strong title={item.name}>{item.name}</strong>
              <span className="type-cost">{progressText(item)}</span>
            </span>
            <SoFar item={item} />
            <small>
              {item.progress?.stage && item.object_status === status.running
                ? item.progress.stage
                : typeTitle(item.object_type)}
            </small>
            <progress aria-label={item.name} max={100} value={item.progress?.percent ?? 0} />
          </PathLink>
        </li>
      ))}
    </ul>
  );
}

/** What is known of the result so far. */
function SoFar({ item: { headline } }: { item: WorkflowItem }) {
  const text = headline ? listedHeadlineText(headline) : null;
  return text === null ? null : <span data-headline="">{text}</span>;
}

function progressText(item: WorkflowItem): string {
  if (item.stopping) return words.stopping;
  if (item.object_status !== status.running) return words.queued;
  const percent = item.progress?.percent ?? 0;
  const left = secondsLeft(item, Date.now());
  return left === null ? words.percent(percent) : words.left(percent, durationInShort(left).replace('≈ ', ''));
}
