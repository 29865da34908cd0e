import { type Client, isElsewhere } from '@cuvette/core/client';
import type { WorkflowItem } from '@cuvette/core/entities';
import { hrefOfItem } from '@cuvette/core/workflows';

/** Whether this page is in a frame of another. */
export function isFramed(): boolean {
  return window.self !== window.top;
}

/** Address of an item's own page where the view is in somebody else's: in a frame, or on a page of another origin than its server's. Null elsewhere. */
export function pageAddressOf(item: WorkflowItem, client: Client): string | null {
  if (client.kind === 'bundle') return null;
  const embedded = isFramed() || isElsewhere(client.origin);
  return embedded
    ? `${client.origin}${hrefOfItem(item, { public: client.kind === 'shared', link: client.link })}`
    : null;
}
