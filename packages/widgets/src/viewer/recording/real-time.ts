import { canvasOf, type Size } from './picture.ts';
import type { EncodedPicture } from './picture-coding.ts';
import { RecordingProblem } from './problem.ts';
import type { FilmEncoder } from './record.ts';
import type { WebmWriter } from './webm.ts';
import { blockReader } from './webm-blocks.ts';

/** What the browser's recorder is asked for. */
export const recordedType = 'video/webm;codecs=vp9';

/**
 * ms after which a picture that did not come is shown again, and after which none is to come. The first is long: one that was only late, on a busy machine, would
 * then be in the film twice, and the last one missing.
 */
const againAfter = 5000;
const longestWait = 30_000;

/**
 * Makes a film with the browser's recorder, which has times of its own: picture after picture is shown to it, the next one when the one before has come out
 * encoded. What came is put into a file anew, at an even pace: as many pictures as were added, and exactly as long as they last. It takes at least as long.
 */
export function realTimeEncoder(
  size: Size,
  framesPerSecond: number,
  bitsPerSecond: number,
  webmOf: WebmWriter,
): FilmEncoder {
  const canvas = canvasOf(size, true);
  const element = document.createElement('canvas');
  Object.assign(element, size);
  // Without transparency: with it the recorder would write a second picture for each.
  const screen = element.getContext('2d', { alpha: false });
  if (!screen) throw new RecordingProblem('large');
  const stream = element.captureStream(0);
  const [track] = stream.getVideoTracks() as CanvasCaptureMediaStreamTrack[];
  const recorder = new MediaRecorder(stream, { mimeType: recordedType, videoBitsPerSecond: bitsPerSecond });
  const read = blockReader();
  const pictures: EncodedPicture[] = [];
  let reading: Promise<unknown> = Promise.resolve();
  let problem: unknown = null;
  let wake = () => {};
  const fail = (reason: unknown) => {
    problem ??= reason;
    wake();
  };
  recorder.addEventListener('error', fail);
  recorder.addEventListener('dataavailable', ({ data }) => {
    reading = reading
      .then(async () => {
        pictures.push(...read(new Uint8Array(await data.arrayBuffer())));
        wake();
      })
      .catch(fail);
  });

  const show = () => {
    screen.drawImage(canvas.canvas, 0, 0);
    track?.requestFrame();
  };
  /** Waits until so many pictures are encoded. */
  const come = async (count: number) => {
    const end = performance.now() + longestWait;
    while (problem === null && pictures.length < count) {
      if (performance.now() > end) throw new RecordingProblem('failed');
      let timer: ReturnType<typeof setTimeout> | undefined;
      await new Promise<void>((resolve) => {
        wake = resolve;
        timer = setTimeout(() => {
          show();
          resolve();
        }, againAfter);
      });
      clearTimeout(timer);
    }
    if (problem !== null) throw new RecordingProblem('failed', { cause: problem });
  };

  let begun = 0;
  let added = 0;
  return {
    size,
    sampling: 1,
    canvas,
    async add() {
      if (added === 0) {
        recorder.start(1);
        begun = performance.now();
        // A stream begins with what is drawn first, without being asked for it.
        screen.drawImage(canvas.canvas, 0, 0);
      } else show();
      added++;
      // The recorder keeps a picture back until it has the next one.
      await come(added - 1);
      const next = begun + (1000 * added) / framesPerSecond;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())));
    },
    async finish() {
      show();
      await come(added);
      // What was shown once more at the end is no picture of the film.
      return webmOf(pictures.slice(0, added), { ...size, framesPerSecond });
    },
    close() {
      if (recorder.state !== 'inactive') recorder.stop();
      for (const each of stream.getTracks()) each.stop();
    },
  };
}
