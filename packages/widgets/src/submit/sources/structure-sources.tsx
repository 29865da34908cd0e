import type { AccountClient } from '@cuvette/core/client';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { useSheet } from '../../results/hooks/use-sheet.ts';
import css from './sources.css?inline';
import type { TakenStructure } from './taken.ts';
import { sourceWords as words } from './words.ts';

/** What each dialog of a source gets. */
export interface SourceDialogProps {
  client: AccountClient;
  /** Folder that the item goes to, whose project's structures are listed; null is the person's own. */
  folder: string | null;
  /** The structure that is there now; empty where none is. */
  smiles: string;
  onTake: (structure: TakenStructure) => void;
  onClose: () => void;
}

// Each way is a script of its own that comes when it is opened: the editor above all is large.
const sources = [
  { id: 'draw', title: words.draw, View: lazily(() => import('./draw-dialog.tsx')) },
  { id: 'name', title: words.byName, View: lazily(() => import('./name-dialog.tsx')) },
  { id: 'recent', title: words.recent, View: lazily(() => import('./recent-dialog.tsx')) },
  { id: 'project', title: words.project, View: lazily(() => import('./project-dialog.tsx')) },
] as const;

function lazily(load: () => Promise<{ default: ComponentType<SourceDialogProps> }>) {
  return lazy(load);
}

interface StructureSourcesProps extends Omit<SourceDialogProps, 'onClose'> {
  /** Further ways, after these. */
  children?: ReactNode;
}

/** The ways to a structure besides typing a SMILES or dropping a file: drawing, PubChem by name, recent structures, those of the project. */
export function StructureSources({ children, ...props }: StructureSourcesProps) {
  useSheet(css);
  const [open, setOpen] = useState<(typeof sources)[number]['id'] | null>(null);
  const close = () => setOpen(null);
  const platform = useQuery(props.client.platform(), props.client.queryClient).data;
  const View = sources.find(({ id }) => id === open)?.View;
  return (
    <div className="cv-row cv-sources" role="group" aria-label={words.ways}>
      {/* A server that looks nothing up is not asked by name. */}
      {sources
        .filter(({ id }) => id !== 'name' || platform?.lookups !== false)
        .map(({ id, title }) => (
          <button
            key={id}
            type="button"
            className="cv-button"
            data-dense=""
            aria-haspopup="dialog"
            onClick={() => setOpen(id)}
          >
            {title}
          </button>
        ))}
      {children}
      {View ? (
        <Suspense fallback={<span role="status">{words.opening}</span>}>
          <View
            {...props}
            onTake={(structure) => {
              close();
              props.onTake(structure);
            }}
            onClose={close}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
