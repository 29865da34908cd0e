import { inputElements, type Replacement } from '@cuvette/core/workflows';
import { useId } from 'react';
import { Callout } from '../ui/states.tsx';
import type { SubmitDraft } from './draft.ts';
import { useFormScene } from './editors/form-scene.ts';
import type { Judgement } from './judge.ts';
import { WhenItEnds } from './limit-and-mail.tsx';
import { ProblemTexts } from './roles/problem-texts.tsx';
import { Notices, ServerNotes } from './server-notes.tsx';
import { SettingsForm } from './settings-form.tsx';
import type { MoleculeState } from './use-molecule.ts';
import type { ServerReport } from './use-server-report.ts';
import { submitWords as words } from './words.ts';

interface SubmitSettingsProps {
  draft: SubmitDraft;
  state: MoleculeState;
  server: ServerReport;
  /** Defaults that were replaced by what runs here. */
  replaced: readonly Replacement[];
  judged: Judgement;
  onChange: (change: Partial<SubmitDraft>) => void;
}

/** The settings of a form with what the server lacks, the item's name, and what happens when it ends. */
export function SubmitSettings({ draft, state, server, replaced, judged, onChange }: SubmitSettingsProps) {
  const id = useId();
  const { client, definition, data, setData } = useFormScene();
  const { ofForm, elsewhere, offers, notices, prepared, choices, name, nameFault } = judged;
  return (
    <>
      {server.error ? (
        <Callout tone="bad" title={words.methodsUnread}>
          <button type="button" className="cv-button" onClick={server.retry}>
            {words.tryAgain}
          </button>
        </Callout>
      ) : null}
      <ServerNotes {...{ server, replaced, definition, data, offers }} onChange={setData} />
      <ProblemTexts problems={elsewhere} />
      <SettingsForm
        {...{ definition, data, prepared, offers, choices }}
        report={server.report}
        elements={inputElements(state.inputs)}
        platform={server.platform}
        problems={ofForm}
        onChange={setData}
      />
      <label className="cv-field">
        {words.name}
        <input
          value={name}
          aria-invalid={nameFault !== null}
          aria-describedby={`${id}n`}
          onChange={(event) => onChange({ name: event.target.value })}
        />
        <span className="cv-quiet">{words.nameHint}</span>
      </label>
      <p id={`${id}n`} className="cv-problem" role="alert">
        {nameFault}
      </p>
      <WhenItEnds
        client={client}
        platform={server.platform}
        email={draft.email}
        limit={draft.limit}
        onChange={onChange}
      />
      <Notices notices={notices} />
    </>
  );
}
