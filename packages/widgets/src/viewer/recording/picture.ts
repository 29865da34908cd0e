import type { GLViewer } from '3dmol';
import { type InnerCamera, type InnerRenderer, rendererInside, viewerInside } from '../engine-inside.ts';
import { RecordingProblem } from './problem.ts';

/** Pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A part of a picture, in its pixels from the left and the top. */
export interface Part extends Size {
  readonly x: number;
  readonly y: number;
}

type Canvas2d = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D;

const nothing = () => {};

/** While `work` moves things, nothing is drawn: neither on the screen nor elsewhere. */
function blindly(renderer: InnerRenderer, work: () => void): void {
  renderer.render = nothing;
  renderer.setViewport = nothing;
  try {
    work();
  } finally {
    Reflect.deleteProperty(renderer, 'render');
    Reflect.deleteProperty(renderer, 'setViewport');
  }
}

/** Pixels that are drawn around a part and cut off again: smoothed edges look at their neighbours. */
const margin = 4;

/** Longest side in pixels that this graphics hardware draws at once. */
export function longestSide(viewer: GLViewer): number {
  const gl = rendererInside(viewer).getContext();
  const [viewport = 0] = gl.getParameter(gl.MAX_VIEWPORT_DIMS) as Int32Array;
  return (
    Math.min(gl.getParameter(gl.MAX_RENDERBUFFER_SIZE), gl.getParameter(gl.MAX_TEXTURE_SIZE), viewport) - 2 * margin
  );
}

/** The parts, none longer than `longest` on a side, that an area of a picture (all of it from its corner on) is drawn in, row by row. */
export function partsOf({ x: left = 0, y: top = 0, width, height }: Size & Partial<Part>, longest: number): Part[] {
  const parts: Part[] = [];
  for (let y = 0; y < height; y += longest) {
    for (let x = 0; x < width; x += longest) {
      const part = { width: Math.min(longest, width - x), height: Math.min(longest, height - y) };
      parts.push({ x: left + x, y: top + y, ...part });
    }
  }
  return parts;
}

/** By how much smaller the picture is in which what is drawn is looked for, and so many of its pixels are left around: thin things may be missed in it. */
const coarseness = 4;
const around = 24;

/** Side of the squares of a picture that are drawn or left out as a whole: six divides it, so that it has whole pixels with each sampling. */
const square = 240;

/**
 * The areas of a picture in which something is drawn, none over another. The rest need not be drawn in full: on the processor each pixel costs. To be
 * called inside `unseen`.
 */
export function drawnAreas(viewer: GLViewer, { width, height }: Size): Part[] {
  const small = { width: Math.ceil(width / coarseness), height: Math.ceil(height / coarseness) };
  const canvas = canvasOf(small, true);
  drawPart(viewer, small, { x: 0, y: 0, ...small }, canvas);
  const pixels = new Uint32Array(canvas.getImageData(0, 0, small.width, small.height).data.buffer);
  const across = Math.ceil(width / square);
  const down = Math.ceil(height / square);
  const drawn = new Uint8Array(across * down);
  for (let at = 0; at < pixels.length; at++) {
    if (pixels[at] === 0) continue;
    const x = coarseness * (at % small.width);
    const y = coarseness * Math.floor(at / small.width);
    for (const column of [squareAt(x - around, across), squareAt(x + around, across)]) {
      for (const row of [squareAt(y - around, down), squareAt(y + around, down)]) drawn[row * across + column] = 1;
    }
  }
  return joined(drawn, across).map(({ x, y, width: columns, height: rows }) => ({
    x: x * square,
    y: y * square,
    width: Math.min(width, (x + columns) * square) - x * square,
    height: Math.min(height, (y + rows) * square) - y * square,
  }));
}

/** The square in which a pixel lies, or the nearest one of the picture. */
function squareAt(pixel: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(pixel / square)));
}

/** The marked squares of a grid as few rectangles: runs along a row, and equal runs under each other as one. */
export function joined(marked: Uint8Array, across: number): Part[] {
  const areas: Part[] = [];
  for (let start = 0; start < marked.length; start++) {
    if (!marked[start]) continue;
    const row = Math.floor(start / across);
    let end = start;
    while (end + 1 < (row + 1) * across && marked[end + 1]) end++;
    const run = { x: start % across, width: end - start + 1 };
    const over = areas.find(({ x, y, width, height }) => x === run.x && width === run.width && y + height === row);
    if (over) areas[areas.indexOf(over)] = { ...over, height: over.height + 1 };
    else areas.push({ ...run, y: row, height: 1 });
    start = end;
  }
  return areas;
}

/** The engine's program that smooths edges, by the graphics context that it belongs to. */
const smoothing = new WeakMap<WebGL2RenderingContext, Pick<InnerRenderer, '_screenshader' | '_vertexattribpos'>>();

/** Smooths the edges of what `draw` draws, also in a viewer that leaves its own as they are because the processor draws it. */
export function smoothly(viewer: GLViewer, draw: () => void): void {
  const renderer = rendererInside(viewer);
  if (renderer._antialias || renderer.isLost()) return draw();
  const { _screenshader, _vertexattribpos } = renderer;
  const context = renderer.getContext();
  const found = smoothing.get(context) ?? smoothingOf(renderer);
  smoothing.set(context, found);
  Object.assign(renderer, found);
  try {
    draw();
  } finally {
    Object.assign(renderer, { _screenshader, _vertexattribpos });
  }
}

/** The engine makes its programs with its buffers: what it had of them is put back. */
function smoothingOf(renderer: InnerRenderer): Pick<InnerRenderer, '_screenshader' | '_vertexattribpos'> {
  const before = { ...renderer };
  try {
    renderer._antialias = true;
    renderer.initFrameBuffer();
    return { _screenshader: renderer._screenshader, _vertexattribpos: renderer._vertexattribpos };
  } finally {
    Object.assign(renderer, before);
  }
}

/**
 * Shows something else for as long as `draw` takes, without that anybody sees it: while `change` and `restore` move things, nothing is
 * drawn, and `draw` draws elsewhere. Direction and zoom of the view are as before afterwards.
 */
export function unseen(viewer: GLViewer, change: () => void, draw: () => void, restore: () => void): void {
  const renderer = rendererInside(viewer);
  if (renderer.isLost()) throw new RecordingProblem('lost');
  const view = viewer.getView();
  try {
    blindly(renderer, change);
    draw();
  } finally {
    blindly(renderer, () => {
      restore();
      viewer.setView(view);
    });
    // A viewer with a context of its own had to draw in its visible canvas.
    if (!renderer._bitmap) viewer.render();
  }
}

/**
 * Draws a part of a picture of `size` pixels onto `target`, at its place there times `scale`. The picture holds all that the viewer's
 * box shows, in whatever form the box has; what is beside it fills the rest. To be called inside `unseen`.
 */
export function drawPart(viewer: GLViewer, size: Size, part: Part, target: Canvas2d, scale = 1): void {
  const renderer = rendererInside(viewer);
  const { scene, camera } = viewerInside(viewer);
  const { clientWidth, clientHeight } = viewer.getCanvas();
  const box = { width: clientWidth || size.width, height: clientHeight || size.height };
  const { fov, aspect } = camera;
  const [wide, boxWide] = [size.width / size.height, box.width / box.height];
  camera.aspect = wide;
  // The field of view is counted upwards: in a picture that is narrower than the box it opens until the sides are in.
  if (wide < boxWide) camera.fov = (360 / Math.PI) * Math.atan((Math.tan((fov * Math.PI) / 360) * boxWide) / wide);
  camera.updateProjectionMatrix();
  const drawn = {
    x: part.x - margin,
    y: part.y - margin,
    width: part.width + 2 * margin,
    height: part.height + 2 * margin,
  };
  cutOut(camera, size, drawn);
  const ratio = Math.min(size.width / box.width, size.height / box.height);
  const take = (image: CanvasImageSource) =>
    target.drawImage(
      image,
      margin,
      margin,
      part.width,
      part.height,
      part.x * scale,
      part.y * scale,
      part.width * scale,
      part.height * scale,
    );
  try {
    drawAt(renderer, drawn, ratio, () => renderer.render(scene, camera), take);
  } finally {
    camera.fov = fov;
    camera.aspect = aspect;
    camera.updateProjectionMatrix();
  }
}

/** Lets the engine draw so many pixels, elsewhere than on the screen, and hands over what it drew. */
function drawAt(
  renderer: InnerRenderer,
  { width, height }: Size,
  ratio: number,
  render: () => void,
  take: (image: CanvasImageSource) => void,
): void {
  const { _canvas: canvas, _bitmap: bitmap, _viewportWidth, _viewportHeight, devicePixelRatio } = renderer;
  const before = { width: canvas.width, height: canvas.height };
  renderer.devicePixelRatio = ratio;
  renderer._viewportWidth = width;
  renderer._viewportHeight = height;
  try {
    if (bitmap) {
      renderer._canvas = { width, height };
      renderer._bitmap = { transferFromImageBitmap: take };
    } else {
      canvas.width = width;
      canvas.height = height;
    }
    render();
    const { drawingBufferWidth, drawingBufferHeight } = renderer.getContext();
    if (renderer.isLost()) throw new RecordingProblem('lost');
    if (drawingBufferWidth < width || drawingBufferHeight < height) throw new RecordingProblem('large');
    if (!bitmap) take(canvas as HTMLCanvasElement);
  } finally {
    renderer._canvas = canvas;
    renderer._bitmap = bitmap;
    if (!bitmap) Object.assign(canvas, before);
    Object.assign(renderer, { _viewportWidth, _viewportHeight, devicePixelRatio });
  }
}

/** Narrows the projection of a whole picture to one part of it. */
function cutOut(camera: InnerCamera, size: Size, part: Part): void {
  const { elements } = camera.projectionMatrix;
  const across = (2 * part.x + part.width) / size.width - 1;
  const up = 1 - (2 * part.y + part.height) / size.height;
  for (let column = 0; column < 16; column += 4) {
    const depth = elements[column + 3] as number;
    elements[column] = ((elements[column] as number) - across * depth) * (size.width / part.width);
    elements[column + 1] = ((elements[column + 1] as number) - up * depth) * (size.height / part.height);
  }
  camera.projectionMatrixInverse.getInverse(camera.projectionMatrix);
}

/** A canvas of exactly so many pixels; in the processor's memory where its pixels are read `often`. */
export function canvasOf({ width, height }: Size, often = false): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: often });
  if (!context) throw new RecordingProblem('large');
  context.imageSmoothingQuality = 'high';
  return context;
}
