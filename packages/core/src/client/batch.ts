interface Waiting<Value> {
  key: string;
  resolve: (value: Value) => void;
  reject: (error: unknown) => void;
}

/**
 * Gathers single reads that are asked for in the same task and makes one call of up to `size` keys of them.
 * @param read gives an object of values by key; a key that it leaves out is an error from `missing`
 */
export function batched<Value>(
  size: number,
  read: (keys: string[]) => Promise<Record<string, Value>>,
  missing: (key: string) => Error,
): (key: string) => Promise<Value> {
  let waiting: Waiting<Value>[] = [];

  async function flush(): Promise<void> {
    const all = waiting;
    waiting = [];
    for (let start = 0; start < all.length; start += size) {
      const part = all.slice(start, start + size);
      try {
        const values = await read([...new Set(part.map(({ key }) => key))]);
        for (const { key, resolve, reject } of part) {
          const value = values[key];
          if (value === undefined) reject(missing(key));
          else resolve(value);
        }
      } catch (error) {
        for (const { reject } of part) reject(error);
      }
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setTimeout(() => void flush(), 0);
      waiting.push({ key, resolve, reject });
    });
}
