import { entryOfType } from '@cuvette/core/workflows';

/** An item of a comparison as its address names it. */
export interface NamedItem {
  /** As the API spells it; empty where nobody knows it. */
  type: string;
  uuid: string;
}

const uuidLength = 36;

/** `{type}_{uuid}` as the two; a text that is too short for that is taken as an identifier of an unknown type. */
export function readTypeUuid(text: string): NamedItem {
  if (text.length <= uuidLength) return { type: '', uuid: text };
  return { type: text.slice(0, -uuidLength - 1), uuid: text.slice(-uuidLength) };
}

/**
 * Address of a comparison: `/compare{path}?uuid=…` of one type, `/compare/generic?type_uuid={type}_{uuid}&…` of several.
 * @param type the type that all have; null for a comparison of any types
 */
export function compareAddress(
  type: string | null,
  items: readonly NamedItem[],
  { shared, link = null }: { shared: boolean; link?: string | null },
): string {
  const path = type === null ? null : (entryOfType(type)?.path ?? null);
  const query = new URLSearchParams(
    items.map((item): [string, string] =>
      path === null ? ['type_uuid', `${item.type}_${item.uuid}`] : ['uuid', item.uuid],
    ),
  );
  if (link) query.set('link', link);
  const text = query.toString();
  return `${shared ? '/public' : ''}/compare${path ?? '/generic'}${text ? `?${text}` : ''}`;
}
