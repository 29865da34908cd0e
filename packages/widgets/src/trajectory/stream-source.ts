import type { TrajectoryPlace } from '@cuvette/core/client';
import {
  type FrameListener,
  type FrameSource,
  framesAtHand,
  openFrameStream,
  readFrameStream,
  TrajectoryProblem,
} from '@cuvette/core/trajectory';
import { openStreamWorker } from './open-worker.ts';
import type { StreamReport, StreamRequest } from './stream-messages.ts';

/** Where a stream was decoded. `main` is the way out where the page may have no workers, or the client was given a `fetch` of its own. */
export type StreamThread = 'worker' | 'main';

/** The worker did not start: its script was refused (Content-Security-Policy) or not delivered. */
class NoWorker extends Error {}

/**
 * Frames of a trajectory as a client has them. Streams are read in a worker, else by the page itself; `onThread` is called with the way.
 * @param frames frames of the whole trajectory, null where nothing tells
 */
export function placedFrames(
  name: string,
  frames: number | null,
  place: TrajectoryPlace,
  onThread: (thread: StreamThread) => void = () => {},
): FrameSource {
  return {
    name,
    frames,
    atHand: place.kind === 'file',
    appends: place.kind === 'stream',
    async load(range, hear, signal) {
      if (place.kind === 'file') {
        const { atoms, positions } = await place.read();
        return framesAtHand(name, atoms, positions).load(range, hear, signal);
      }
      const { credentials, fetch } = place;
      const url = new URL(place.url(range), document.baseURI).href;
      if (fetch === null) {
        try {
          return await readInWorker({ url, credentials }, hear, signal, () => onThread('worker'));
        } catch (error) {
          if (!(error instanceof NoWorker)) throw error;
        }
      }
      onThread('main');
      const call = fetch ?? globalThis.fetch.bind(globalThis);
      return readFrameStream(await openFrameStream(call, url, { credentials, signal }), hear);
    },
  };
}

/** Ends when the stream has; rejects with NoWorker when the worker never sent anything. */
function readInWorker(request: StreamRequest, hear: FrameListener, signal: AbortSignal, onStart: () => void) {
  return new Promise<void>((resolve, reject) => {
    let worker: Worker;
    try {
      worker = openStreamWorker();
    } catch (error) {
      return reject(new NoWorker(String(error)));
    }
    let spoke = false;
    const end = (settle: () => void) => {
      worker.terminate();
      signal.removeEventListener('abort', abort);
      settle();
    };
    const abort = () => end(() => reject(new DOMException('The loading was stopped.', 'AbortError')));
    signal.addEventListener('abort', abort);
    worker.onerror = (event) => {
      event.preventDefault();
      end(() => reject(spoke ? new TrajectoryProblem(event.message) : new NoWorker(event.message)));
    };
    worker.onmessage = ({ data }: MessageEvent<StreamReport>) => {
      if (!spoke) onStart();
      spoke = true;
      try {
        if (data.kind === 'begun') hear.begun(data.header);
        else if (data.kind === 'frames') hear.frames(data.block);
        else if (data.kind === 'end') end(resolve);
        else end(() => reject(new TrajectoryProblem(data.message)));
      } catch (error) {
        end(() => reject(error));
      }
    };
    worker.postMessage(request);
    if (signal.aborted) abort();
  });
}
