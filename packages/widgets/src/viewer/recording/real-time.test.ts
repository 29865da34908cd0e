import { expect } from '@open-wc/testing';
import { itInFull } from '../../testing/full-run.ts';
import { decoded, pixelsOfFrame, webmOfBlob } from './test-helpers.ts';
import { videoEncoder, videoSize } from './video.ts';
import { webmOf } from './webm.ts';
import { blockReader } from './webm-blocks.ts';

/** As on a page without https, and in a browser that has none: nothing that a page may feed with pictures. */
async function withoutEncoder(work: () => Promise<void>): Promise<void> {
  const { VideoEncoder } = window;
  Reflect.deleteProperty(window, 'VideoEncoder');
  try {
    expect('VideoEncoder' in window).to.equal(false);
    await work();
  } finally {
    Object.assign(window, { VideoEncoder });
  }
}

describe('a video in a browser without an encoder that a page may feed', () => {
  itInFull('has exactly its pictures in their order, and is exactly as long as they last', async function () {
    this.timeout(180_000);
    await withoutEncoder(async () => {
      let told = 0;
      const { MediaRecorder } = window;
      const asked: (MediaRecorderOptions | undefined)[] = [];
      window.MediaRecorder = class extends MediaRecorder {
        constructor(stream: MediaStream, options?: MediaRecorderOptions) {
          super(stream, options);
          asked.push(options);
        }
      };
      const encoder = await videoEncoder(() => told++).finally(() => Object.assign(window, { MediaRecorder }));
      expect(told).to.equal(1);
      expect(asked).to.deep.equal([{ mimeType: 'video/webm;codecs=vp9', videoBitsPerSecond: 5_000_000 }]);
      const { width, height } = videoSize;
      const pictures = 150;
      // A bar that goes from left to right: where it is says which picture it is.
      const left = (picture: number) => 100 + 5 * picture;
      for (let picture = 0; picture < pictures; picture++) {
        encoder.canvas.fillStyle = '#103050';
        encoder.canvas.fillRect(0, 0, width, height);
        encoder.canvas.fillStyle = '#ffffff';
        encoder.canvas.fillRect(0, 0, left(picture), height);
        await encoder.add();
      }
      const blob = await encoder.finish(new AbortController().signal);
      encoder.close();
      const video = await webmOfBlob(blob);
      expect(video).to.deep.include({ docType: 'webm', codec: 'V_VP9', width, height, duration: 5000 });
      expect(video.blocks.map(({ time }) => time)).to.deep.equal(
        Array.from({ length: pictures }, (_, index) => Math.round((1000 * index) / 30)),
      );
      expect(video.pointed).to.deep.equal(video.clusters);
      const seen: number[] = [];
      const { looks } = await decoded(blob, (frame) => {
        const { data } = pixelsOfFrame(frame, height / 2, 1);
        const green = Array.from({ length: width }, (_, x) => data[4 * x + 1] ?? 0);
        seen.push(green.findIndex((value) => value < 128));
      });
      expect(looks.length).to.equal(pictures);
      const off = seen.map((edge, picture) => Math.abs(edge - left(picture)));
      expect(Math.max(...off), 'each picture at its place').to.be.lessThan(4);
    });
  });
});

describe('pictures out of a WebM stream', () => {
  const pictures = [
    { data: Uint8Array.of(0x82, 1, 2, 3), key: true },
    { data: Uint8Array.of(0x86, 4), key: false },
    { data: Uint8Array.from({ length: 300 }, (_, index) => (index === 0 ? 0x82 : index % 251)), key: true },
  ];

  it('are the same in whatever pieces it comes', async () => {
    const whole = new Uint8Array(
      await (await webmOf(pictures, { width: 16, height: 16, framesPerSecond: 30 })).arrayBuffer(),
    );
    for (const length of [1, 7, 100, whole.length]) {
      const read = blockReader();
      const found = [];
      for (let at = 0; at < whole.length; at += length) found.push(...read(whole.slice(at, at + length)));
      expect(found, `pieces of ${length}`).to.deep.equal(pictures);
    }
  });
});
