import { expect, test } from 'vitest';
import { elementColour } from './element-colours.ts';
import { mostDrawnAtoms, structureSvg } from './structure-svg.ts';

const atoms = (...placed: [number, number, number, number][]) => ({
  atoms: placed.map(([atomic_number, x, y, z]) => ({
    atomic_number,
    position: [x, y, z] as [number, number, number],
  })),
});
const picture = { width: 600, height: 400, theme: 'light', label: 'n "<b>' } as const;
const water = atoms([8, 0, 0, 0.12], [1, 0, 0.76, -0.47], [1, 0, -0.76, -0.47]);

test('a molecule is drawn with a ball for each atom and two halves for each bond, inside of the picture', () => {
  const svg = structureSvg(water, picture);
  const balls = [...svg.matchAll(/<circle cx="([\d.-]+)" cy="([\d.-]+)" r="([\d.]+)"/g)].map((each) =>
    each.slice(1).map(Number),
  );
  expect(balls).toHaveLength(3);
  for (const [x = 0, y = 0, radius = 0] of balls) {
    expect(x - radius).toBeGreaterThan(0);
    expect(x + radius).toBeLessThan(600);
    expect(y - radius).toBeGreaterThan(0);
    expect(y + radius).toBeLessThan(400);
  }
  // Each half has an edge.
  expect(svg.match(/<line /g)).toHaveLength(2 * 2 * 2);
  // The hydrogens are side by side: the long axis is across the picture. 1.52 Å apart at 90 px for 1 Å.
  const [first, second] = balls.filter(([, , radius]) => radius === Math.min(...balls.map((ball) => ball[2] ?? 0)));
  expect(Math.abs((first?.[0] ?? 0) - (second?.[0] ?? 0))).toBeCloseTo(1.52 * 90, 0);
  expect(Math.abs((first?.[1] ?? 0) - (second?.[1] ?? 0))).toBeLessThan(1);
});

test('near atoms are drawn over far ones, and far ones are paler', () => {
  // Two argons behind each other; the tilt does not hide that.
  const svg = structureSvg(
    atoms([18, -3, 0, 0], [18, 3, 0, 0], [18, 0, 2, 0], [18, 0, -2, 0], [10, 0, 0, 1.5], [10, 0, 0, -1.5]),
    picture,
  );
  const neon = [...svg.matchAll(/<circle [^>]*fill="url\(#e10d(\d)\)"/g)].map((each) => Number(each[1]));
  expect(neon[0]).toBeGreaterThan(neon[1] ?? 9);
});

test('an atom alone, a linear molecule and an ion without bonds can be drawn; nothing and too much cannot', () => {
  for (const molecule of [
    atoms([2, 5, 5, 5]),
    atoms([1, 0, 0, 0], [6, 0, 0, 1.06], [7, 0, 0, 2.2]),
    atoms([11, 0, 0, 0], [17, 5, 0, 0]),
  ]) {
    expect(structureSvg(molecule, picture)).not.toMatch(/NaN|Infinity/);
  }
  expect(() => structureSvg({ atoms: [] }, picture)).toThrow(RangeError);
  const many = atoms(
    ...Array.from({ length: mostDrawnAtoms + 1 }, (_, at): [number, number, number, number] => [6, at, 0, 0]),
  );
  expect(() => structureSvg(many, picture)).toThrow('2001');
});

test('its label is escaped, and elements have the colours that chemists know', () => {
  expect(structureSvg(water, picture)).toContain('aria-label="n &quot;&lt;b&gt;"');
  expect([1, 7, 8, 16].map(elementColour)).toEqual(['#ffffff', '#3050f8', '#ff0d0d', '#ffff30']);
  expect(elementColour(0)).toBe('#ff1493');
});
