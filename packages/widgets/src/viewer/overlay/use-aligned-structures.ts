import type { AlignmentMode } from '@cuvette/core/chemistry';
import type { Atom } from '@cuvette/core/entities';
import { useEffect, useState } from 'react';
import { type Laid, laidOn, leftInPlace, type OtherStructure } from './overlay.ts';

/** How long aligning may keep the page from answering, in milliseconds. */
const atATime = 12;

/** How other structures lie on the one that is shown, by identifier; those that are not done yet are missing. */
export function useAlignedStructures(
  others: readonly OtherStructure[],
  target: readonly Atom[] | null,
  mode: AlignmentMode,
): ReadonlyMap<string, Laid & { atoms: readonly Atom[] }> {
  const [laid, setLaid] = useState<ReadonlyMap<string, Laid & { atoms: readonly Atom[] }>>(new Map());
  useEffect(() => {
    if (!target) return;
    let gone = false;
    const lay = async () => {
      const found = new Map<string, Laid & { atoms: readonly Atom[] }>();
      let since = performance.now();
      for (const { id, atoms, inPlace } of others) {
        if (!atoms) continue;
        found.set(id, { ...(inPlace ? leftInPlace(atoms, target) : laidOn(atoms, target, mode)), atoms });
        if (performance.now() - since < atATime) continue;
        await new Promise((resolve) => setTimeout(resolve));
        if (gone) return;
        since = performance.now();
      }
      if (!gone) setLaid(found);
    };
    void lay();
    return () => {
      gone = true;
    };
  }, [others, target, mode]);
  return laid;
}
