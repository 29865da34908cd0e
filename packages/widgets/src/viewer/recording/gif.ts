import { mediaExport } from '@cuvette/core/entities';
import { pause } from './pause.ts';
import { canvasOf } from './picture.ts';
import type { FilmEncoder } from './record.ts';

const { gif } = mediaExport;

/** So many pictures, at even distances, are asked which colours the film needs. */
const asked = 6;

/** Makes an animated GIF that plays for ever. Its 256 colours are found once, for all pictures: that takes as long as writing them. */
export async function gifEncoder(): Promise<FilmEncoder> {
  const { GIFEncoder, quantize, applyPalette } = await import('gifenc/dist/gifenc.esm.js');
  const size = { width: gif.width, height: gif.height };
  const canvas = canvasOf(size, true);
  const pictures: Uint8ClampedArray[] = [];
  return {
    size,
    sampling: 1.5,
    canvas,
    async add() {
      pictures.push(canvas.getImageData(0, 0, size.width, size.height).data);
    },
    async finish(signal) {
      const length = 4 * size.width * size.height;
      const count = Math.min(asked, pictures.length);
      const sample = new Uint8ClampedArray(count * length);
      for (let index = 0; index < count; index++) {
        sample.set(pictures[Math.floor((index * pictures.length) / count)] ?? [], index * length);
      }
      const palette = quantize(sample, 256);
      const file = GIFEncoder();
      for (const [index, picture] of pictures.entries()) {
        await pause(signal);
        // The first one brings the colours of all.
        const colours = index === 0 ? { palette } : {};
        file.writeFrame(applyPalette(picture, palette), size.width, size.height, { ...colours, delay: gif.frameDelay });
      }
      file.finish();
      return new Blob([file.bytes()], { type: 'image/gif' });
    },
    close() {
      pictures.length = 0;
    },
  };
}

/**
 * The same for slides: 1080 pixels a side, 25 pictures a second. Each picture is written when it is drawn, in the colours of the first one: all of them together
 * would be too much to keep.
 */
export async function largeGifEncoder(): Promise<FilmEncoder> {
  const { GIFEncoder, quantize, applyPalette } = await import('gifenc/dist/gifenc.esm.js');
  const { width, height, frameDelay: delay } = mediaExport.largeGif;
  const canvas = canvasOf({ width, height }, true);
  const file = GIFEncoder();
  let palette: ReturnType<typeof quantize> | null = null;
  return {
    size: { width, height },
    sampling: 1,
    canvas,
    async add() {
      const picture = canvas.getImageData(0, 0, width, height).data;
      const first = palette === null;
      palette ??= quantize(picture, 256);
      file.writeFrame(applyPalette(picture, palette), width, height, { ...(first ? { palette } : {}), delay });
    },
    async finish() {
      file.finish();
      return new Blob([file.bytes()], { type: 'image/gif' });
    },
    close() {
      palette = null;
    },
  };
}
