import type { Vector3 } from '@cuvette/core/chemistry';
import { surfaceSteps } from './surface-work.ts';

/** Milliseconds of one turn, so that an order is heard soon; and for how long at most. A grid takes longer to come from a server. */
const turn = 6;
const most = 200;
const points = 32;

/**
 * Makes surfaces of a made-up orbital that nobody sees, in short turns, until `wanted` says no: the browser translates what runs often, and the first real
 * surface would else be made by code that it only interprets, several times as slowly. To be called where nobody waits, in a worker whose grid is on its way.
 */
export function warmUp(wanted: () => boolean): void {
  const begin = performance.now();
  const half = (points - 1) / 2;
  const values = Float32Array.from({ length: points ** 3 }, (_, at) => {
    const [x, y, z] = [Math.floor(at / points ** 2), Math.floor(at / points) % points, at % points];
    return ((z - half) / half) * Math.exp(-Math.hypot(x - half, y - half, z - half) / 4);
  });
  const [shape, origin] = [[points, points, points] as const, [0, 0, 0] as [number, number, number]];
  const axes: [Vector3, Vector3, Vector3] = [
    [0.2, 0, 0],
    [0, 0.2, 0],
    [0, 0, 0.2],
  ];
  const fields = new Map([['', { shape, origin, axes: axes, values }]]);
  const make = () => surfaceSteps({ field: '', colouredBy: null, isovalue: 0.02, bothSigns: true }, fields);
  let steps = make();
  const work = () => {
    const end = performance.now() + turn;
    while (performance.now() < end) if (steps.next().done) steps = make();
    if (performance.now() < begin + most && wanted()) setTimeout(work);
  };
  setTimeout(work);
}
