/** An encoded picture of a video. */
export interface EncodedPicture {
  data: Uint8Array<ArrayBuffer>;
  /** It can be decoded without the ones before. */
  key: boolean;
}

/** VP9, profile 0, level 3.1 (enough for 1280 × 720 at 30 pictures per second), 8 bits. */
export const vp9 = 'vp09.00.31.08';
