/**
 * Gives the things of a bundle new identifiers wherever they are named: texts and keys that are such an identifier and nothing
 * else. What is only mentioned inside of a sentence or a log stays as it was.
 */
export function renamed<T>(value: T, names: ReadonlyMap<string, string>): T {
  const walk = (one: unknown): unknown => {
    if (typeof one === 'string') return names.get(one.toLowerCase()) ?? one;
    if (Array.isArray(one)) return one.map(walk);
    if (one === null || typeof one !== 'object') return one;
    return Object.fromEntries(
      Object.entries(one).map(([key, inner]) => [names.get(key.toLowerCase()) ?? key, walk(inner)]),
    );
  };
  return walk(value) as T;
}
