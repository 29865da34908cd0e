import { PassThrough, type Readable } from 'node:stream';

/** What several jobs print one after the other, cut into a stream for each. */
export interface MarkedStream {
  /** Begins a job's stream. What is printed while there is none is thrown away. */
  begin(): Readable;
  /** Ends the stream before the line that consists of this marker. */
  endAt(marker: string): void;
  /** Ends the stream at once. */
  end(): void;
}

/** Cuts `source`: a marker is not known to what prints before it. */
export function markedStream(source: Readable): MarkedStream {
  let current: PassThrough | null = null;
  let marker: Buffer | null = null;
  let kept: Buffer = Buffer.alloc(0);
  const end = (): void => {
    current?.end();
    current = null;
    marker = null;
    kept = Buffer.alloc(0);
  };
  const take = (chunk: Buffer): void => {
    if (marker === null) {
      current?.write(chunk);
      return;
    }
    const all = Buffer.concat([kept, chunk]);
    const place = all.indexOf(marker);
    if (place < 0) {
      const safe = Math.max(0, all.length - marker.length + 1);
      if (safe > 0) current?.write(all.subarray(0, safe));
      kept = all.subarray(safe);
      return;
    }
    if (place > 0) current?.write(all.subarray(0, place));
    end();
  };
  source.on('data', take);
  source.once('close', end);
  return {
    begin() {
      end();
      current = new PassThrough();
      return current;
    },
    endAt(text) {
      marker = Buffer.from(`\n${text}\n`);
      take(Buffer.alloc(0));
    },
    end,
  };
}
