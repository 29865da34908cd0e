import type { Problem } from '@cuvette/core/chemistry';
import { type AccountClient, ApiError, callKey } from '@cuvette/core/client';
import { nameProblem, type PlatformSettings, type SmilesInspection, type WorkflowItem } from '@cuvette/core/entities';
import type { InputRule, WorkflowData, WorkflowDefinition, WorkflowInputs } from '@cuvette/core/workflows';
import {
  featureProblems,
  inputElements,
  isUnreported,
  type Replacement,
  substituted,
  valueAt,
  withLevelParts,
  withValueAt,
} from '@cuvette/core/workflows';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, lazy, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Callout } from '../ui/states.tsx';
import { blockedBy, nameOf, saveBlockedBy } from './blocked.ts';
import { clearDraft, emptyMolecule, loadDraft, type MoleculeDraft, type SubmitDraft, saveDraft } from './draft.ts';
import { type FormScene, FormSceneContext } from './editors/form-scene.ts';
import { firstOfChain } from './level-groups.ts';
import { limitOf, WhenItEnds } from './limit-and-mail.tsx';
import { MoleculeInput } from './molecule-input.tsx';
import { RunTime } from './run-time.tsx';
import { coveredBy, OfferNote, rangeProblem, SettingsForm } from './settings-form.tsx';
import { StructureSummary } from './structure-summary.tsx';
import { type MoleculeState, useMolecule } from './use-molecule.ts';
import { submitWords as words } from './words.ts';

export interface SubmitFormProps {
  definition: WorkflowDefinition;
  client: AccountClient;
  /** Folder that the new item goes to; null is the root folder. */
  folder: string | null;
  /** Name of the draft in this browser tab. */
  draftKey: string;
  /** What the form starts with when there is no draft. */
  start?: Partial<SubmitDraft> | undefined;
  /** The item, still a draft, that the form changes and submits instead of making another. */
  editing?: WorkflowItem | undefined;
  onSubmitted: (item: WorkflowItem) => void;
  /** Called with the draft that was made or changed; without it the form offers no saving. */
  onSaved?: ((item: WorkflowItem) => void) | undefined;
}

const RoleInputs = lazy(async () => ({ default: (await import('./roles/role-inputs.tsx')).RoleInputs }));
const isSmallMolecule = ({ role }: InputRule) => role === 'initial_molecule' || role === 'initial_smiles';
const noInspections: ReadonlyMap<string, SmilesInspection> = new Map();

/** The whole submit page of one workflow type: molecule, settings, name, and what still stands in the way. */
export function SubmitForm(props: SubmitFormProps) {
  const { client, folder, start, editing, onSubmitted, onSaved } = props;
  const definition = useMemo(
    () => ({ ...props.definition, fields: withLevelParts(props.definition.fields) }),
    [props.definition],
  );
  const id = useId();
  // What the server says of a draft meanwhile does not move what is being typed elsewhere.
  const [draftKey] = useState(props.draftKey);
  const fresh = (): SubmitDraft => ({
    molecule: emptyMolecule,
    data: definition.defaults(),
    name: null,
    email: false,
    limit: '',
    ...start,
  });
  const [draft, setDraft] = useState<SubmitDraft>(() => loadDraft(draftKey) ?? fresh());
  // What the form itself chose instead of defaults that do not run here.
  const [replaced, setReplaced] = useState<Replacement[]>([]);
  const [refused, setRefused] = useState<Problem | null>(null);
  const [picking, setPicking] = useState<string | null>(null);
  const [busy, setBusy] = useState<'submit' | 'save' | null>(null);
  const sent = useRef<{ said: string; key: string } | null>(null);
  const input = definition.inputs.find(isSmallMolecule);
  const roles = definition.inputs.filter((rule) => !isSmallMolecule(rule));
  const takes = input?.accepts?.(draft.data) ?? input?.kind ?? 'molecule';
  const read = useMolecule(client, draft.molecule, takes, definition.limits(draft.data).size);
  const [inspections, setInspections] = useState(noInspections);
  // A type without a small molecule is ready as soon as its other inputs are, which its rules judge.
  const state: MoleculeState = {
    ...read,
    ...(input ? {} : { status: 'ready' as const }),
    inputs: { ...read.inputs, inspections },
  };
  // Inputs that remember what was typed begin anew with the form.
  const [begun, setBegun] = useState(0);
  // A server that has just started has no worker yet: the form notices when one comes.
  const methods = useQuery(
    { ...client.methods(), refetchInterval: (query) => (query.state.data?.workers ? false : 5000) },
    client.queryClient,
  );
  const unreported = methods.data ? isUnreported(methods.data) : false;
  const report = unreported ? null : (methods.data ?? null);
  const platform = useQuery(client.platform(), client.queryClient).data ?? null;

  useEffect(() => saveDraft(draftKey, draft), [draftKey, draft]);
  // Only defaults that nobody chose: what a person, a draft or a resubmission brought is never changed behind their back.
  // Where a structure came from is no setting.
  const { made_from: _from, ...chosen } = draft.data;
  const untouched = JSON.stringify(chosen) === JSON.stringify(definition.defaults());
  useEffect(() => {
    if (!untouched || !report?.workers) return;
    const { data, replacements } = substituted(definition, draft.data, report);
    if (replacements.length === 0) return;
    setReplaced(replacements);
    setDraft((before) => ({ ...before, data }));
  }, [untouched, report, definition, draft.data]);

  // Atoms that a file holds become a constraint of the form, which the person sees and can change; a draft's own are left alone.
  const [fileAtFirst] = useState(draft.molecule.file);
  const { file } = draft.molecule;
  const { fixedAtoms } = state;
  useEffect(() => {
    if (file === fileAtFirst || fixedAtoms.length === 0) return;
    const field = definition.fields.find((each) => each.kind === 'editor' && each.editor === 'constraints');
    if (!field) return;
    const held = [{ constraint_type: 'freeze_atoms', atoms: [...fixedAtoms] }];
    setDraft((before) => {
      const present = valueAt(before.data, field.path);
      const kept = Array.isArray(present) && present.length > 0;
      return kept ? before : { ...before, data: withValueAt(before.data, field.path, held) };
    });
  }, [file, fileAtFirst, fixedAtoms, definition]);

  const change = (next: Partial<SubmitDraft>) => {
    setRefused(null);
    setDraft((before) => ({ ...before, ...next }));
  };
  const changeMolecule = (next: Partial<MoleculeDraft>) => {
    setRefused(null);
    setDraft((before) => ({ ...before, molecule: { ...before.molecule, ...next } }));
  };
  const setData = (data: WorkflowData) => change({ data });

  const ready = state.status === 'ready';
  const found = ready
    ? allProblems(definition, draft.data, state.inputs, report, platform)
    : settingsProblems(definition, draft.data, report, platform);
  const problems = refused && !found.some(({ detail }) => detail === refused.detail) ? [...found, refused] : found;
  const ofMolecule = problems.filter(({ field }) => /^initial_(molecule|smiles)(\.|$)/.test(field));
  const isOfRole = ({ field }: Problem) => roles.some(({ role }) => field === role || field.startsWith(`${role}.`));
  const ofRoles = problems.filter((problem) => !ofMolecule.includes(problem) && isOfRole(problem));
  const ofForm = problems.filter((problem) => !ofMolecule.includes(problem) && !ofRoles.includes(problem));
  const elsewhere = ofForm.filter((problem) => !coveredBy(definition, draft.data, problem));
  const offers = definition.offers(draft.data, report);
  const notices = ready && found.length === 0 ? definition.notices(draft.data, state.inputs, report) : [];
  const prepared = ready && found.length === 0 ? definition.prepare(draft.data, state.inputs) : null;
  const outOfRange = definition.fields.some(
    (field) =>
      field.kind === 'number' &&
      (field.shown?.(draft.data) ?? true) &&
      rangeProblem(field, valueAt(draft.data, field.path)) !== null,
  );
  const automaticName = nameOf(draft.molecule, state);
  const name = draft.name ?? automaticName;
  const nameFault = nameProblem(name, { mayBeEmpty: true });
  const reason = blockedBy(
    state,
    report ? null : unreported ? words.needWorker : methods.error ? words.methodsUnread : words.needMethods,
    found,
    offers,
    outOfRange || limitOf(draft) === undefined || nameFault !== null,
  );
  const unsaved = saveBlockedBy(draft, state, nameFault);

  const content = () => {
    const { molecule, smiles } = state.inputs;
    const text = state.enumerated ?? smiles ?? state.given;
    return {
      name: name.trim() || automaticName || definition.title,
      workflow_type: definition.type,
      workflow_data: draft.data,
      ...(input ? (molecule ? { initial_molecule: molecule } : { initial_smiles: text }) : {}),
      max_credits: limitOf(draft) ?? null,
      options: { enumerate_stereo: !molecule && state.enumerated !== null },
    };
  };
  const makeItem = (is_draft: boolean) => {
    const body = { ...content(), folder_uuid: folder, email_when_complete: draft.email, is_draft };
    // Where the answer of a first press was lost, the second finds the item that it made.
    const said = JSON.stringify(body);
    if (sent.current?.said !== said) sent.current = { said, key: callKey() };
    return client.submitWorkflow(body, sent.current.key);
  };
  const changeDraft = ({ uuid }: WorkflowItem) => {
    const { workflow_type: _same, ...body } = content();
    const email_when_complete = draft.email;
    return client.updateDraft(uuid, { initial_molecule: null, initial_smiles: null, ...body, email_when_complete });
  };
  const send = async (
    how: 'submit' | 'save',
    work: () => Promise<WorkflowItem>,
    done: (item: WorkflowItem) => void,
  ) => {
    setBusy(how);
    setRefused(null);
    try {
      const item = await work();
      sent.current = null;
      clearDraft(draftKey);
      done(item);
    } catch (error) {
      setRefused({
        field: error instanceof ApiError ? (error.field ?? '') : '',
        detail: error instanceof Error && !(error instanceof ApiError) ? error.message : (error as ApiError).detail,
      });
      setBusy(null);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason !== null || busy) return;
    const work = async () => {
      if (!editing) return makeItem(false);
      await changeDraft(editing);
      return client.submitDraft(editing.uuid);
    };
    void send('submit', work, onSubmitted);
  };
  const save = () => {
    if (onSaved) void send('save', () => (editing ? changeDraft(editing) : makeItem(true)), onSaved);
  };

  const scene: FormScene = {
    client,
    definition,
    data: draft.data,
    setData,
    molecule: state.molecule,
    picking,
    setPicking,
  };
  return (
    <form className="cv-submit" onSubmit={submit} noValidate>
      <div className="cv-inputs">
        {input ? (
          <section aria-labelledby={`${id}m`} className="cv-panel">
            <h2 id={`${id}m`} className="cv-heading">
              {input.title}
            </h2>
            <MoleculeInput
              client={client}
              folder={editing?.parent_uuid ?? folder}
              draft={draft.molecule}
              state={state}
              canRunEvery={takes !== 'molecule'}
              onChange={changeMolecule}
            />
            {ready ? (
              <StructureSummary draft={draft.molecule} state={state} problems={ofMolecule} onChange={changeMolecule} />
            ) : (
              <Texts problems={ofMolecule} />
            )}
          </section>
        ) : null}
        {roles.length > 0 ? (
          <FormSceneContext value={scene}>
            <Suspense fallback={<p className="cv-quiet">{words.openingInput}</p>}>
              <RoleInputs
                key={begun}
                definition={definition}
                rules={roles}
                folder={editing?.parent_uuid ?? folder}
                data={draft.data}
                problems={ofRoles}
                inspections={inspections}
                onInspections={setInspections}
                onChange={setData}
              />
            </Suspense>
          </FormSceneContext>
        ) : null}
      </div>
      <section aria-labelledby={`${id}s`} className="cv-panel">
        <h2 id={`${id}s`} className="cv-heading">
          {words.settings}
        </h2>
        {methods.error ? (
          <Callout tone="bad" title={words.methodsUnread}>
            <button type="button" className="cv-button" onClick={() => methods.refetch()}>
              {words.tryAgain}
            </button>
          </Callout>
        ) : null}
        {replaced.length > 0 ? (
          <Callout tone="neutral">
            {replaced.map(({ field, reason, action }) => (
              <p key={field + action}>
                {reason} {words.chosenInstead(action)}
              </p>
            ))}
          </Callout>
        ) : null}
        {unreported ? <Callout tone="okay">{words.noWorkerYet}</Callout> : null}
        {report?.workers === 0 ? <Callout tone="okay">{words.noWorker}</Callout> : null}
        {offers
          .filter((offer) => !definition.fields.some(({ path }) => path === firstOfChain(offer.field)))
          .map((offer) => (
            <OfferNote key={offer.action} offer={offer} onTake={() => setData(offer.apply(draft.data))} />
          ))}
        <Texts problems={elsewhere} />
        <FormSceneContext value={scene}>
          <SettingsForm
            definition={definition}
            data={draft.data}
            prepared={prepared}
            report={report}
            elements={inputElements(state.inputs)}
            platform={platform}
            problems={ofForm}
            offers={offers}
            onChange={setData}
          />
        </FormSceneContext>
        <label className="cv-field">
          {words.name}
          <input
            value={name}
            aria-invalid={nameFault !== null}
            aria-describedby={`${id}n`}
            onChange={(event) => change({ name: event.target.value })}
          />
          <span className="cv-quiet">{words.nameHint}</span>
        </label>
        <p id={`${id}n`} className="cv-problem" role="alert">
          {nameFault}
        </p>
        <WhenItEnds client={client} platform={platform} email={draft.email} limit={draft.limit} onChange={change} />
        {notices.map(({ kind, title, body }) => (
          <Callout key={title + body} tone={kind === 'warning' ? 'okay' : 'neutral'} title={title}>
            <p>{body}</p>
          </Callout>
        ))}
        <div className="cv-row cv-submit-row">
          <button
            type="submit"
            className="cv-button"
            data-kind="primary"
            disabled={reason !== null || busy !== null}
            aria-describedby={`${id}r`}
          >
            {busy === 'submit' ? words.submitting : words.submit}
          </button>
          {ready && report && found.length === 0 ? (
            <RunTime definition={definition} data={draft.data} inputs={state.inputs} report={report} onTake={setData} />
          ) : null}
          {onSaved ? (
            <button
              type="button"
              className="cv-button"
              disabled={unsaved !== null || busy !== null}
              aria-describedby={unsaved === null ? undefined : `${id}u`}
              onClick={save}
            >
              {busy === 'save' ? words.saving : words.saveDraft}
            </button>
          ) : null}
          <button
            type="button"
            className="cv-button"
            data-kind="quiet"
            onClick={() => {
              setBegun(begun + 1);
              change({ ...fresh(), name: null });
            }}
          >
            {words.clear}
          </button>
          <p id={`${id}r`} className="cv-quiet" role="status">
            {reason ?? (refused ? words.refused : '')}
          </p>
          {onSaved && unsaved !== null && unsaved !== reason ? (
            <p id={`${id}u`} className="cv-quiet">
              {unsaved}
            </p>
          ) : null}
        </div>
      </section>
    </form>
  );
}

/** Everything that is wrong with a submission; what the administrator switched off comes first. */
function allProblems(
  definition: WorkflowDefinition,
  data: WorkflowData,
  inputs: WorkflowInputs,
  report: Parameters<WorkflowDefinition['problems']>[2],
  platform: PlatformSettings | null,
): Problem[] {
  return [...featureProblems(definition, data, platform), ...definition.problems(data, inputs, report)];
}

/** Problems of the settings alone, while there is no molecule yet to judge them with. */
function settingsProblems(
  definition: WorkflowDefinition,
  data: WorkflowData,
  report: Parameters<WorkflowDefinition['problems']>[2],
  platform: PlatformSettings | null,
): Problem[] {
  return allProblems(definition, data, { molecule: null, smiles: null }, report, platform).filter(
    ({ field }) => !/^initial_(molecule|smiles)(\.|$)/.test(field),
  );
}

function Texts({ problems, title }: { problems: readonly Problem[]; title?: string | undefined }) {
  if (problems.length === 0) return null;
  return (
    <div className="cv-problem" role="alert">
      {title ? <p>{title}</p> : null}
      {problems.map(({ field, detail }) => (
        <p key={field + detail}>{detail}</p>
      ))}
    </div>
  );
}
