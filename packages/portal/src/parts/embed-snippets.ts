import type { WorkflowItem } from '@cuvette/core/entities';
import { itemPath } from './paths.ts';

type Shared = Pick<WorkflowItem, 'uuid' | 'object_type' | 'name'>;

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** The address that shows a shared item to anybody, or to whoever has the link. */
export function publicAddress(origin: string, item: Shared, link: string | null = null): string {
  return `${origin}${itemPath(item, true, link)}`;
}

/** Two lines for another page: the script and the element. */
export function elementSnippet(origin: string, uuid: string, link: string | null = null): string {
  const how = link ? `link="${attribute(link)}"` : 'public';
  return `<script type="module" src="${origin}/embed/1/embed.js"></script>\n<cuvette-workflow workflow="${uuid}" ${how}></cuvette-workflow>`;
}

/** A frame for pages that allow no script. */
export function frameSnippet(origin: string, item: Shared, link: string | null = null): string {
  const address = publicAddress(origin, item, link);
  return `<iframe src="${attribute(`${address}${link ? '&' : '?'}embed=1`)}" title="${attribute(item.name)}" width="100%" height="640" style="border: 0"></iframe>`;
}
