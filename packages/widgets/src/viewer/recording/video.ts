import { mediaExport } from '@cuvette/core/entities';
import { canvasOf, type Size } from './picture.ts';
import { type EncodedPicture, vp9 } from './picture-coding.ts';
import { RecordingProblem } from './problem.ts';
import { realTimeEncoder, recordedType } from './real-time.ts';
import type { FilmEncoder } from './record.ts';
import type { WebmWriter } from './webm.ts';

const { bitsPerSecond, framesPerSecond } = mediaExport.video;

/** Pixels of a video: the form of the PNG, at a size that is encoded about as fast as it plays where a processor does it. */
export const videoSize: Size = { width: 1024, height: 576 };

/** Pictures from one key frame to the next, to which a player can seek; and most that wait for the encoder. */
const keyDistance = 30;
const mostWaiting = 8;

/**
 * Makes a VP9 video of exactly the pictures that are added. Where the browser has no encoder that a page may feed (an old one, or a page without
 * https), its recorder is shown them one by one: that takes at least as long as the video lasts.
 */
export async function videoEncoder(onRealTime?: () => void): Promise<FilmEncoder> {
  const config: VideoEncoderConfig = {
    codec: vp9,
    ...videoSize,
    bitrate: bitsPerSecond,
    framerate: framesPerSecond,
    latencyMode: 'quality',
  };
  // Loaded before the first picture: a film is not lost at its end because the script does not come.
  const { webmOf } = await import('./webm.ts');
  if (typeof VideoEncoder === 'function' && (await VideoEncoder.isConfigSupported(config)).supported) {
    return fedEncoder(config, webmOf);
  }
  if (typeof MediaRecorder === 'function' && MediaRecorder.isTypeSupported(recordedType)) {
    onRealTime?.();
    return realTimeEncoder(videoSize, framesPerSecond, bitsPerSecond, webmOf);
  }
  throw new RecordingProblem('codec');
}

function fedEncoder(config: VideoEncoderConfig, webmOf: WebmWriter): FilmEncoder {
  // In the processor's memory, where encoders read from: through that of the graphics a picture takes five times as long.
  const canvas = canvasOf(videoSize, true);
  const done: EncodedPicture[] = [];
  let added = 0;
  let problem: unknown = null;
  let wake = () => {};
  const encoder = new VideoEncoder({
    output(chunk) {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      done.push({ data, key: chunk.type === 'key' });
    },
    error(error) {
      problem = error;
      wake();
    },
  });
  encoder.addEventListener('dequeue', () => wake());
  encoder.configure(config);
  const check = () => {
    if (problem !== null) throw new RecordingProblem('failed', { cause: problem });
  };
  return {
    size: videoSize,
    sampling: 1,
    canvas,
    async add() {
      check();
      const microseconds = (index: number) => Math.round((1e6 * index) / framesPerSecond);
      const timestamp = microseconds(added);
      const frame = new VideoFrame(canvas.canvas, { timestamp, duration: microseconds(added + 1) - timestamp });
      encoder.encode(frame, { keyFrame: added % keyDistance === 0 });
      frame.close();
      added++;
      while (problem === null && encoder.encodeQueueSize > mostWaiting) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    async finish() {
      await encoder.flush().catch(() => {});
      check();
      if (done.length !== added) throw new RecordingProblem('failed');
      return webmOf(done, { ...videoSize, framesPerSecond });
    },
    close() {
      if (encoder.state !== 'closed') encoder.close();
    },
  };
}
