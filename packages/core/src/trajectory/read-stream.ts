import { createFrameDecoder } from './frame-decoder.ts';
import type { FrameListener } from './frame-source.ts';
import { readStreamHeader, TrajectoryProblem } from './stream-header.ts';

const unreachable = 'The server cannot be reached. Check the connection, then load the frames again.';

/**
 * Reads an answer of `compressed_stream` while it arrives: first a description of the stream, then frames as soon as they are whole. Keeps less than a frame.
 * Bytes that make no whole frame at the end are dropped: the count of frames says so.
 * @throws TrajectoryProblem for a refusal (the server's words), for headers that say nothing, for a stream that breaks off
 */
export async function readFrameStream(response: Response, hear: FrameListener): Promise<void> {
  if (!response.ok) throw new TrajectoryProblem(await refusal(response));
  const header = readStreamHeader((name) => response.headers.get(name));
  hear.begun(header);
  const decoder = createFrameDecoder(header.atoms);
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        if (error instanceof Error && error.name === 'AbortError') throw error;
        throw new TrajectoryProblem(
          `The connection ended after ${decoder.frames} of ${header.frames} frames. Load them again.`,
        );
      });
      if (done) return;
      const block = decoder.push(value);
      if (block) hear.frames(block);
    }
  } finally {
    // A listener that throws ends the reading: the rest is not wanted.
    await reader.cancel().catch(() => {});
  }
}

/** Asks for a stream of frames. @throws TrajectoryProblem when no answer comes; AbortError when the signal was given */
export async function openFrameStream(
  call: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
): Promise<Response> {
  try {
    return await call(url, init);
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw error;
    throw new TrajectoryProblem(unreachable);
  }
}

async function refusal(response: Response): Promise<string> {
  const text = await response.text().catch(() => '');
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown };
    if (typeof detail === 'string' && detail !== '') return detail;
  } catch {
    // Not one of our answers: the status is all there is to say.
  }
  return `The server answered with an error (status ${response.status}).`;
}
