import type { GLModel } from '3dmol';
import { modelInside } from '../engine-inside.ts';

/** Makes the next picture draw a model anew, whose atoms have moved. */
export function drawAnew(model: GLModel): void {
  modelInside(model).molObj = null;
}
