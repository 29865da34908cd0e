import { type PocketBox, type Vector3, withFaceMoved } from '@cuvette/core/chemistry';
import { formatNumber } from '@cuvette/core/tables';
import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { BoxLayer } from '../../viewer/layers/box-layer.ts';
import { boxLayer } from '../../viewer/layers/box-layer.ts';
import type { View, ViewerTool } from '../../viewer/viewer-tool.ts';
import { roleWords as words } from './words.ts';

type Axis = 0 | 1 | 2;
type Side = -1 | 1;

const faces = ([0, 1, 2] as const).flatMap((axis) => ([-1, 1] as const).map((side) => ({ axis, side })));
/** Å that a key moves a face by; with Shift a tenth of it. */
const keyStep = 0.5;
/** A face that is looked at from the front moves by a drag as if 1 Å were at least so many pixels wide. */
const fewestPixels = 4;

/** Middle of a face. */
function faceOf([centre, size]: PocketBox, axis: Axis, side: Side, beyond = 0): Vector3 {
  return centre.map((value, index) =>
    index === axis ? value + side * ((size[axis] ?? 0) / 2 + beyond) : value,
  ) as Vector3;
}

/** Half the angle at which the engine's camera opens (3Dmol 2.5.5: 20 degrees), and room around what fills the picture. */
const halfOpening = (10 * Math.PI) / 180;
const room = 1.25;

/**
 * A box in the picture with a handle on each face: dragged, or moved by the arrow keys. The picture goes to `framed` whenever that is another
 * box: the one that was made about a ligand, about residues, about the protein.
 */
export function useBoxTool(
  { renderer }: View,
  box: PocketBox | null,
  onBox: (box: PocketBox) => void,
  framed: PocketBox | null = null,
): ViewerTool {
  const [layer, setLayer] = useState<BoxLayer | null>(null);
  const [drawn, setDrawn] = useState(0);
  const onView = useCallback(() => setDrawn((count) => count + 1), []);
  useEffect(() => {
    if (!renderer) return;
    const made = renderer.add((scene) => boxLayer(scene, onView));
    setLayer(made);
    return () => {
      made.dispose();
      setLayer(null);
    };
  }, [renderer, onView]);
  useEffect(() => layer?.set(box), [layer, box]);
  useEffect(() => {
    if (!renderer || !framed) return;
    const [centre, size] = framed;
    const distance = (room * Math.hypot(...size)) / 2 / Math.sin(halfOpening);
    renderer.setCamera({ ...renderer.camera(), centre: [...centre], distance });
  }, [renderer, framed]);
  const drag = useRef<{ x: number; y: number; start: PocketBox; along: [number, number] } | null>(null);

  if (!layer || !box) return { id: 'own' };
  // Reading the count makes the handles follow every turn of the picture.
  const places = drawn >= 0 ? layer.project(faces.map(({ axis, side }) => faceOf(box, axis, side))) : [];
  const press = (event: PointerEvent, axis: Axis, side: Side) => {
    event.preventDefault();
    event.stopPropagation();
    (event.currentTarget as HTMLElement).focus();
    event.currentTarget.setPointerCapture(event.pointerId);
    const [from, to] = layer.project([faceOf(box, axis, side), faceOf(box, axis, side, 1)]);
    if (!from || !to) return;
    drag.current = { x: event.clientX, y: event.clientY, start: box, along: [to.x - from.x, to.y - from.y] };
  };
  const move = (event: PointerEvent, axis: Axis, side: Side) => {
    const held = drag.current;
    if (!held) return;
    const [u, v] = held.along;
    const length = Math.max(fewestPixels, Math.hypot(u, v));
    const step = ((event.clientX - held.x) * u + (event.clientY - held.y) * v) / (length * length);
    onBox(withFaceMoved(held.start, axis, side, Math.round(10 * step) / 10));
  };
  const keys = (event: KeyboardEvent, axis: Axis, side: Side) => {
    const outwards = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
    if (!outwards) return;
    event.preventDefault();
    event.stopPropagation();
    onBox(withFaceMoved(box, axis, side, outwards * (event.shiftKey ? keyStep / 5 : keyStep)));
  };
  return {
    id: 'own',
    over: (
      <div className="cv-box-handles">
        {faces.map(({ axis, side }, index) => {
          const value = faceOf(box, axis, side)[axis];
          const at = places[index];
          return (
            <button
              key={`${axis}${side}`}
              type="button"
              role="slider"
              className="cv-box-handle"
              data-axis={axis}
              style={{ insetInlineStart: `${at?.x ?? 0}px`, insetBlockStart: `${at?.y ?? 0}px` }}
              aria-label={words.face(words.axes[axis], side)}
              aria-valuenow={Number(value.toFixed(2))}
              aria-valuetext={`${formatNumber(value, 1)} Å`}
              onPointerDown={(event) => press(event, axis, side)}
              onPointerMove={(event) => move(event, axis, side)}
              onPointerUp={() => (drag.current = null)}
              onPointerCancel={() => (drag.current = null)}
              onKeyDown={(event) => keys(event, axis, side)}
            />
          );
        })}
      </div>
    ),
  };
}
