import type { WorkflowItem } from '@cuvette/core/entities';
import { ownerClient } from '../../clients.ts';
import { words } from '../../words.ts';
import { Dialog } from '../dialog.tsx';
import { useAction } from '../use-action.ts';

interface NotPublicProps {
  onPublic: () => void;
  onLink: () => void;
  /** Whether a share link would do: a host's line that names the item alone has no place for its key. */
  linkable?: boolean;
  hint?: string | undefined;
}

/** Says that readers would see nothing, and offers the ways out. */
export function NotPublic({ onPublic, onLink, linkable = true, hint }: NotPublicProps) {
  const texts = words.embed;
  return (
    <div className="notice" data-tone="neutral">
      <p>
        <strong>{texts.notPublic}</strong>
      </p>
      <p>{hint ?? texts.notPublicHint}</p>
      <div className="embed-buttons">
        <button type="button" className="cv-button" onClick={onPublic}>
          {texts.makePublic}
        </button>
        {linkable ? (
          <button type="button" className="cv-button" onClick={onLink}>
            {texts.makeLink}
          </button>
        ) : null}
      </div>
    </div>
  );
}

/** Shares an item with everybody after the person agreed. */
export function PublicDialog({ item, onClose }: { item: WorkflowItem; onClose: () => void }) {
  const { busy, problem, run } = useAction(onClose);
  const texts = words.embed;
  return (
    <Dialog
      title={texts.makePublicTitle(item.name)}
      onClose={onClose}
      onSubmit={() => void run(() => ownerClient.updateWorkflow(item.uuid, { public: true }))}
      submitLabel={texts.makePublic}
      submitDisabled={busy}
      problem={problem}
    >
      <p>{texts.makePublicHint}</p>
    </Dialog>
  );
}
