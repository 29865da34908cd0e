import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../ui/dialog.tsx';
import { ReadState } from './read-state.tsx';
import { StructureList } from './structure-list.tsx';
import type { SourceDialogProps } from './structure-sources.tsx';
import { sourceWords as words } from './words.ts';

/** Structures of the person's latest items, each once. */
export default function RecentDialog({ client, onTake, onClose }: SourceDialogProps) {
  const recent = useQuery(client.recentStructures(), client.queryClient);
  const structures = recent.data ?? [];
  return (
    <Dialog title={words.recentTitle} size="large" open onClose={onClose}>
      <ReadState read={recent} empty={structures.length === 0 ? words.recentEmpty : null} />
      <StructureList
        structures={structures.map(({ smiles, name }) => ({ key: smiles, name, smiles }))}
        onChoose={(smiles) => {
          const name = structures.find((structure) => structure.smiles === smiles)?.name ?? null;
          onTake({ name, smiles, molecule: null });
        }}
      />
    </Dialog>
  );
}
