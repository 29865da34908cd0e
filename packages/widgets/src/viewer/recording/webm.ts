import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from 'mediabunny';
import { type EncodedPicture, vp9 } from './picture-coding.ts';

export interface WebmOptions {
  width: number;
  height: number;
  framesPerSecond: number;
}

/**
 * A WebM file of VP9 pictures at an even pace, with its duration in whole milliseconds (that of the last picture included) and an index to seek
 * by. A cluster begins at each key frame.
 */
export async function webmOf(pictures: readonly EncodedPicture[], options: WebmOptions): Promise<Blob> {
  const { width, height, framesPerSecond } = options;
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat({ minimumClusterDuration: 0 }), target });
  const source = new EncodedVideoPacketSource('vp9');
  output.addVideoTrack(source, { frameRate: framesPerSecond });
  await output.start();
  for (const [index, { data, key }] of pictures.entries()) {
    const packet = new EncodedPacket(data, key ? 'key' : 'delta', index / framesPerSecond, 1 / framesPerSecond);
    await source.add(packet, { decoderConfig: { codec: vp9, codedWidth: width, codedHeight: height } });
  }
  await output.finalize();
  if (target.buffer === null) throw new Error('no file was written');
  return new Blob([target.buffer], { type: 'video/webm' });
}

export type WebmWriter = typeof webmOf;
