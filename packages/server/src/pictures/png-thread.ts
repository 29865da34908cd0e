import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import * as z from 'zod/mini';

/** An SVG that shall become a PNG of this width in pixels. */
export interface PngTask {
  id: number;
  svg: string;
  width: number;
}
/** `png` is null where the SVG could not be drawn. */
export interface PngAnswer {
  id: number;
  png: Uint8Array | null;
}

const Task = z.object({ id: z.number(), svg: z.string(), width: z.number() });
const fileOf = (name: string) => readFile(fileURLToPath(import.meta.resolve(name)));

if (parentPort) {
  const port = parentPort;
  const ready = (async () => {
    await initWasm(await fileOf('@resvg/resvg-wasm/index_bg.wasm'));
    return Promise.all(['DejaVuSans', 'DejaVuSans-Bold'].map((name) => fileOf(`dejavu-fonts-ttf/ttf/${name}.ttf`)));
  })();
  port.on('message', async (message: unknown) => {
    const { id, svg, width } = z.parse(Task, message);
    const fontBuffers = await ready;
    let png: Uint8Array | null = null;
    try {
      const font = { fontBuffers, defaultFontFamily: 'DejaVu Sans', sansSerifFamily: 'DejaVu Sans' };
      const drawn = new Resvg(svg, { fitTo: { mode: 'width', value: width }, font });
      png = drawn.render().asPng();
      drawn.free();
    } catch {
      // What cannot be drawn is answered with none.
    }
    port.postMessage({ id, png } satisfies PngAnswer);
  });
}
