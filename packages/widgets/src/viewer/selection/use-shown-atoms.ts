import type { AlignmentMode } from '@cuvette/core/chemistry';
import type { Molecule } from '@cuvette/core/entities';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Bond } from '../layer.ts';
import type { Renderer } from '../renderer.ts';

/**
 * Shows new atoms in place; the view is only fitted anew when it is another substance.
 * @param host what the atoms belong to where they are a macromolecule's: a pose of another ligand in the same protein is seen from where one looks
 * @param onFirst hears of the first structure when it is drawn
 */
export function useShownAtoms(
  renderer: Renderer | null,
  atoms: Molecule['atoms'] | null,
  bonds: readonly Bond[] | null,
  alignment: AlignmentMode,
  host: object | null,
  onFirst: (count: number) => void,
) {
  const shown = useRef<{ renderer: Renderer; composition: string; host: object | null } | null>(null);
  const ready = useRef<Renderer | null>(null);
  const first = useEffectEvent(onFirst);
  useEffect(() => {
    if (!renderer || !atoms) return;
    const composition = atoms.map((atom) => atom.atomic_number).join();
    const before = shown.current?.renderer === renderer ? shown.current : null;
    const same = before !== null && ((host !== null && host === before.host) || composition === before.composition);
    const onDrawn = () => {
      if (ready.current === renderer) return;
      ready.current = renderer;
      first(atoms.length);
    };
    renderer.show(atoms, { frame: !same, bonds, alignment, host, onDrawn });
    shown.current = { renderer, composition, host };
  }, [renderer, atoms, bonds, alignment, host]);
}
