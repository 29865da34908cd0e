/** Longest single line that is taken: a result with a long trajectory is one line. */
const longestLine = 200 * 2 ** 20;

/** Bytes of a line that is no JSON object after which the rest is given on in pieces: an engine's chatter is not collected. */
const longestText = 64 * 1024;

/** Splits a byte stream into lines; calls `tooLong` once when a JSON object has no end. Very long lines of other text come in pieces. */
export function createLineReader(onLine: (line: string) => void, tooLong: () => void): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let length = 0;
  let isText = false;
  return (chunk) => {
    let rest = chunk;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      parts.push(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
      const line = Buffer.concat(parts).toString('utf8');
      parts = [];
      length = 0;
      isText = false;
      if (line.trim() !== '') onLine(line);
    }
    if (rest.length === 0) return;
    parts.push(rest);
    length += rest.length;
    isText ||= parts[0]?.[0] !== 123;
    if (isText && length > longestText) {
      onLine(Buffer.concat(parts).toString('utf8'));
      parts = [];
      length = 0;
    }
    if (length > longestLine) {
      parts = [];
      length = 0;
      tooLong();
    }
  };
}

/** Keeps the beginning and the end of a long text: where it started to go wrong, and where it ended. */
export function createHeadAndTail(bytesEach = 32 * 1024): {
  add: (chunk: Buffer | string) => void;
  text: () => string;
} {
  let head = '';
  let tail = '';
  let dropped = 0;
  return {
    add(chunk) {
      let text = chunk.toString();
      if (head.length < bytesEach) {
        const room = bytesEach - head.length;
        head += text.slice(0, room);
        text = text.slice(room);
      }
      tail += text;
      if (tail.length > 2 * bytesEach) {
        dropped += tail.length - bytesEach;
        tail = tail.slice(-bytesEach);
      }
    },
    text: () => (dropped > 0 ? `${head}\n[${dropped} characters are left out here]\n${tail}` : head + tail),
  };
}
