import type { ItemSummary } from '@cuvette/core/embedding';
import type { WorkflowItem } from '@cuvette/core/entities';
import { useEffect, useState } from 'react';
import { badgePng, formulaPng, viewerPng } from './embed-picture.ts';

/** Pictures of an item as data addresses; null for those that cannot be had. */
export interface EmbedPictures {
  viewer: string | null;
  formula: string | null;
  badge: string | null;
}

/** The SMILES that an item stands for; null where it has none. */
function smilesOf({ smiles, object_data }: WorkflowItem): string | null {
  const given = smiles ?? object_data?.initial_smiles;
  return typeof given === 'string' && given !== '' ? given : null;
}

/** Makes the pictures of an item: the 3D view that the page shows now, its structural formula, its badge. */
export function useEmbedPictures(item: WorkflowItem, summary: ItemSummary): EmbedPictures {
  // Once, when the dialog opens: what the person sees behind it.
  const [viewer] = useState(viewerPng);
  const [formula, setFormula] = useState<string | null>(null);
  const [badge, setBadge] = useState<string | null>(null);
  const smiles = smilesOf(item);
  useEffect(() => {
    let gone = false;
    if (smiles) {
      formulaPng(smiles).then(
        (made) => !gone && setFormula(made),
        () => {},
      );
    }
    return () => {
      gone = true;
    };
  }, [smiles]);
  useEffect(() => {
    let gone = false;
    badgePng(summary).then(
      (made) => !gone && setBadge(made),
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [summary]);
  return { viewer, formula, badge };
}
