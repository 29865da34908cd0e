import type { ServerSetting } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../dialog.tsx';
import { ListTable } from '../list-table.tsx';
import { Problem } from '../problem.tsx';
import { useAction } from '../use-action.ts';
import { administration, queryClient } from './calls.ts';
import { adminWords as words } from './words.ts';

/** The settings of the server: what is fixed from outside, and what is changed here. */
export function Settings() {
  const list = useQuery(administration.settings(), queryClient);
  const [changing, setChanging] = useState<ServerSetting | null>(null);
  // What can be changed is what somebody comes for.
  const settings = list.data?.settings.toSorted((a, b) => Number(b.editable !== null) - Number(a.editable !== null));
  return (
    <>
      <p className="cv-quiet lead">{words.settingsHint}</p>
      {list.error ? <Problem error={list.error} retry={() => void list.refetch()} /> : null}
      {settings ? (
        <div className="admin-scroll">
          <ListTable
            caption={words.parts.settings}
            columns={[{ title: words.setting }, { title: words.value }, { title: words.actions, hidden: true }]}
          >
            {settings.map((setting) => (
              <tr key={setting.name}>
                <td className="name">
                  <code>{setting.variable}</code>
                  <p className="cv-quiet">{setting.text}</p>
                </td>
                <td className="admin-details">
                  {setting.value ?? words.secret}{' '}
                  <span className="cv-badge" data-tone={setting.source === 'administrator' ? 'good' : 'neutral'}>
                    {words.sources[setting.source]}
                  </span>
                </td>
                <td className="row-actions">
                  {setting.editable ? (
                    <button
                      type="button"
                      className="cv-button"
                      aria-label={words.changeNamed(setting.variable)}
                      onClick={() => setChanging(setting)}
                    >
                      {words.change}
                    </button>
                  ) : null}
                </td>
              </tr>
            ))}
          </ListTable>
        </div>
      ) : null}
      {changing ? <ChangeDialog setting={changing} onClose={() => setChanging(null)} /> : null}
    </>
  );
}

function ChangeDialog({ setting, onClose }: { setting: ServerSetting; onClose: () => void }) {
  const { name, variable, text, editable, source } = setting;
  const [value, setValue] = useState(source === 'administrator' ? (setting.value ?? '') : '');
  const { busy, problem, run } = useAction(onClose);
  const save = () => administration.changeSetting(name, value.trim() === '' ? null : value.trim());
  return (
    <Dialog
      size="small"
      title={words.changeNamed(variable)}
      onClose={onClose}
      onSubmit={() => void run(save)}
      submitLabel={words.save}
      submitDisabled={busy}
      problem={problem}
    >
      <p className="cv-quiet">{text}</p>
      <label className="field">
        {words.value}
        {editable?.kind === 'choice' ? (
          <select data-first="" value={value} onChange={(event) => setValue(event.target.value)}>
            <option value="">{words.useDefault}</option>
            {editable.choices.map((choice) => (
              <option key={choice} value={choice}>
                {choice}
              </option>
            ))}
          </select>
        ) : (
          <input
            data-first=""
            type={editable?.kind === 'number' ? 'number' : 'text'}
            {...(editable?.kind === 'number' ? { min: editable.minimum, max: editable.maximum } : { maxLength: 500 })}
            value={value}
            onChange={(event) => setValue(event.target.value)}
          />
        )}
      </label>
      {editable?.kind === 'choice' ? null : <p className="cv-quiet">{words.backToDefault}</p>}
    </Dialog>
  );
}
