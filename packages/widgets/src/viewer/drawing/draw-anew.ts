import type { GLModel } from '3dmol';

/** What the engine keeps to itself but must be reached for drawing frames (3Dmol 2.5.5, pinned). */
interface OpenedModel {
  molObj: unknown;
}

/** Makes the next picture draw a model anew, whose atoms have moved. */
export function drawAnew(model: GLModel): void {
  (model as unknown as OpenedModel).molObj = null;
}
