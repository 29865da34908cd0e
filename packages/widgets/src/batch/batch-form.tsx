import { writeLeftOut } from '@cuvette/core/chemistry/molecule-list';
import { type AccountClient, ApiError, callKey } from '@cuvette/core/client';
import { mostInBatch } from '@cuvette/core/entities';
import {
  featureProblems,
  isUnreported,
  type Replacement,
  substituted,
  type WorkflowData,
  type WorkflowDefinition,
  withLevelParts,
} from '@cuvette/core/workflows';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useSheet } from '../results/hooks/use-sheet.ts';
import { type FormScene, FormSceneContext } from '../submit/editors/form-scene.ts';
import { CreditLimit, limitOf } from '../submit/limit-and-mail.tsx';
import { coveredBy, OfferNote, SettingsForm } from '../submit/settings-form.tsx';
import { submitWords } from '../submit/words.ts';
import { Callout } from '../ui/states.tsx';
import css from './batch.css?inline';
import { BatchInput } from './batch-input.tsx';
import { type BatchLine, judgeLines, unknownSmiles } from './batch-lines.ts';
import { type BatchSource, moleculesOf } from './batch-source.ts';
import { LinesTable } from './lines-table.tsx';
import { useFindings } from './use-findings.ts';
import { batchWords as words } from './words.ts';

export interface BatchFormProps {
  definition: WorkflowDefinition;
  client: AccountClient;
  /** Folder that the folder of the batch is made in; null is the root folder. */
  folder: string | null;
  /** Hears of the folder that was made, once all items lie in it. */
  onSubmitted: (folder: string) => void;
}

const noText: BatchSource = { kind: 'text', text: '' };

/** The submit page of many molecules at once: the list, what becomes of each of its lines, settings for all, one folder. */
export function BatchForm({ definition, client, folder, onSubmitted }: BatchFormProps) {
  useSheet(css);
  const id = useId();
  const form = useMemo(() => forMany(definition), [definition]);
  const [text, setText] = useState('');
  const [source, setSource] = useState<BatchSource>(noText);
  const [isCut, setCut] = useState(false);
  const [choices, setChoices] = useState({ largest: false, repeats: false, isomers: false });
  const [data, setData] = useState<WorkflowData>(() => definition.defaults());
  const [replaced, setReplaced] = useState<Replacement[]>([]);
  const [typedName, setName] = useState<string | null>(null);
  const [limit, setLimit] = useState('');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const sent = useRef<{ said: string; key: string; folder: string } | null>(null);

  const methods = useQuery(
    { ...client.methods(), refetchInterval: (query) => (query.state.data?.workers ? false : 5000) },
    client.queryClient,
  );
  const unreported = methods.data ? isUnreported(methods.data) : false;
  const report = unreported ? null : (methods.data ?? null);
  const platform = useQuery(client.platform(), client.queryClient).data ?? null;
  const untouched = JSON.stringify(data) === JSON.stringify(definition.defaults());
  useEffect(() => {
    if (!untouched || !report?.workers) return;
    const { data: instead, replacements } = substituted(definition, data, report);
    if (replacements.length === 0) return;
    setReplaced(replacements);
    setData(instead);
  }, [untouched, report, definition, data]);

  const read = useMemo(() => moleculesOf(source), [source]);
  const isTooLong = read.molecules.length > mostInBatch && !isCut;
  const molecules = useMemo(() => (isTooLong ? [] : read.molecules.slice(0, mostInBatch)), [isTooLong, read.molecules]);
  const { findings, want, problem: checkProblem, retry } = useFindings(client, definition, data, choices.isomers);
  const lines = useMemo(() => judgeLines(molecules, findings, choices), [molecules, findings, choices]);
  useEffect(() => want(unknownSmiles(lines)), [lines, want]);
  const count = (state: BatchLine['state']) => lines.filter((line) => line.state === state).length;
  const [ready, waiting, out] = [count('ready'), count('waiting'), count('out')];
  const hasOpenIsomers = lines.some(({ runs }) => (findings.get(runs)?.isomers ?? 0) > 1);
  const hasParts = lines.some(({ smiles }) => smiles.includes('.'));
  const hasRepeats = new Set(lines.map(({ runs }) => findings.get(runs)?.canonical ?? runs)).size < lines.length;

  const problems = [
    ...featureProblems(definition, data, platform),
    ...definition.problems(data, { molecule: null, smiles: null }, report),
  ].filter(({ field }) => !/^initial_(molecule|smiles)/.test(field));
  const offers = definition.offers(data, report);
  const notices = problems.length === 0 ? definition.notices(data, { molecule: null, smiles: null }, report) : [];
  const name = typedName ?? words.usualName(definition.title, ready);
  const reason = !report
    ? unreported
      ? submitWords.needWorker
      : words.needMethods
    : isTooLong
      ? words.needLess
      : lines.length === 0
        ? words.needList
        : waiting > 0
          ? words.needCheck
          : ready === 0
            ? words.needOne
            : problems.length > 0 || offers.length > 0 || limitOf({ limit }) === undefined
              ? words.needSettings
              : null;

  const send = async () => {
    const running = lines.filter(({ state }) => state === 'ready');
    const leftOut = lines.filter(({ state }) => state === 'out');
    const from = source.kind === 'text' || source.name === '' ? null : source.name;
    const notes = (more: readonly BatchLine[]) => {
      const all = [...leftOut, ...more].sort((one, other) => one.line - other.line);
      const table = writeLeftOut(all);
      const told = words.notes(definition.title, running.length - more.length, from);
      return table === '' ? told : `${told}\n\n${words.notesLeftOut}\n\n${table}`;
    };
    const batch = {
      workflow_type: definition.type,
      workflow_data: data,
      names: running.map(({ name: own, runs }) => (own ?? runs).slice(0, 200)),
      initial_smileses: running.map(({ runs }) => runs),
      enumerateStereo: choices.isomers,
      maxCredits: limitOf({ limit }) ?? null,
    };
    // Where the answer of a first press was lost, the second finds what it made.
    const said = JSON.stringify([batch, name]);
    if (sent.current?.said !== said) {
      const made = await client.createFolder({
        name: name.trim() || definition.title,
        parent_uuid: folder,
        notes: notes([]),
      });
      sent.current = { said, key: callKey(), folder: made.uuid };
    }
    const { key, folder: folder_uuid } = sent.current;
    const { skipped } = await client.submitBatch({ ...batch, folder_uuid }, key);
    const refusedLines = skipped.flatMap(({ index, detail }): BatchLine[] => {
      const line = running[index];
      return line ? [{ ...line, state: 'out', problem: detail }] : [];
    });
    if (refusedLines.length > 0) await client.updateFolder(folder_uuid, { notes: notes(refusedLines) });
    return folder_uuid;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (reason !== null || busy) return;
    setBusy(true);
    setRefused(null);
    try {
      onSubmitted(await send());
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
  const give = (next: BatchSource) => {
    setSource(next);
    setCut(false);
    setRefused(null);
  };
  const toggle = (choice: keyof typeof choices, label: string) => (
    <label className="cv-choice">
      <input
        type="checkbox"
        checked={choices[choice]}
        onChange={(event) => setChoices((before) => ({ ...before, [choice]: event.target.checked }))}
      />
      <span>{label}</span>
    </label>
  );

  return (
    <form className="cv-submit cv-batch" onSubmit={submit} noValidate>
      <section aria-labelledby={`${id}m`} className="cv-panel">
        <h2 id={`${id}m`} className="cv-heading">
          {words.molecules}
        </h2>
        <BatchInput
          text={text}
          source={source}
          onText={(typed, next) => {
            setText(typed);
            give(next);
          }}
          onFile={give}
          onRemove={() => give({ kind: 'text', text })}
        />
        {isTooLong ? (
          <Callout tone="okay">
            <p>{words.tooMany(read.molecules.length)}</p>
            <button type="button" className="cv-button" onClick={() => setCut(true)}>
              {words.takeFirst}
            </button>
          </Callout>
        ) : null}
        {hasParts || choices.largest ? toggle('largest', words.largest) : null}
        {hasRepeats || choices.repeats ? toggle('repeats', words.repeats) : null}
        {hasOpenIsomers || choices.isomers ? toggle('isomers', words.isomers) : null}
      </section>
      <section aria-labelledby={`${id}s`} className="cv-panel">
        <h2 id={`${id}s`} className="cv-heading">
          {words.settings}
        </h2>
        {replaced.length > 0 ? (
          <Callout tone="neutral">
            {replaced.map(({ field, reason: why, action }) => (
              <p key={field + action}>
                {why} {submitWords.chosenInstead(action)}
              </p>
            ))}
          </Callout>
        ) : null}
        {unreported ? <Callout tone="okay">{submitWords.noWorkerYet}</Callout> : null}
        {report?.workers === 0 ? <Callout tone="okay">{submitWords.noWorker}</Callout> : null}
        {offers
          .filter((offer) => !form.fields.some(({ path }) => path === offer.field))
          .map((offer) => (
            <OfferNote key={offer.action} offer={offer} onTake={() => setData(offer.apply(data))} />
          ))}
        <div className="cv-problem" role="alert">
          {problems
            .filter((problem) => !coveredBy(form, data, problem))
            .map(({ field, detail }) => (
              <p key={field + detail}>{detail}</p>
            ))}
        </div>
        <FormSceneContext value={scene}>
          <SettingsForm
            definition={form}
            data={data}
            prepared={null}
            report={report}
            platform={platform}
            problems={problems}
            offers={offers}
            onChange={setData}
          />
        </FormSceneContext>
        <label className="cv-field">
          {words.batchName}
          <input value={name} onChange={(event) => setName(event.target.value)} />
        </label>
        <CreditLimit platform={platform} limit={limit} onChange={setLimit} />
        {notices.map(({ kind, title, body }) => (
          <Callout key={title + body} tone={kind === 'warning' ? 'okay' : 'neutral'} title={title}>
            <p>{body}</p>
          </Callout>
        ))}
        {refused ? (
          <p className="cv-problem" role="alert">
            {refused}
          </p>
        ) : null}
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
      </section>
      {lines.length > 0 ? (
        <section className="cv-panel cv-batch-lines" aria-labelledby={`${id}l`}>
          <h2 id={`${id}l`} className="cv-heading">
            {words.linesTitle}
          </h2>
          <p role="status" data-batch-count>
            {[
              waiting > 0 ? words.checking(lines.length - waiting, lines.length) : words.willRun(ready),
              out > 0 ? words.leftOut(out) : null,
              read.blanks + read.comments > 0 ? words.passed(words.passedOver(read.blanks, read.comments)) : null,
            ]
              .filter(Boolean)
              .join(', ')}
          </p>
          {checkProblem ? (
            <Callout tone="bad" title={words.checkFailed}>
              <p>{checkProblem}</p>
              <button type="button" className="cv-button" onClick={retry}>
                {words.tryAgain}
              </button>
            </Callout>
          ) : null}
          <LinesTable lines={lines} />
        </section>
      ) : null}
    </form>
  );
}

/** Editors that name no atom of a molecule. */
const ofNoAtoms: readonly string[] = ['multiplicities', 'confining_constraint'];

/** The form of a type for many molecules: what is said about the atoms of one molecule stays out. */
function forMany(definition: WorkflowDefinition): WorkflowDefinition {
  const fields = withLevelParts(definition.fields).filter(
    (field) => field.kind !== 'atoms' && (field.kind !== 'editor' || ofNoAtoms.includes(field.editor)),
  );
  return { ...definition, fields };
}
