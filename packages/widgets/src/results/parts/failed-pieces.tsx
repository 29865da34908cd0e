import { itemMessages, reasonOfFailure, type WorkflowItem } from '@cuvette/core/entities';
import { Callout } from '../../ui/states.tsx';

/**
 * The pieces of a result that failed, with the reason, before its numbers. Why the whole item failed is written above its tabs and is not repeated;
 * warnings are in the line of notes above the tabs.
 */
export function FailedPieces({ item }: { item: WorkflowItem }) {
  return itemMessages(item)
    .filter(({ type, body }) => type === 'error' && body !== reasonOfFailure(item))
    .map(({ title, body }) => (
      <Callout key={`${title} ${body}`} tone="bad" title={title}>
        <span className="cv-text">{body}</span>
      </Callout>
    ));
}
