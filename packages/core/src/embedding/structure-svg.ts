import { bondsOf } from '../chemistry/atoms.ts';
import { covalentRadiusOf } from '../chemistry/elements.ts';
import { principalAxes } from '../chemistry/geometry.ts';
import type { Molecule } from '../entities/molecule.ts';
import { type PictureColours, pictureColours } from './drawing-svg.ts';
import { elementColour } from './element-colours.ts';
import { escapedXml } from './svg-text.ts';

/** Most atoms that a picture shows: of more nobody sees one. */
export const mostDrawnAtoms = 2000;

/** Radius of a bond in Å, as in the viewer. */
const stickRadius = 0.13;
/** Most pixels of the picture for 1 Å, so that two atoms do not fill it. */
const largestScale = 90;
/** Steps of depth that are told apart by colour, and how much of the ground the farthest one has. */
const depthSteps = 4;
const farthest = 0.45;
const carbon = 6;
/** Radians that the molecule is turned about the horizontal axis, so that a flat one shows its depth. */
const tilt = 0.35;

interface Ball {
  x: number;
  y: number;
  z: number;
  radius: number;
  atomicNumber: number;
}

/** Radius of an atom's ball in Å: small hydrogens, larger metals. */
const ballRadius = (atomicNumber: number) => 0.18 + 0.26 * covalentRadiusOf(atomicNumber);

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

/** `share` (0 to 1) of another colour in a colour. */
function mixed(colour: string, other: string, share: number): string {
  const others = channels(other);
  return `#${channels(colour)
    .map((own, at) =>
      Math.round(own + ((others[at] ?? 0) - own) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** The atoms as they are seen: the long axis of the molecule across, its thin side towards the eye; y goes down. */
function seen(atoms: Molecule['atoms']): Ball[] {
  const [long, broad, thin] = principalAxes(atoms, ({ atomic_number }) => atomic_number || 1);
  const along = (axis: readonly number[], point: readonly number[]) =>
    axis.reduce((sum, value, at) => sum + value * (point[at] ?? 0), 0);
  return atoms.map(({ atomic_number, position }) => {
    const [x, y, z] = [along(long, position), along(broad, position), along(thin, position)];
    return {
      x,
      y: -(y * Math.cos(tilt) - z * Math.sin(tilt)),
      z: y * Math.sin(tilt) + z * Math.cos(tilt),
      radius: ballRadius(atomic_number),
      atomicNumber: atomic_number,
    };
  });
}

interface StructurePicture {
  width: number;
  height: number;
  theme: 'light' | 'dark';
  /** What a screen reader says. */
  label: string;
}

/**
 * A molecule as balls and sticks, without perspective, as a whole SVG document: for pages and documents in which no viewer can be. What is farther away is paler.
 * @throws RangeError for a molecule without atoms, or with more than `mostDrawnAtoms`
 */
export function structureSvg(molecule: Pick<Molecule, 'atoms'>, picture: StructurePicture): string {
  const { width, height, theme, label } = picture;
  const { atoms } = molecule;
  if (atoms.length === 0 || atoms.length > mostDrawnAtoms) {
    throw new RangeError(`A picture shows 1 to ${mostDrawnAtoms} atoms; this structure has ${atoms.length}.`);
  }
  const colours = pictureColours[theme];
  const placed = placedIn(seen(atoms), width, height);
  const [near, far] = placed.balls.reduce(
    ([most, least], { z }) => [Math.max(most, z), Math.min(least, z)],
    [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  );
  const step = (z: number) => (near - far < 1e-6 ? 0 : Math.round(((near - z) / (near - far)) * depthSteps));
  const colourOf = (atomicNumber: number, depth: number) =>
    mixed(
      atomicNumber === carbon ? colours.carbon : elementColour(atomicNumber),
      colours.ground,
      (farthest * depth) / depthSteps,
    );
  const gradients = new Map<string, string>();
  const ballOf = ({ x, y, z, radius, atomicNumber }: Ball) => {
    const depth = step(z);
    const id = `e${atomicNumber}d${depth}`;
    const colour = colourOf(atomicNumber, depth);
    if (!gradients.has(id)) gradients.set(id, gradient(id, colour, colours));
    const edge = mixed(colour, colours.ink, 0.35);
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius.toFixed(1)}" fill="url(#${id})" stroke="${edge}" stroke-width="0.8"/>`;
  };
  const parts = [
    ...placed.balls.map((ball) => ({ z: ball.z, svg: ballOf(ball) })),
    ...bondsOf(atoms).flatMap(([first, second]) => {
      const [one, other] = [placed.balls[first], placed.balls[second]];
      return one && other
        ? halvesOf(one, other, placed.scale, (ball) => colourOf(ball.atomicNumber, step(ball.z)))
        : [];
    }),
  ].sort((a, b) => a.z - b.z);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapedXml(label)}">`,
    `<defs>${[...gradients.values()].join('')}</defs>`,
    `<rect width="${width}" height="${height}" fill="${colours.ground}"/>`,
    ...parts.map(({ svg }) => svg),
    '</svg>',
  ].join('');
}

/** Balls in pixels of the picture, in its middle. */
function placedIn(balls: readonly Ball[], width: number, height: number): { balls: Ball[]; scale: number } {
  const margin = Math.min(width, height) * 0.06;
  const ends = (key: 'x' | 'y') => [
    balls.reduce((least, ball) => Math.min(least, ball[key] - ball.radius), Number.POSITIVE_INFINITY),
    balls.reduce((most, ball) => Math.max(most, ball[key] + ball.radius), Number.NEGATIVE_INFINITY),
  ];
  const [left = 0, right = 0] = ends('x');
  const [top = 0, bottom = 0] = ends('y');
  const largest = (largestScale * Math.min(width, height)) / 400;
  const scale = Math.min((width - 2 * margin) / (right - left), (height - 2 * margin) / (bottom - top), largest);
  return {
    scale,
    balls: balls.map((ball) => ({
      ...ball,
      x: width / 2 + (ball.x - (left + right) / 2) * scale,
      y: height / 2 + (ball.y - (top + bottom) / 2) * scale,
      z: ball.z * scale,
      radius: ball.radius * scale,
    })),
  };
}

/** A bond as two halves, each in the colour of its atom, from the surface of its ball to the middle. */
function halvesOf(one: Ball, other: Ball, scale: number, colourOf: (ball: Ball) => string) {
  const length = Math.hypot(other.x - one.x, other.y - one.y, other.z - one.z);
  const width = (2 * stickRadius * scale).toFixed(1);
  const inner = (1.2 * stickRadius * scale).toFixed(1);
  return [one, other].map((ball) => {
    const partner = ball === one ? other : one;
    const at = (share: number) => ({
      x: ball.x + (partner.x - ball.x) * share,
      y: ball.y + (partner.y - ball.y) * share,
      z: ball.z + (partner.z - ball.z) * share,
    });
    const start = at(Math.min(0.5, (0.9 * ball.radius) / length));
    const middle = at(0.5);
    const line = `x1="${start.x.toFixed(1)}" y1="${start.y.toFixed(1)}" x2="${middle.x.toFixed(1)}" y2="${middle.y.toFixed(1)}"`;
    const colour = colourOf(ball);
    return {
      z: (start.z + middle.z) / 2,
      svg: `<line ${line} stroke="${mixed(colour, '#000000', 0.35)}" stroke-width="${width}"/><line ${line} stroke="${colour}" stroke-width="${inner}"/>`,
    };
  });
}

function gradient(id: string, colour: string, { ground }: PictureColours): string {
  const stops = [
    [0, mixed(colour, '#ffffff', 0.65)],
    [0.55, colour],
    [1, mixed(colour, ground === '#ffffff' ? '#000000' : ground, 0.4)],
  ] as const;
  return `<radialGradient id="${id}" cx="0.38" cy="0.35" r="0.68">${stops
    .map(([at, stop]) => `<stop offset="${at}" stop-color="${stop}"/>`)
    .join('')}</radialGradient>`;
}
