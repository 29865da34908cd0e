/** Reads and decodes a stream of frames beside the page, which stays free to draw. One worker reads one stream; ending the worker ends the stream. */
import { openFrameStream, readFrameStream } from '@cuvette/core/trajectory';
import type { StreamReport, StreamRequest } from './stream-messages.ts';

const report = (message: StreamReport, transfer: Transferable[] = []) => postMessage(message, { transfer });

addEventListener('message', async ({ data }: MessageEvent<StreamRequest>) => {
  try {
    const response = await openFrameStream(fetch, data.url, { credentials: data.credentials });
    await readFrameStream(response, {
      begun: (header) => report({ kind: 'begun', header }),
      frames: (block) => report({ kind: 'frames', block }, [block.buffer]),
    });
    report({ kind: 'end' });
  } catch (error) {
    report({ kind: 'problem', message: error instanceof Error ? error.message : String(error) });
  }
});
