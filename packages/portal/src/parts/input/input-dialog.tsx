import { isFinished, type WorkflowItem } from '@cuvette/core/entities';
import { inEnglish } from '@cuvette/core/phrases';
import { sharedSession } from '@cuvette/core/session';
import { type CatalogueEntry, followUps, type StructureReference } from '@cuvette/core/workflows';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { inputWords as words } from '../../input-words.ts';
import { Dialog } from '../dialog.tsx';
import { calculationReference, definitionQuery, referenceIn } from './source-structure.ts';

/** The structure that the page of an item shows now, by its identifier; null where none was chosen. */
function useShownStructure(uuid: string): string | null {
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    const { session, release } = sharedSession(uuid);
    const look = () => setShown(session.getState().structure);
    look();
    const stop = session.subscribe(look);
    return () => {
      stop();
      release();
    };
  }, [uuid]);
  return shown;
}

/** The structure that the page of a finished item shows, as another item takes it; null where it shows none that could be taken. */
export function useShownReference(item: WorkflowItem): StructureReference | null {
  const shown = useShownStructure(item.uuid);
  const definition = useQuery(definitionQuery(item.object_type), ownerClient.queryClient);
  if (!definition.data || !isFinished(item.object_status)) return null;
  const reference = referenceIn(definition.data, item, shown) ?? referenceIn(definition.data, item, null);
  return reference?.source.kind === 'protein' ? null : reference;
}

/** “Use as input” for a calculation of an item, on the page of that calculation alone. */
export function UseCalculationAsInput({ item, calculation }: { item: WorkflowItem; calculation: string }) {
  const definition = useQuery(definitionQuery(item.object_type), ownerClient.queryClient);
  const reference = definition.data ? calculationReference(definition.data, item, calculation) : null;
  return reference ? <InputButton item={item} reference={reference} folder={item.parent_uuid} /> : null;
}

interface InputButtonProps {
  item: WorkflowItem;
  reference: StructureReference;
  /** Where the new item shall lie; null for the person's own root folder. */
  folder: string | null;
}

function InputButton(props: InputButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="cv-button" onClick={() => setOpen(true)}>
        {words.action}
      </button>
      {open ? <InputDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

interface StructureAsInputProps {
  item: WorkflowItem;
  /** Identifier of the structure; null for none, which asks nothing. */
  structure: string | null;
  readOnly: boolean;
  onClose: () => void;
}

/** Asks for the type that takes a structure of an item as its input, where the row of that structure was pressed. */
export function StructureAsInput({ item, structure, readOnly, onClose }: StructureAsInputProps) {
  const definition = useQuery(definitionQuery(item.object_type), ownerClient.queryClient);
  const reference = structure !== null && definition.data ? referenceIn(definition.data, item, structure) : null;
  if (!reference) return null;
  return (
    <InputDialog item={item} reference={reference} folder={readOnly ? null : item.parent_uuid} onClose={onClose} />
  );
}

/** Asks for the type that takes a structure of an item as its input, the usual next ones first. */
export function InputDialog({ item, reference, folder, onClose }: InputButtonProps & { onClose: () => void }) {
  const { suggested, others } = followUps({
    type: item.object_type,
    data: item.object_data ?? {},
    name: reference.name,
  });
  const search = { input: item.uuid, structure: reference.id, ...(folder ? { folder } : {}) };
  return (
    <Dialog title={words.title(inEnglish(reference.name))} onClose={onClose}>
      <p className="cv-quiet">{words.hint}</p>
      <Types title={words.suggested} entries={suggested} search={search} />
      <Types title={words.others} entries={others} search={search} />
    </Dialog>
  );
}

interface TypesProps {
  title: string;
  entries: readonly CatalogueEntry[];
  search: { input: string; structure: string; folder?: string };
}

function Types({ title, entries, search }: TypesProps) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <div className="item-actions">
        {entries.map((entry) => (
          <Link
            key={entry.type}
            className="cv-button"
            to="/new/$type"
            params={{ type: entry.path.slice(1) }}
            search={search}
          >
            {entry.title}
          </Link>
        ))}
      </div>
    </section>
  );
}
