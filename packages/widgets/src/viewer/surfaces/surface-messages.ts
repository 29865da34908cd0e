import type { ScalarField } from '@cuvette/core/chemistry/isosurface';
import type { Lobe, SurfaceRequest } from './surface-work.ts';

/** Messages to the worker: a field to keep, or a surface to make. */
export type SurfaceOrder =
  | { kind: 'field'; name: string; field: ScalarField }
  | { kind: 'make'; order: number; request: SurfaceRequest };

/** What the worker answers: the surface, or why there is none. */
export type SurfaceAnswer = { order: number; lobes: Lobe[] } | { order: number; problem: string };
