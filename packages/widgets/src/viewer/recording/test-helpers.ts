/** Readers of the files that the viewer makes, written apart from what writes them. */

/** What a GIF says about itself: its size, the delay of each picture in ms, how often it repeats (0 is for ever). */
export async function gifOf(blob: Blob) {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const view = new DataView(bytes.buffer);
  const at = (place: number) => bytes[place] ?? 0;
  const text = (from: number, length: number) => String.fromCharCode(...bytes.subarray(from, from + length));
  if (text(0, 6) !== 'GIF89a') throw new Error('not a GIF');
  const delays: number[] = [];
  let frames = 0;
  let repeats: number | null = null;
  const colours = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let place = 13 + colours(at(10));
  const skip = () => {
    while (at(place) !== 0) place += 1 + at(place);
    place++;
  };
  while (at(place) !== 0x3b) {
    if (at(place) === 0x21) {
      const label = at(place + 1);
      if (label === 0xf9) delays.push(view.getUint16(place + 4, true) * 10);
      if (label === 0xff && text(place + 3, 11) === 'NETSCAPE2.0') repeats = view.getUint16(place + 16, true);
      place += 2;
      skip();
    } else if (at(place) === 0x2c) {
      frames++;
      place += 10 + colours(at(place + 9)) + 1;
      skip();
    } else throw new Error(`unknown block at ${place}`);
  }
  if (place !== bytes.length - 1) throw new Error('bytes behind the end');
  return { width: view.getUint16(6, true), height: view.getUint16(8, true), frames, delays, repeats };
}

const masters = new Set([
  0x1a45dfa3, 0x18538067, 0x1549a966, 0x1654ae6b, 0xae, 0xe0, 0x1c53bb6b, 0xbb, 0xb7, 0x1f43b675,
]);

/** The elements of a WebM file, flat, with the place where each begins. */
async function webmElements(blob: Blob) {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const found: { id: number; start: number; contentAt: number; content: Uint8Array<ArrayBuffer> }[] = [];
  const walk = (from: number, end: number) => {
    let place = from;
    while (place < end) {
      const start = place;
      const idLength = Math.clz32(bytes[place] ?? 0) - 23;
      const id = bytes.subarray(place, place + idLength).reduce((sum, byte) => sum * 256 + byte, 0);
      place += idLength;
      const sizeLength = Math.clz32(bytes[place] ?? 0) - 23;
      const first = (bytes[place] ?? 0) & (0xff >> sizeLength);
      const size = bytes.subarray(place + 1, place + sizeLength).reduce((sum, byte) => sum * 256 + byte, first);
      place += sizeLength;
      found.push({ id, start, contentAt: place, content: bytes.slice(place, place + size) });
      if (masters.has(id)) walk(place, place + size);
      place += size;
    }
    if (place !== end) throw new Error(`an element ends at ${place}, its parent at ${end}`);
  };
  walk(0, bytes.length);
  return found;
}

/** The facts of a WebM file with one track. */
export async function webmOfBlob(blob: Blob) {
  const elements = await webmElements(blob);
  const content = (id: number) => elements.find((element) => element.id === id)?.content ?? new Uint8Array();
  const number = (id: number) => content(id).reduce((sum, byte) => sum * 256 + byte, 0);
  const text = (id: number) => new TextDecoder().decode(content(id));
  const blocks: { time: number; key: boolean; data: Uint8Array<ArrayBuffer> }[] = [];
  let cluster = 0;
  for (const { id, content: bytes } of elements) {
    if (id === 0xe7) cluster = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
    if (id !== 0xa3) continue;
    const time = cluster + new DataView(bytes.buffer).getInt16(1);
    blocks.push({ time, key: ((bytes[3] ?? 0) & 0x80) !== 0, data: bytes.slice(4) });
  }
  const segment = elements.find(({ id }) => id === 0x18538067);
  const clusters = elements.filter(({ id }) => id === 0x1f43b675).map(({ start }) => start);
  const pointed = elements
    .filter(({ id }) => id === 0xf1)
    .map(({ content: bytes }) => bytes.reduce((sum, byte) => sum * 256 + byte, 0) + (segment?.contentAt ?? 0));
  return {
    docType: text(0x4282),
    codec: text(0x86),
    width: number(0xb0),
    height: number(0xba),
    duration: new DataView(content(0x4489).buffer).getFloat64(0),
    blocks,
    clusters,
    pointed,
  };
}

/** Decodes the pictures of a video, and gives a number for what each looks like; `onFrame` is shown each. */
export async function decoded(
  blob: Blob,
  onFrame?: (frame: VideoFrame) => void,
): Promise<{ width: number; height: number; looks: number[] }> {
  const { blocks, width, height } = await webmOfBlob(blob);
  const canvas = new OffscreenCanvas(64, 36);
  const context = canvas.getContext('2d', { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D;
  const looks: number[] = [];
  let problem: unknown = null;
  const decoder = new VideoDecoder({
    output(frame) {
      if (frame.displayWidth !== width || frame.displayHeight !== height) problem = 'another size';
      context.drawImage(frame, 0, 0, 64, 36);
      onFrame?.(frame);
      frame.close();
      looks.push(context.getImageData(0, 0, 64, 36).data.reduce((sum, value, at) => (sum + value * at) % 1_000_003, 0));
    },
    error(error) {
      problem = error;
    },
  });
  decoder.configure({ codec: 'vp09.00.31.08' });
  for (const { time, key, data } of blocks) {
    decoder.decode(new EncodedVideoChunk({ type: key ? 'key' : 'delta', timestamp: 1000 * time, data }));
  }
  await decoder.flush();
  if (problem) throw problem;
  return { width, height, looks };
}

/** Pixels of one picture of a video, so many pixels high from a place on. */
export function pixelsOfFrame(frame: VideoFrame, from = 0, height = frame.displayHeight): ImageData {
  const { displayWidth: width } = frame;
  const context = new OffscreenCanvas(width, height).getContext('2d') as OffscreenCanvasRenderingContext2D;
  context.drawImage(frame, 0, -from);
  return context.getImageData(0, 0, width, height);
}

/** Pixels of an image file. */
export async function pixelsOf(blob: Blob): Promise<ImageData> {
  const bitmap = await createImageBitmap(blob);
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  return (context as OffscreenCanvasRenderingContext2D).getImageData(0, 0, bitmap.width, bitmap.height);
}

/** Catches the files that a page offers, and what it warns of, while `work` runs. */
export async function caught(
  work: (file: () => Promise<{ name: string; blob: Blob }>, warnings: readonly string[]) => Promise<void>,
): Promise<void> {
  const { click } = HTMLAnchorElement.prototype;
  const { createObjectURL } = URL;
  const { warn } = console;
  const warnings: string[] = [];
  const files: { name: string; blob: Blob }[] = [];
  let made: Blob | null = null;
  URL.createObjectURL = (blob: Blob) => {
    made = blob;
    return createObjectURL(blob);
  };
  HTMLAnchorElement.prototype.click = function () {
    if (made) files.push({ name: this.download, blob: made });
  };
  console.warn = (text: string) => void warnings.push(text);
  const file = async () => {
    const end = performance.now() + 60_000;
    while (files.length === 0) {
      if (performance.now() > end) throw new Error('no file came');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return files.shift() as (typeof files)[number];
  };
  try {
    await work(file, warnings);
  } finally {
    Object.assign(HTMLAnchorElement.prototype, { click });
    URL.createObjectURL = createObjectURL;
    console.warn = warn;
  }
}
