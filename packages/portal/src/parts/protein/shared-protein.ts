import type { Protein } from '@cuvette/core/entities';
import type { SharedEntry } from '../paths.ts';
import { proteinName } from './protein-dialogs.tsx';

/** A protein as the dialog of sharing takes it; a protein lies in no folder that could be shared above it. */
export function sharedProtein(protein: Pick<Protein, 'uuid' | 'name' | 'public'>): SharedEntry {
  const data = {
    uuid: protein.uuid,
    name: proteinName(protein),
    public: protein.public === true,
    ancestor_is_public: false,
  };
  return { type: 'protein', data };
}
