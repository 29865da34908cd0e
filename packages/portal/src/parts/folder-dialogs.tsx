import { useState } from 'react';
import { ownerClient } from '../clients.ts';
import { words } from '../words.ts';
import { Dialog } from './dialog.tsx';
import { problemText } from './problem.tsx';

/** Asks for a name and makes a folder inside `parent`. */
export function CreateFolderDialog({ parent, onClose }: { parent: string; onClose: () => void }) {
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const create = async () => {
    setBusy(true);
    try {
      await ownerClient.createFolder({ name: name.trim(), parent_uuid: parent });
      onClose();
    } catch (error) {
      setProblem(problemText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={words.newFolder}
      onClose={onClose}
      onSubmit={create}
      submitLabel={words.create}
      submitDisabled={busy || name.trim() === ''}
      problem={problem}
    >
      <label className="field">
        {words.name}
        <input value={name} maxLength={500} onChange={(event) => setName(event.target.value)} />
      </label>
    </Dialog>
  );
}
