import { expect, test } from 'vitest';
import { bandShapes, bandsAt, heightBesideGaussian, shapeArea } from './band-shapes.ts';
import { frequencyScaling } from './frequency-scaling.ts';

test('each shape has height 1 at its place, half of it half a width away, and its area', () => {
  const line = [{ position: 10, intensity: 1 }];
  for (const shape of bandShapes) {
    const [top, half] = bandsAt(line, [10, 11.5], { shape, fullWidth: 3 });
    expect([top, half], shape).toEqual([1, 0.5]);
    const step = 0.1;
    const places = Array.from({ length: 20_000 }, (_, at) => -990 + at * step);
    const area = bandsAt(line, places, { shape, fullWidth: 1 }).reduce((sum, height) => sum + height * step, 0);
    expect(area, shape).toBeCloseTo(shapeArea(shape), 2);
    expect(shapeArea(shape) * heightBesideGaussian(shape)).toBeCloseTo(shapeArea('gaussian'), 12);
  }
});

test('lines are scaled and moved; a width of 0 is refused', () => {
  const lines = [{ position: 1000, intensity: 2 }];
  const broadening = { shape: 'gaussian', fullWidth: 10 } as const;
  expect([...bandsAt(lines, [955], broadening, { scale: 0.95, offset: 5 })]).toEqual([2]);
  expect(() => bandsAt(lines, [1], { ...broadening, fullWidth: 0 })).toThrow(RangeError);
});

test('a factor is given for its own method and basis set only', () => {
  expect(frequencyScaling('b3lyp', '6-31G*')).toMatchObject({ factor: 0.952, level: 'B3LYP/6-31G(d)' });
  expect(frequencyScaling('b3lyp', 'STO-3G')).toBeNull();
  expect(frequencyScaling('gfn2_xtb', null)).toBeNull();
});
