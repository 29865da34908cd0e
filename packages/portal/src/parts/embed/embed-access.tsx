import type { WorkflowItem } from '@cuvette/core/entities';
import { ownerClient } from '../../clients.ts';
import { words } from '../../words.ts';
import { Dialog } from '../dialog.tsx';
import { useAction } from '../use-action.ts';

/** Says that readers would see nothing, and offers the two ways out. */
export function NotPublic({ onPublic, onLink }: { onPublic: () => void; onLink: () => void }) {
  const said = words.embed;
  return (
    <div className="notice" data-tone="neutral">
      <p>
        <strong>{said.notPublic}</strong>
      </p>
      <p>{said.notPublicHint}</p>
      <div className="embed-buttons">
        <button type="button" className="cv-button" onClick={onPublic}>
          {said.makePublic}
        </button>
        <button type="button" className="cv-button" onClick={onLink}>
          {said.makeLink}
        </button>
      </div>
    </div>
  );
}

/** Shares an item with everybody after the person has said yes. */
export function PublicDialog({ item, onClose }: { item: WorkflowItem; onClose: () => void }) {
  const { busy, problem, run } = useAction(onClose);
  const said = words.embed;
  return (
    <Dialog
      title={said.makePublicTitle(item.name)}
      onClose={onClose}
      onSubmit={() => void run(() => ownerClient.updateWorkflow(item.uuid, { public: true }))}
      submitLabel={said.makePublic}
      submitDisabled={busy}
      problem={problem}
    >
      <p>{said.makePublicHint}</p>
    </Dialog>
  );
}
