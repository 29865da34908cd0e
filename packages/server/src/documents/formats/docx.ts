import { Worker } from 'node:worker_threads';
import type { ComposedDocument } from '@cuvette/core/workflows/supporting/compose-document';
import { HttpProblem } from '../../errors.ts';
import { pngOf } from '../../pictures/png.ts';
import type { DocxTask } from './docx-thread.ts';

/** Pixels of a picture for each pixel on paper: 192 for an inch. */
const fineness = 2;
/** Memory of the thread that writes the file. */
const mostMegabytes = 1536;
const limitSeconds = 300;

/** Pictures of a document as PNG by their SVG; null for one that could not be drawn. */
export type DrawnPictures = ReadonlyMap<string, Uint8Array | null>;

/** Draws a picture for the DOCX file; null where it cannot be drawn. */
export async function drawnPicture({ svg, width }: { svg: string; width: number }): Promise<Uint8Array | null> {
  try {
    return await pngOf(svg, Math.round(width * fineness));
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error;
    return null;
  }
}

/**
 * A document as DOCX (Office Open XML), written in a thread of its own with its own limit of memory. Throws `HttpProblem` 422 where it needs more, or when it
 * is aborted.
 */
export async function docxOf(
  document: ComposedDocument,
  drawn: DrawnPictures,
  prefix: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const pngs: DocxTask['pngs'] = new Map();
  for (const [place, block] of document.blocks.entries()) {
    const png = block.kind === 'picture' ? drawn.get(block.svg) : null;
    if (png) pngs.set(place, png);
  }
  // The thread draws no SVG: only what it needs goes to it.
  const blocks = document.blocks.map((block) => (block.kind === 'picture' ? { ...block, svg: '' } : block));
  const worker = new Worker(new URL('./docx-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  });
  const timer = setTimeout(() => void worker.terminate(), limitSeconds * 1000);
  const stop = () => void worker.terminate();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', () =>
        reject(new HttpProblem(422, 'The document is too large for a DOCX file. Make it in parts.')),
      );
      worker.once('exit', () =>
        reject(new HttpProblem(422, 'The DOCX file could not be written in time. Make the document in parts.')),
      );
      worker.postMessage({ title: document.title, blocks, pngs, prefix } satisfies DocxTask);
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}
