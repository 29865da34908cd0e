import { nameProblem } from '@cuvette/core/entities';
import { savedProperties } from '@cuvette/core/tables';
import { Switch } from '@cuvette/widgets/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ownerClient, useClient } from '../../clients.ts';
import { listWords } from '../../list-words.ts';
import { words } from '../../words.ts';
import { Dialog } from '../dialog.tsx';
import { useAction } from '../use-action.ts';
import { chooseColumns, useColumnChoice } from './column-choice.ts';

/** Opens the choice of columns. */
export function ColumnsButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="cv-button" data-dense="" onClick={() => setOpen(true)}>
        {listWords.columns}
      </button>
      {open ? <ColumnsDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** Which properties of the catalogue a list shows. Whoever is signed in keeps sets of them under names. */
function ColumnsDialog({ onClose }: { onClose: () => void }) {
  const signedIn = useClient() === ownerClient;
  const choice = useColumnChoice();
  const toggle = (id: string) => {
    const ids = choice.ids.includes(id) ? choice.ids.filter((one) => one !== id) : [...choice.ids, id];
    chooseColumns({ ...choice, ids });
  };
  return (
    <Dialog title={listWords.columnsTitle} onClose={onClose}>
      <p className="cv-quiet">{listWords.columnsHint}</p>
      <Switch
        label={listWords.structures}
        checked={choice.structures}
        onChange={(structures) => chooseColumns({ ...choice, structures })}
      />
      <div className="column-choice">
        {savedProperties.map(({ id, title, unit }) => (
          <label key={id}>
            <input type="checkbox" checked={choice.ids.includes(id)} onChange={() => toggle(id)} />
            {unit ? `${title} (${unit})` : title}
          </label>
        ))}
      </div>
      {signedIn ? <SavedColumns ids={choice.ids} onUse={(ids) => chooseColumns({ ...choice, ids })} /> : null}
    </Dialog>
  );
}

function SavedColumns({ ids, onUse }: { ids: readonly string[]; onUse: (ids: readonly string[]) => void }) {
  const [name, setName] = useState('');
  const saved = useQuery(ownerClient.savedColumns(), ownerClient.queryClient);
  const { busy, problem, run } = useAction(() => setName(''));
  return (
    <fieldset className="saved-columns">
      <legend>{listWords.savedColumns}</legend>
      {saved.data?.map((entry) => (
        <div key={entry.uuid} className="saved-line">
          <button type="button" className="cv-button" data-dense="" onClick={() => onUse(entry.columns)}>
            {listWords.useColumns(entry.name)}
          </button>
          {entry.is_mine ? (
            <button
              type="button"
              className="cv-button"
              data-kind="quiet"
              data-dense=""
              aria-label={words.deleteNamed(entry.name)}
              onClick={() => void run(() => ownerClient.forgetColumns(entry.uuid))}
            >
              {words.delete}
            </button>
          ) : (
            <span className="cv-quiet">{listWords.sharedBy(entry.owner_username ?? '')}</span>
          )}
        </div>
      ))}
      <div className="saved-line">
        <label className="field">
          {listWords.saveColumnsAs}
          <input value={name} onChange={(event) => setName(event.target.value)} />
        </label>
        <button
          type="button"
          className="cv-button"
          disabled={busy || ids.length === 0 || nameProblem(name) !== null}
          onClick={() => void run(() => ownerClient.saveColumns({ name: name.trim(), columns: [...ids] }))}
        >
          {words.save}
        </button>
      </div>
      {problem ? (
        <p className="problem" role="alert">
          {problem}
        </p>
      ) : null}
    </fieldset>
  );
}
