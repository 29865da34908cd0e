import { mediaExport } from '@cuvette/core/entities';
import { vibrationPositions } from '../drawing/vibration.ts';
import type { Scene } from '../layer.ts';
import { flatPositions, moved } from '../overlay/align.ts';
import type { Renderer } from '../renderer.ts';
import { type Ensemble, type FilmKind, membersOf, phasesOf, type Subject } from './film.ts';
import { gifEncoder, largeGifEncoder } from './gif.ts';
import type { LegendPainter } from './legends.ts';
import { pause } from './pause.ts';
import {
  canvasOf,
  drawnAreas,
  drawPart,
  longestSide,
  type Part,
  partsOf,
  type Size,
  smoothly,
  unseen,
} from './picture.ts';
import { pngEncoder } from './png.ts';
import { RecordingProblem } from './problem.ts';
import { withSharpLabels } from './sharp-labels.ts';
import { videoEncoder } from './video.ts';

export interface RecordOptions {
  /** CSS colour behind the structure; null leaves it transparent (pictures only). */
  background: string | null;
  signal: AbortSignal;
  /** Hears how much is done, 0 to 1. */
  onProgress: (share: number) => void;
  /** The page's own text over the picture. */
  legends?: LegendPainter | null | undefined;
  /** Longest side that is drawn at once, for tests; by default what the hardware draws. */
  longest?: number | undefined;
}

export interface FilmOptions extends Omit<RecordOptions, 'longest'> {
  background: string;
  /** The film is made while it plays, because the browser cannot do it faster; its window must stay in front. */
  onRealTime?: (() => void) | undefined;
}

/** Takes the pictures of a film, each drawn before it is added. */
export interface FilmEncoder {
  readonly size: Size;
  /** Pixels that are drawn for each one of the film, along a side: more make smooth edges. */
  readonly sampling: number;
  readonly canvas: OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D;
  add: () => Promise<void>;
  finish: (signal: AbortSignal) => Promise<Blob>;
  /** Frees what is held, also when the film is given up. */
  close: () => void;
}

/** Pictures are drawn in parts of this size: the page stays usable in between, also where drawing is slow. */
const partSide = 1280;

/** So many pixels of a picture are drawn: half of all that it has, so that the processor is done within a second. */
const drawnPixels = 4_147_200;

const pixelsIn = (areas: readonly Size[]) => areas.reduce((sum, { width, height }) => sum + width * height, 0);

/** Pixels that are drawn for each one of some areas, along a side: as many as there is time for. */
function samplingOf(areas: readonly Size[]): number {
  return [2, 1.5].find((sampling) => sampling ** 2 * pixelsIn(areas) <= drawnPixels) ?? 1;
}

/** Parts that are drawn together, before the page has its turn: about as many pixels as one large part has. */
function turnsOf(parts: readonly Part[]): Part[][] {
  const turns: Part[][] = [];
  for (const part of parts) {
    const last = turns.at(-1);
    if (last && pixelsIn([...last, part]) <= partSide ** 2) last.push(part);
    else turns.push([part]);
  }
  return turns;
}

const scaled = ({ x, y, width, height }: Part, scale: number): Part => ({
  x: x * scale,
  y: y * scale,
  width: width * scale,
  height: height * scale,
});

/** Position of the structure and of the camera: a recording keeps them, whatever moves on the screen meanwhile. */
interface Stand {
  view: number[];
  drawn: Float64Array;
}

const still: Moment = { positions: () => null, degrees: 0 };

/** The renderer's scene, which layers are given. */
function sceneOf(renderer: Renderer): Scene {
  const { scene, dispose } = renderer.add((given) => ({ scene: given, dispose() {} }));
  dispose();
  return scene;
}

const standOf = ({ viewer, positions }: Scene): Stand => ({ view: viewer.getView() as number[], drawn: positions() });

/** Puts the atoms where they are to be drawn, unless they are there already. */
function place(renderer: Renderer, scene: Scene, drawn: Float64Array): void {
  const now = scene.positions();
  if (drawn.length === now.length && drawn.every((value, index) => value === now[index])) return;
  if (drawn.length === now.length) renderer.setPositions(unmoved(drawn, scene));
}

/** Drawn positions in the structure's own coordinates: the motion backwards. */
function unmoved(drawn: Float64Array, scene: Scene): Float64Array {
  const { rotation, translation } = scene.motion();
  const [a, b, c] = rotation;
  const back = (axis: 0 | 1 | 2) => -(a[axis] * translation[0] + b[axis] * translation[1] + c[axis] * translation[2]);
  return moved(drawn, {
    rotation: [
      [a[0], b[0], c[0]],
      [a[1], b[1], c[1]],
      [a[2], b[2], c[2]],
    ],
    translation: [back(0), back(1), back(2)],
  });
}

/** A PNG of exactly 3840 × 2160 pixels of what is shown. */
export async function recordPng(renderer: Renderer, options: RecordOptions): Promise<Blob> {
  const { background, signal, onProgress } = options;
  const size = mediaExport.png;
  const scene = sceneOf(renderer);
  const stand = standOf(scene);
  // In memory: the pixels of the parts are brought there anyway, and a canvas of the graphics processor would bring all of them once more to be packed.
  const canvas = canvasOf(size, true);
  if (background !== null) fill(canvas, background, size);
  const encoder = pngEncoder();
  try {
    const times = Math.round(size.height / (scene.viewer.getCanvas().clientHeight || size.height));
    onProgress(0);
    let areas: Part[] = [];
    shown(renderer, scene, stand, still, () => {
      areas = drawnAreas(scene.viewer, size);
    });
    const sampling = samplingOf(areas);
    const large = scaled({ x: 0, y: 0, ...size }, sampling);
    const longest = Math.min(partSide, options.longest ?? longestSide(scene.viewer));
    // Parts of whole pixels of the picture, so that no seam shows between them.
    const parts = areas.flatMap((area) => partsOf(scaled(area, sampling), longest - (longest % 6)));
    const turns = turnsOf(parts);
    for (const [index, turn] of turns.entries()) {
      await pause(signal);
      shown(renderer, scene, stand, still, () =>
        smoothly(scene.viewer, () =>
          withSharpLabels(scene.viewer, times, () => {
            for (const part of turn) drawPart(scene.viewer, large, part, canvas, 1 / sampling);
          }),
        ),
      );
      onProgress((0.9 * (index + 1)) / turns.length);
    }
    options.legends?.(canvas, size);
    await pause(signal);
    const blob = await encoder.encode(canvas.canvas);
    signal.throwIfAborted();
    onProgress(1);
    return blob;
  } finally {
    encoder.close();
  }
}

/** One picture of a film: where the atoms are (their own coordinates; null where they do not move), and by how much the view is turned. */
interface Moment {
  positions: () => ArrayLike<number> | null;
  degrees: number;
}

/** A film of a vibration, an ensemble or a full turn: an animated GIF or a WebM video. */
export async function recordFilm(
  renderer: Renderer,
  kind: FilmKind,
  subject: Subject,
  options: FilmOptions,
): Promise<Blob> {
  const { background, signal, onProgress } = options;
  const scene = sceneOf(renderer);
  const stand = standOf(scene);
  onProgress(0);
  const moments = await momentsOf(scene, kind, subject, signal);
  const encoder =
    kind === 'video' ? await videoEncoder(options.onRealTime) : await (kind === 'gif' ? gifEncoder : largeGifEncoder)();
  const { size, sampling, canvas } = encoder;
  const legends = options.legends ? canvasOf(size) : null;
  if (legends) options.legends?.(legends, size);
  const large = { width: size.width * sampling, height: size.height * sampling };
  try {
    for (const [index, moment] of moments.entries()) {
      await pause(signal);
      fill(canvas, background, size);
      shown(renderer, scene, stand, moment, () =>
        drawPart(scene.viewer, large, { x: 0, y: 0, ...large }, canvas, 1 / sampling),
      );
      if (legends) canvas.drawImage(legends.canvas, 0, 0);
      await pause(signal);
      await encoder.add();
      onProgress((0.98 * (index + 1)) / moments.length);
    }
    const blob = await encoder.finish(signal);
    signal.throwIfAborted();
    onProgress(1);
    return blob;
  } finally {
    encoder.close();
  }
}

/** The pictures of a film. Members of an ensemble are read before the first one is drawn: it is as long as there are members. */
async function momentsOf(scene: Scene, kind: FilmKind, subject: Subject, signal: AbortSignal): Promise<Moment[]> {
  const atoms = scene.atoms();
  if (subject.kind === 'vibration') {
    const { vibration, amplitude } = subject;
    const target = flatPositions(atoms);
    return phasesOf(subject, kind).map((phase) => ({
      positions: () => vibrationPositions(atoms, vibration, phase, amplitude, target),
      degrees: 0,
    }));
  }
  if (subject.kind === 'ensemble') {
    const members = await membersThere(subject.ensemble, kind, 3 * atoms.length, signal);
    if (members.length > 1) {
      return membersOf(members.length, kind).map((member) => ({
        positions: () => members[member] ?? null,
        degrees: 0,
      }));
    }
  }
  console.warn('Cuvette: recording without an ensemble. The film shows one full turn of the structure.');
  return phasesOf({ kind: 'turn' }, kind).map((phase) => ({ positions: () => null, degrees: 360 * phase }));
}

/** Positions of the members that a film shows, those of other atoms skipped. */
async function membersThere(
  ensemble: Ensemble,
  kind: FilmKind,
  values: number,
  signal: AbortSignal,
): Promise<ArrayLike<number>[]> {
  const found: ArrayLike<number>[] = [];
  for (const index of new Set(membersOf(ensemble.count, kind))) {
    const read = async () => ensemble.positions(index);
    const positions = await read().catch((error: unknown) => {
      throw new RecordingProblem('member', { cause: error });
    });
    signal.throwIfAborted();
    if (positions?.length === values) found.push(positions);
  }
  return found;
}

function fill(canvas: FilmEncoder['canvas'], colour: string, { width, height }: Size): void {
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, width, height);
}

/** Shows a moment of the recording, unseen, and puts everything back. */
function shown(renderer: Renderer, scene: Scene, stand: Stand, moment: Moment, draw: () => void): void {
  const { viewer } = scene;
  const before = scene.positions();
  if (before.length !== stand.drawn.length) throw new RecordingProblem('member');
  unseen(
    viewer,
    () => {
      viewer.setView(stand.view);
      if (moment.degrees !== 0) viewer.rotate(moment.degrees, 'vy');
      const positions = moment.positions();
      if (positions) renderer.setPositions(positions);
      else place(renderer, scene, stand.drawn);
    },
    draw,
    () => place(renderer, scene, before),
  );
}
