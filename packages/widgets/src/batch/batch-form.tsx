import { type AccountClient, ApiError } from '@cuvette/core/client';
import type { IdenticalItem } from '@cuvette/core/entities';
import type { WorkflowData, WorkflowDefinition } from '@cuvette/core/workflows';
import { type FormEvent, useId, useMemo, useRef, useState } from 'react';
import { useSheet } from '../results/hooks/use-sheet.ts';
import { type FormScene, FormSceneContext } from '../submit/editors/form-scene.ts';
import { forMany } from '../submit/for-many.ts';
import { problemsOfSettings } from '../submit/judge.ts';
import { CreditLimit, limitOf } from '../submit/limit-and-mail.tsx';
import { ProblemTexts } from '../submit/roles/problem-texts.tsx';
import { Notices, ServerNotes } from '../submit/server-notes.tsx';
import { SettingsFold } from '../submit/settings-fold.tsx';
import { coveredBy, SettingsForm } from '../submit/settings-form.tsx';
import { useDifferences } from '../submit/submit-settings.tsx';
import { isUntouched, type ServerReport, useReplacedDefaults, useServerReport } from '../submit/use-server-report.ts';
import { submitWords } from '../submit/words.ts';
import css from './batch.css?inline';
import { BatchLinesSection, BatchMolecules } from './batch-molecules.tsx';
import { type SentBatch, sendBatch } from './send-batch.ts';
import { type BatchList, useBatchLines } from './use-batch-lines.ts';
import { batchWords as words } from './words.ts';

export interface BatchFormProps {
  definition: WorkflowDefinition;
  client: AccountClient;
  /** Folder that the folder of the batch is made in; null is the root folder. */
  folder: string | null;
  /** The list that the form begins with. */
  start?: string | undefined;
  /** The page of a finished item that had the same input. */
  pathOf?: ((item: IdenticalItem) => string) | undefined;
  /** Hears of the folder that was made, once all items lie in it. */
  onSubmitted: (folder: string) => void;
}

const noInputs = { molecule: null, smiles: null };

/** The submit page of many molecules at once: the list, the state of each line, settings for all, one folder. */
export function BatchForm({ definition, client, folder, start = '', pathOf, onSubmitted }: BatchFormProps) {
  useSheet(css);
  const id = useId();
  const [data, setData] = useState<WorkflowData>(() => definition.defaults());
  const [typedName, setName] = useState<string | null>(null);
  const [limit, setLimit] = useState('');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const sent = useRef<SentBatch | null>(null);
  const server = useServerReport(client);
  const { report, platform } = server;
  const form = useMemo(() => forMany(definition, report), [definition, report]);
  const replaced = useReplacedDefaults(definition, data, report, setData);
  const list = useBatchLines(client, definition, data, start, folder);
  const { ready } = list.counts;
  const differences = useDifferences(form, data, report);

  const problems = problemsOfSettings(definition, data, server);
  const offers = definition.offers(data, report);
  const notices = problems.length === 0 ? definition.notices(data, noInputs, report) : [];
  const name = typedName ?? words.usualName(definition.title, ready);
  const areSettingsRight = problems.length === 0 && offers.length === 0 && limitOf({ limit }) !== undefined;
  const reason = blockedBy(server, list, areSettingsRight);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (reason !== null || busy) return;
    setBusy(true);
    setRefused(null);
    try {
      const maxCredits = limitOf({ limit }) ?? null;
      onSubmitted(await sendBatch(client, { definition, data, list, name, folder, maxCredits }, sent));
    } catch (error) {
      setRefused(error instanceof ApiError ? error.detail : String(error));
      setBusy(false);
    }
  };
  const scene: FormScene = {
    client,
    definition: form,
    data,
    setData,
    molecule: null,
    picking: null,
    setPicking: () => {},
  };

  return (
    <form className="cv-submit cv-batch" onSubmit={submit} noValidate>
      <BatchMolecules list={list} start={start} onGive={() => setRefused(null)} />
      <section aria-labelledby={`${id}s`} className="cv-panel">
        <ServerNotes {...{ server, replaced, definition: form, data, offers }} onChange={setData} />
        <ProblemTexts problems={problems.filter((problem) => !coveredBy(form, data, problem))} />
        <FormSceneContext value={scene}>
          <SettingsFold
            id={`${id}s`}
            differences={differences}
            // Defaults that do not run here are replaced by themselves in a moment.
            faulty={
              offers.length > 0
                ? replaced.length > 0 || !isUntouched(definition, data)
                : problems.some((problem) => coveredBy(form, data, problem))
            }
          >
            <SettingsForm
              {...{ definition: form, data, report, platform, problems, offers }}
              prepared={null}
              onChange={setData}
            />
          </SettingsFold>
        </FormSceneContext>
        <label className="cv-field">
          {words.batchName}
          <input value={name} onChange={(event) => setName(event.target.value)} />
        </label>
        <CreditLimit platform={platform} limit={limit} onChange={setLimit} />
        <Notices notices={notices} />
        {refused ? (
          <p className="cv-problem" role="alert">
            {refused}
          </p>
        ) : null}
      </section>
      <BatchLinesSection list={list} pathOf={pathOf} />
      <div className="cv-row cv-submit-row">
        <button
          type="submit"
          className="cv-button"
          data-kind="primary"
          disabled={reason !== null || busy}
          aria-describedby={`${id}r`}
        >
          {busy ? words.submitting : ready > 0 ? words.submit(ready) : words.submitNone}
        </button>
        <p id={`${id}r`} className="cv-quiet" role="status">
          {reason ?? (refused ? words.refused : '')}
        </p>
      </div>
    </form>
  );
}

/** Returns what is in the way of submitting, in one sentence; null where nothing is. */
function blockedBy(server: ServerReport, list: BatchList, areSettingsRight: boolean): string | null {
  if (!server.report) return server.unreported ? submitWords.needWorker : words.needMethods;
  if (list.isTooLong) return words.needLess;
  if (list.lines.length === 0) return words.needList;
  if (list.counts.waiting > 0) return words.needCheck;
  if (list.counts.ready === 0) return words.needOne;
  return areSettingsRight ? null : words.needSettings;
}
