/** One file of an archive; its bytes come when it is its turn. */
export interface TarEntry {
  /** Path in the archive, at most 100 letters of ASCII. */
  name: string;
  bytes: number;
  content: () => AsyncIterable<Uint8Array>;
}

const block = 512;
/** Largest size that fits into the eleven octal digits of a header. */
const mostOctal = 8 ** 11 - 1;

function header({ name, bytes }: TarEntry, modified: Date): Buffer {
  const head = Buffer.alloc(block);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  head.write(name, 0, 100, 'latin1');
  head.write(octal(0o644, 7), 100, 'latin1');
  head.write(octal(0, 7), 108, 'latin1');
  head.write(octal(0, 7), 116, 'latin1');
  if (bytes <= mostOctal) head.write(octal(bytes, 11), 124, 'latin1');
  else {
    // GNU's form of a larger number: the highest bit set, then the number itself.
    head[124] = 0x80;
    head.writeBigUInt64BE(BigInt(bytes), 128);
  }
  head.write(octal(Math.floor(modified.getTime() / 1000), 11), 136, 'latin1');
  // The sum is made with blanks in its own place.
  head.write(' '.repeat(8), 148, 'latin1');
  head.write('0', 156, 'latin1');
  head.write('ustar\u000000', 257, 'latin1');
  const sum = head.reduce((total, byte) => total + byte, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return head;
}

/** An archive in POSIX's ustar layout, made as it is read. Throws when an entry has other bytes than it said. */
export async function* tarOf(entries: readonly TarEntry[], modified: Date): AsyncGenerator<Uint8Array> {
  for (const entry of entries) {
    yield header(entry, modified);
    let come = 0;
    for await (const piece of entry.content()) {
      come += piece.length;
      yield piece;
    }
    if (come !== entry.bytes) throw new Error(`${entry.name} has ${come} bytes; ${entry.bytes} were announced.`);
    const rest = come % block;
    if (rest > 0) yield Buffer.alloc(block - rest);
  }
  yield Buffer.alloc(2 * block);
}
