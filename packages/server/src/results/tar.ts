import { pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';

/** One file of an archive; its bytes come when it is its turn. */
export interface TarEntry {
  /** Path in the archive. */
  name: string;
  bytes: number;
  content: () => AsyncIterable<Uint8Array>;
}

/** An archive, made as it is read. Throws when an entry has another size than it gave. */
export function tarOf(entries: readonly TarEntry[], modified: Date): AsyncIterable<Uint8Array> {
  const archive = pack();
  const write = async () => {
    for (const { name, bytes, content } of entries) {
      await pipeline(content(), archive.entry({ name, size: bytes, mtime: modified }));
    }
    archive.finalize();
  };
  write().catch((problem: unknown) => archive.destroy(problem instanceof Error ? problem : new Error(String(problem))));
  return archive as AsyncIterable<Uint8Array>;
}
