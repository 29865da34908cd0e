import { openPngWorker } from './open-png-worker.ts';
import { RecordingProblem } from './problem.ts';

/** Packs one picture. */
export interface PngEncoder {
  /** The file of a canvas; the canvas is empty afterwards. */
  encode: (canvas: OffscreenCanvas) => Promise<Blob>;
  /** Frees what is held, also when the picture is given up. */
  close: () => void;
}

/** Packs a PNG in a worker, which starts while the picture is drawn; on the page where that may not have workers. */
export function pngEncoder(): PngEncoder {
  const worker = started();
  return {
    async encode(canvas) {
      const ready = await worker;
      if (!ready) return canvas.convertToBlob({ type: 'image/png' });
      const picture = canvas.transferToImageBitmap();
      const file = await new Promise<Blob | null>((resolve) => {
        ready.onmessage = ({ data }: MessageEvent<Blob | null>) => resolve(data);
        ready.onerror = () => resolve(null);
        ready.postMessage(picture, [picture]);
      });
      if (!file) throw new RecordingProblem('large');
      return file;
    },
    close() {
      void worker.then((ready) => ready?.terminate());
    },
  };
}

/** The worker, once it has answered; null where it does not start. */
function started(): Promise<Worker | null> {
  return new Promise((resolve) => {
    try {
      const worker = openPngWorker();
      worker.onmessage = () => resolve(worker);
      worker.onerror = (event) => {
        event.preventDefault();
        resolve(null);
      };
    } catch {
      resolve(null);
    }
  });
}
