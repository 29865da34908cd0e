import type { WorkflowItem } from '@cuvette/core/entities';
import { Switch } from '@cuvette/widgets/ui/switch.tsx';
import { useState } from 'react';
import { ownerClient } from '../clients.ts';
import { words } from '../words.ts';
import { CopyField } from './copy-field.tsx';
import { Dialog } from './dialog.tsx';
import { elementSnippet, frameSnippet, publicAddress } from './embed-snippets.ts';
import { problemText } from './problem.tsx';

/** Switches sharing on and off, and shows the public link and the texts that embed the item in another page. */
export function ShareDialog({ item, onClose }: { item: WorkflowItem; onClose: () => void }) {
  // Shows the choice at once; falls back to what the server says.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const set = async (shared: boolean) => {
    setChosen(shared);
    setProblem(null);
    try {
      await ownerClient.updateWorkflow(item.uuid, { public: shared });
    } catch (error) {
      setProblem(problemText(error));
    } finally {
      setChosen(null);
    }
  };
  const origin = window.location.origin;
  const visible = item.public || item.ancestor_is_public;
  return (
    <Dialog title={words.shareTitle} onClose={onClose} problem={problem}>
      <Switch
        label={words.shareSwitch}
        checked={chosen ?? item.public}
        disabled={chosen !== null}
        onChange={(shared) => void set(shared)}
      />
      <p className="cv-quiet">{item.ancestor_is_public && !item.public ? words.shareByFolder : words.shareHint}</p>
      {visible ? (
        <>
          <CopyField label={words.publicLink} value={publicAddress(origin, item)} />
          <CopyField label={words.embedElement} value={elementSnippet(origin, item.uuid)} rows={2} />
          <CopyField label={words.embedFrame} value={frameSnippet(origin, item)} rows={3} />
        </>
      ) : null}
    </Dialog>
  );
}
