/** An encoded picture of a video. */
export interface EncodedPicture {
  data: Uint8Array<ArrayBuffer>;
  /** It can be decoded without the ones before. */
  key: boolean;
}

export interface WebmOptions {
  width: number;
  height: number;
  framesPerSecond: number;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Identifiers of Matroska elements (RFC 9559), those that a WebM file with one video track has. */
const id = {
  header: 0x1a45dfa3,
  version: 0x4286,
  readVersion: 0x42f7,
  maximumIdLength: 0x42f2,
  maximumSizeLength: 0x42f3,
  docType: 0x4282,
  docTypeVersion: 0x4287,
  docTypeReadVersion: 0x4285,
  segment: 0x18538067,
  information: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  flagLacing: 0x9c,
  codecId: 0x86,
  defaultDuration: 0x23e383,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cueTrackPositions: 0xb7,
  cueTrack: 0xf7,
  cueClusterPosition: 0xf1,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
} as const;

/**
 * A WebM file of VP9 pictures at an even pace, with its exact duration (that of the last picture included) and an index to seek by; times
 * are whole milliseconds, as WebM asks. A cluster begins at each picture that stands by itself, so the first one must.
 */
export function webmOf(pictures: readonly EncodedPicture[], options: WebmOptions): Blob {
  const milliseconds = (picture: number) => Math.round((picture * 1000) / options.framesPerSecond);
  const clusters: { time: number; parts: Bytes[] }[] = [];
  pictures.forEach(({ data, key }, index) => {
    const time = milliseconds(index);
    if (key || clusters.length === 0) clusters.push({ time, parts: [number(id.timestamp, time)] });
    const cluster = clusters[clusters.length - 1] as (typeof clusters)[number];
    const offset = time - cluster.time;
    cluster.parts.push(element(id.simpleBlock, Uint8Array.of(0x81, offset >> 8, offset & 0xff, key ? 0x80 : 0), data));
  });
  const written = clusters.map(({ parts }) => element(id.cluster, ...parts));
  const head = [information((pictures.length * 1000) / options.framesPerSecond), tracks(options)];
  const index = (first: number) => {
    let position = first;
    const points = clusters.map(({ time }, place) => {
      const at = number(id.cueClusterPosition, position, 8);
      position += written[place]?.length ?? 0;
      const where = element(id.cueTrackPositions, number(id.cueTrack, 1), at);
      return element(id.cuePoint, number(id.cueTime, time), where);
    });
    return element(id.cues, ...points);
  };
  const lengthOf = (parts: readonly Bytes[]) => parts.reduce((sum, part) => sum + part.length, 0);
  // Positions are written with eight bytes each, so the index is as long as it will be before they are known.
  const before = lengthOf(head) + index(0).length;
  const segment = [...head, index(before), ...written];
  const size = lengthOf(segment);
  return new Blob([fileHeader(), identifier(id.segment), sizeOf(size), ...segment], { type: 'video/webm' });
}

function fileHeader(): Bytes {
  return element(
    id.header,
    number(id.version, 1),
    number(id.readVersion, 1),
    number(id.maximumIdLength, 4),
    number(id.maximumSizeLength, 8),
    text(id.docType, 'webm'),
    number(id.docTypeVersion, 4),
    number(id.docTypeReadVersion, 2),
  );
}

function information(duration: number): Bytes {
  const value = new Uint8Array(8);
  new DataView(value.buffer).setFloat64(0, duration);
  return element(
    id.information,
    number(id.timestampScale, 1_000_000),
    element(id.duration, value),
    text(id.muxingApp, 'Cuvette'),
    text(id.writingApp, 'Cuvette'),
  );
}

function tracks({ width, height, framesPerSecond }: WebmOptions): Bytes {
  const entry = element(
    id.trackEntry,
    number(id.trackNumber, 1),
    number(id.trackUid, 1),
    number(id.trackType, 1),
    number(id.flagLacing, 0),
    text(id.codecId, 'V_VP9'),
    number(id.defaultDuration, Math.round(1e9 / framesPerSecond)),
    element(id.video, number(id.pixelWidth, width), number(id.pixelHeight, height)),
  );
  return element(id.tracks, entry);
}

function identifier(value: number): Bytes {
  return bigEndian(value, Math.ceil(Math.log2(value + 1) / 8));
}

/** A size with eight bytes: the first says that seven follow. */
function sizeOf(value: number): Bytes {
  const bytes = bigEndian(value, 8);
  bytes[0] = 1;
  return bytes;
}

function bigEndian(value: number, length: number): Bytes {
  const bytes = new Uint8Array(length);
  for (let at = length - 1, rest = value; at >= 0; at--, rest = Math.floor(rest / 256)) bytes[at] = rest % 256;
  return bytes;
}

function number(name: number, value: number, length = Math.max(1, Math.ceil(Math.log2(value + 1) / 8))): Bytes {
  return element(name, bigEndian(value, length));
}

function text(name: number, value: string): Bytes {
  return element(name, new TextEncoder().encode(value));
}

function element(name: number, ...content: readonly Bytes[]): Bytes {
  const length = content.reduce((sum, part) => sum + part.length, 0);
  const pieces = [identifier(name), sizeOf(length), ...content];
  const bytes = new Uint8Array(pieces.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
