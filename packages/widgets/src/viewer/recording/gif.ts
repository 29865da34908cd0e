import { mediaExport } from '@cuvette/core/entities';
import { canvasOf } from './picture.ts';
import type { FilmEncoder } from './record.ts';

const { gif } = mediaExport;

/** Makes an animated GIF that plays for ever, each picture with its own colours. */
export async function gifEncoder(): Promise<FilmEncoder> {
  const { GIFEncoder, quantize, applyPalette } = await import('gifenc/dist/gifenc.esm.js');
  const file = GIFEncoder();
  const size = { width: gif.width, height: gif.height };
  const canvas = canvasOf(size, true);
  return {
    size,
    sampling: 1.5,
    canvas,
    async add() {
      const { data } = canvas.getImageData(0, 0, size.width, size.height);
      const palette = quantize(data, 256);
      file.writeFrame(applyPalette(data, palette), size.width, size.height, { palette, delay: gif.frameDelay });
    },
    async finish() {
      file.finish();
      return new Blob([file.bytes()], { type: 'image/gif' });
    },
    close() {},
  };
}
