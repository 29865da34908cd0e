/** Makes isosurfaces beside the page, which stays free to draw. It keeps the fields that it was given. */
import type { ScalarField } from '@cuvette/core/chemistry/isosurface';
import type { SurfaceAnswer, SurfaceOrder } from './surface-messages.ts';
import { type Lobe, surfaceSteps } from './surface-work.ts';
import { warmUp } from './warm-up.ts';

const fields = new Map<string, ScalarField>();
let asked = false;
warmUp(() => !asked);

/** The arrays of lobes, to be handed over rather than copied. */
const buffersOf = (lobes: readonly Lobe[]) =>
  lobes.flatMap(({ parts }) =>
    parts.flatMap(({ positions, normals, indices, source, values }) =>
      [positions, normals, indices, source, ...(values ? [values] : [])].map(({ buffer }) => buffer as ArrayBuffer),
    ),
  );

addEventListener('message', ({ data }: MessageEvent<SurfaceOrder>) => {
  if (data.kind === 'field') {
    fields.set(data.name, data.field);
    return;
  }
  asked = true;
  const { order, request } = data;
  const answer = (message: SurfaceAnswer, transfer: Transferable[] = []) => postMessage(message, { transfer });
  try {
    const steps = surfaceSteps(request, fields);
    let step = steps.next();
    while (!step.done) step = steps.next();
    answer({ order, lobes: step.value }, buffersOf(step.value));
  } catch (error) {
    answer({ order, problem: error instanceof Error ? error.message : String(error) });
  }
});
