/** Calls of client 3.x that are called otherwise here, and take and answer the same. */
const sameCalls: readonly (readonly [theirs: string, ours: string])[] = [
  ['/api/workflow/submit_group', '/api/workflow/batch_submit'],
  ['/api/convert/mmcif_file_to_protein', '/api/convert/pdb_file_to_protein'],
];

/** Addresses of which client 3.x expects another answer: they are under the second base path themselves. */
const otherAnswers: readonly string[] = ['/api/v3/project'];

/**
 * The address that answers a call of client 3.x. `/api/v3` is a second base path: all that is called under it is what is under `/api`, but for the calls of
 * which 3.x expects another answer.
 */
export function knownAddress(method: string, target: string): string {
  const end = target.search(/[?#]/);
  const path = (end < 0 ? target : target.slice(0, end)).replace(/\/$/, '');
  const rest = end < 0 ? '' : target.slice(end);
  if (otherAnswers.includes(path)) return target;
  const inner = path.startsWith('/api/v3/') ? `/api/${path.slice('/api/v3/'.length)}` : path;
  const [, ours = inner] = sameCalls.find(([theirs]) => theirs === inner && method === 'POST') ?? [];
  return ours === path ? target : `${ours}${rest}`;
}

/** Whether an address, as it was called, is under the base path of client 3.x. */
export function isOfNewerClient(target: string): boolean {
  return target.startsWith('/api/v3/');
}

/** Returns what to do instead of a call of client 3.x that this server does not have; null for all other calls. */
export function insteadOf(method: string, pathname: string): string | null {
  if (method === 'PATCH' && /^\/api\/api_key\/[^/]+$/.test(pathname)) {
    return 'API keys have no budgets here. Limit an item by its max_credits, or make a key of one project.';
  }
  return null;
}
