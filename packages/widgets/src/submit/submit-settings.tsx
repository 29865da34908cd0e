import type { MethodReport } from '@cuvette/core/entities';
import {
  inputElements,
  type Replacement,
  substituted,
  type WorkflowData,
  type WorkflowDefinition,
} from '@cuvette/core/workflows';
import { useId, useMemo } from 'react';
import { Callout } from '../ui/states.tsx';
import type { SubmitDraft } from './draft.ts';
import { useFormScene } from './editors/form-scene.ts';
import type { Judgement } from './judge.ts';
import { WhenItEnds } from './limit-and-mail.tsx';
import { ProblemTexts } from './roles/problem-texts.tsx';
import { Notices, ServerNotes } from './server-notes.tsx';
import { type SettingDifference, settingDifferences } from './setting-differences.ts';
import { SettingsFold } from './settings-fold.tsx';
import { SettingsForm } from './settings-form.tsx';
import type { MoleculeState } from './use-molecule.ts';
import { isUntouched, type ServerReport } from './use-server-report.ts';
import { submitWords as words } from './words.ts';

interface SubmitSettingsProps {
  /** Identifier of the heading of the settings. */
  heading: string;
  draft: SubmitDraft;
  state: MoleculeState;
  server: ServerReport;
  /** Defaults that were replaced by what runs here. */
  replaced: readonly Replacement[];
  judged: Judgement;
  onChange: (change: Partial<SubmitDraft>) => void;
}

/** The settings of a form with what the server lacks, the item's name, and what happens when it ends. */
export function SubmitSettings({ heading, draft, state, server, replaced, judged, onChange }: SubmitSettingsProps) {
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
      <SettingsFold
        id={heading}
        differences={useDifferences(definition, data, server.report)}
        // Defaults that do not run here are replaced by themselves in a moment.
        faulty={
          offers.length > 0 ? replaced.length > 0 || !isUntouched(definition, data) : ofForm.length > elsewhere.length
        }
      >
        <SettingsForm
          {...{ definition, data, prepared, offers, choices }}
          report={server.report}
          elements={inputElements(state.inputs)}
          platform={server.platform}
          problems={ofForm}
          onChange={setData}
        />
      </SettingsFold>
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

/** Returns what of the settings is not as in a new form, with what this server has in place of a default that it lacks. */
export function useDifferences(
  definition: WorkflowDefinition,
  data: WorkflowData,
  report: MethodReport | null,
): readonly SettingDifference[] {
  const usual = useMemo(() => {
    const defaults = definition.defaults();
    return report?.workers ? substituted(definition, defaults, report).data : defaults;
  }, [definition, report]);
  return useMemo(() => settingDifferences(definition, data, usual, report), [definition, data, usual, report]);
}
