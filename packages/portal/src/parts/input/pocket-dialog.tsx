import type { WorkflowItem } from '@cuvette/core/entities';
import { inEnglish } from '@cuvette/core/phrases';
import { entryOfType, type FoundPocket } from '@cuvette/core/workflows';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ownerClient } from '../../clients.ts';
import { inputWords as words } from '../../input-words.ts';
import { Dialog } from '../dialog.tsx';
import { pocketText } from '../protein/start-with-protein.ts';
import { definitionQuery } from './source-structure.ts';

/** Types that dock into a box. */
const dockingTypes = ['docking', 'batch_docking'];

/** How many pockets the dialog lists: the best ones. */
const mostListed = 12;

/** The pockets that an item found; empty while its type is read, and for other types. */
export function useItemPockets(item: WorkflowItem): readonly FoundPocket[] {
  const definition = useQuery(definitionQuery(item.object_type), ownerClient.queryClient);
  return definition.data?.pockets(item) ?? [];
}

interface PocketDialogProps {
  pockets: readonly FoundPocket[];
  /** Where the new item shall lie; null for the person's own root folder. */
  folder: string | null;
  onClose: () => void;
}

/** Asks which pocket is docked into, and by which type; its form opens with protein and box. */
export function PocketDialog({ pockets, folder, onClose }: PocketDialogProps) {
  return (
    <Dialog title={words.pocketTitle} onClose={onClose}>
      <p className="cv-quiet">{words.pocketHint}</p>
      {pockets.slice(0, mostListed).map(({ name, protein, box }, index) => {
        const title = words.dockInto(inEnglish(name));
        return (
          <section key={index} aria-label={title}>
            <h3>{inEnglish(name)}</h3>
            <div className="item-actions">
              {dockingTypes.map((type) => {
                const entry = entryOfType(type);
                return entry ? (
                  <Link
                    key={type}
                    className="cv-button"
                    to="/new/$type"
                    params={{ type: entry.path.slice(1) }}
                    search={{ protein, pocket: pocketText(box), ...(folder ? { folder } : {}) }}
                  >
                    {entry.title}
                  </Link>
                ) : null;
              })}
            </div>
          </section>
        );
      })}
    </Dialog>
  );
}
