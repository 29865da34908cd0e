import type { AlignmentMode } from '@cuvette/core/chemistry';
import type { Molecule } from '@cuvette/core/entities';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Bond } from '../layer.ts';
import type { Renderer } from '../renderer.ts';

/** Shows new atoms in place; the view is only fitted anew when it is another substance. */
export function useShownAtoms(
  renderer: Renderer | null,
  atoms: Molecule['atoms'] | null,
  bonds: readonly Bond[] | null,
  alignment: AlignmentMode,
  onFirst: (count: number) => void,
) {
  const shown = useRef<{ renderer: Renderer; composition: string } | null>(null);
  const first = useEffectEvent(onFirst);
  useEffect(() => {
    if (!renderer || !atoms) return;
    const composition = atoms.map((atom) => atom.atomic_number).join();
    const before = shown.current?.renderer === renderer ? shown.current.composition : null;
    renderer.show(atoms, { frame: composition !== before, bonds, alignment });
    shown.current = { renderer, composition };
    if (before === null) first(atoms.length);
  }, [renderer, atoms, bonds, alignment]);
}
