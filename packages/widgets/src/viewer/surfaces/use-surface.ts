import { fieldOfGrid } from '@cuvette/core/chemistry/isosurface';
import { automaticRange, type ValueRange } from '@cuvette/core/tables';
import type { SurfaceChoice } from '@cuvette/core/workflows/parts/orbitals/surface-choices';
import { useEffect, useRef, useState } from 'react';
import type { GridSource } from './grid-source.ts';
import { type SurfaceMaker, surfaceMaker } from './surface-maker.ts';
import type { Lobe } from './surface-work.ts';

/** A finished surface, or the progress of making it. */
export type MadeSurface =
  | { phase: 'none' | 'loading' | 'failed' }
  | { phase: 'made'; id: string; lobes: Lobe[]; range: ValueRange | null };

/**
 * Makes the chosen surface at an isovalue: loads its grids once, and makes the surface anew when the isovalue changes. While one is being made the one
 * before stays; of several isovalues in quick succession only the last is made.
 */
export function useSurface(
  choice: SurfaceChoice | null,
  isovalue: number,
  sources: readonly GridSource[],
): MadeSurface {
  const [made, setMade] = useState<MadeSurface>({ phase: 'none' });
  const maker = useRef<SurfaceMaker | null>(null);
  const busy = useRef<Promise<unknown>>(Promise.resolve());

  useEffect(
    () => () => {
      maker.current?.dispose();
      maker.current = null;
    },
    [],
  );
  useEffect(() => {
    if (!choice) {
      setMade({ phase: 'none' });
      return;
    }
    let outdated = false;
    setMade((before) => (before.phase === 'made' && before.id === choice.id ? before : { phase: 'loading' }));
    const make = async () => {
      await busy.current;
      if (outdated) return;
      const current = maker.current ?? surfaceMaker();
      maker.current = current;
      for (const name of [choice.grid, choice.colouredBy]) {
        if (name === null || current.has(name)) continue;
        const grid = await sources.find(({ header }) => header.name === name)?.load();
        if (outdated) return;
        if (grid) current.keep(name, fieldOfGrid(grid));
      }
      const { grid: field, colouredBy, bothSigns } = choice;
      const lobes = await current.make({ field, colouredBy, isovalue, bothSigns });
      if (outdated) return;
      setMade({ phase: 'made', id: choice.id, lobes, range: colouredBy === null ? null : rangeOf(lobes) });
    };
    const work = make().catch((error: unknown) => {
      if (outdated) return;
      console.error(error);
      setMade({ phase: 'failed' });
    });
    busy.current = work;
    return () => {
      outdated = true;
    };
  }, [choice, isovalue, sources]);
  return made;
}

/** The range of the values on a surface, as far below zero as above it. */
function rangeOf(lobes: readonly Lobe[]): ValueRange {
  const ends = lobes.flatMap(({ parts }) =>
    parts.flatMap(({ values }) => (values ? (automaticRange('signed', values) ?? []) : [])),
  );
  const most = Math.max(0, ...ends.map(Math.abs));
  return [-most, most];
}
