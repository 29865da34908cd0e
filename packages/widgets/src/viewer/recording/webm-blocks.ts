import type { EncodedPicture } from './picture-coding.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Elements that hold others and are gone through (RFC 9559): segment, cluster, group of a block. */
const holders: ReadonlySet<number> = new Set([0x18538067, 0x1f43b675, 0xa0]);
const simpleBlock = 0xa3;
const block = 0xa1;
/** Number of the track (one byte for the first), time and flags are before the picture. */
const blockHead = 4;

/** How many bytes a number of Matroska has, by the zeros that it begins with. */
const lengthOf = (first: number) => Math.clz32(first) - 23;

/**
 * Takes the VP9 pictures out of a WebM stream with one track, in their order, while it arrives in pieces that end anywhere. Sizes of segments and clusters may be
 * unknown, as they are while something is recorded.
 */
export function blockReader(): (piece: Bytes) => EncodedPicture[] {
  let rest: Bytes = new Uint8Array();
  return (piece) => {
    const bytes = new Uint8Array(rest.length + piece.length);
    bytes.set(rest);
    bytes.set(piece, rest.length);
    const found: EncodedPicture[] = [];
    let at = 0;
    for (;;) {
      const idLength = lengthOf(bytes[at] ?? 0);
      const sizeAt = at + idLength;
      const sizeLength = lengthOf(bytes[sizeAt] ?? 0);
      const content = sizeAt + sizeLength;
      // Past the end both lengths are 9, which nothing has.
      if (content > bytes.length) break;
      const id = bytes.subarray(at, sizeAt).reduce((sum, byte) => 256 * sum + byte, 0);
      const first = (bytes[sizeAt] ?? 0) & (0xff >> sizeLength);
      const size = bytes.subarray(sizeAt + 1, content).reduce((sum, byte) => 256 * sum + byte, first);
      const end = content + (holders.has(id) ? 0 : size);
      if (end > bytes.length) break;
      if (id === simpleBlock || id === block) {
        const data = bytes.slice(content + blockHead, end);
        // VP9 itself says what is alone (frame_type 0, no show_existing_frame); only one of the two kinds of block does.
        found.push({ data, key: ((data[0] ?? 0) & 0x0c) === 0 });
      }
      at = end;
    }
    rest = bytes.slice(at);
    return found;
  };
}
