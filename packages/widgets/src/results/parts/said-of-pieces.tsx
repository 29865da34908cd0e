import { itemMessages, reasonOfFailure, type WorkflowItem } from '@cuvette/core/entities';
import { Callout } from '../../ui/states.tsx';

/**
 * What a result has to say before its numbers: the pieces that failed, with the reason, and what may be wrong. Notes for information stand in the info
 * tab, with these; why the whole item failed stands above its tabs, and is not said again. `failures` alone is for views that say their warnings themselves.
 */
export function SaidOfPieces({ item, failures = false }: { item: WorkflowItem; failures?: boolean }) {
  return itemMessages(item)
    .filter(({ body }) => body !== reasonOfFailure(item))
    .filter(({ type }) => type === 'error' || (type === 'warning' && !failures))
    .map(({ type, title, body }) => (
      <Callout key={`${title} ${body}`} tone={type === 'error' ? 'bad' : 'okay'} title={title}>
        <span className="cv-text">{body}</span>
      </Callout>
    ));
}
