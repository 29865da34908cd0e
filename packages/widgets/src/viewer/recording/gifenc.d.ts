declare module 'gifenc/dist/gifenc.esm.js' {
  /** Colours as [red, green, blue], 0 to 255. */
  type Palette = number[][];
  export function quantize(rgba: Uint8Array | Uint8ClampedArray, colours: number): Palette;
  export function applyPalette(rgba: Uint8Array | Uint8ClampedArray, palette: Palette): Uint8Array;
  export function GIFEncoder(): {
    /** `delay` in milliseconds. */
    writeFrame(indices: Uint8Array, width: number, height: number, options: { palette?: Palette; delay: number }): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  };
}
