import type { AccountClient } from '@cuvette/core/client';
import type { IdenticalItem, SmilesInspection, WorkflowItem } from '@cuvette/core/entities';
import { type WorkflowDefinition, withLevelParts } from '@cuvette/core/workflows';
import { type FormEvent, lazy, Suspense, useId, useMemo, useState } from 'react';
import type { MoleculeDraft, SubmitDraft } from './draft.ts';
import { type FormScene, FormSceneContext } from './editors/form-scene.ts';
import { GivenMolecule } from './given-molecule.tsx';
import { IdenticalNote } from './identical-note.tsx';
import { isSmallMolecule, judge } from './judge.ts';
import { RunTime } from './run-time.tsx';
import { SubmitRow } from './submit-row.tsx';
import { SubmitSettings } from './submit-settings.tsx';
import { useIdentical } from './use-identical.ts';
import { type MoleculeState, useMolecule } from './use-molecule.ts';
import { useReplacedDefaults, useServerReport } from './use-server-report.ts';
import { submissionOf, useSubmission } from './use-submission.ts';
import { useHeldAtoms, useSubmitDraft } from './use-submit-draft.ts';
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
  /** The page of a finished item that had the same input. */
  pathOf?: ((item: IdenticalItem) => string) | undefined;
}

const RoleInputs = lazy(async () => ({ default: (await import('./roles/role-inputs.tsx')).RoleInputs }));
const noInspections: ReadonlyMap<string, SmilesInspection> = new Map();

/** The whole submit page of one workflow type: molecule, settings, name, and what is in the way of submitting. */
export function SubmitForm(props: SubmitFormProps) {
  const { client, editing, onSubmitted, onSaved } = props;
  const folder = editing?.parent_uuid ?? props.folder;
  const server = useServerReport(client);
  const definition = useMemo(
    () => ({ ...props.definition, fields: withLevelParts(props.definition.fields, server.report) }),
    [props.definition, server.report],
  );
  const id = useId();
  const { draft, setDraft, setData, fresh, forget } = useSubmitDraft(definition, props.draftKey, props.start);
  const [picking, setPicking] = useState<string | null>(null);
  const [inspections, setInspections] = useState(noInspections);
  // Inputs that remember what was typed begin anew with the form.
  const [begun, setBegun] = useState(0);
  const replaced = useReplacedDefaults(definition, draft.data, server.report, setData);
  const input = definition.inputs.find(isSmallMolecule);
  const roles = definition.inputs.filter((rule) => !isSmallMolecule(rule));
  const takes = input?.accepts?.(draft.data) ?? input?.kind ?? 'molecule';
  const read = useMolecule(client, draft.molecule, takes, definition.limits(draft.data).size);
  // A type without a small molecule is ready as soon as its other inputs are, which its rules judge.
  const state: MoleculeState = {
    ...read,
    ...(input ? {} : { status: 'ready' as const }),
    inputs: { ...read.inputs, inspections },
  };
  useHeldAtoms(definition, draft.molecule.file, state.fixedAtoms, setDraft);
  const sending = useSubmission({ client, folder: props.folder, editing });
  const judged = judge(definition, draft, state, server, sending.refused);

  const change = (next: Partial<SubmitDraft>) => {
    sending.forgetRefusal();
    setDraft((before) => ({ ...before, ...next }));
  };
  const changeMolecule = (next: Partial<MoleculeDraft>) => {
    sending.forgetRefusal();
    setDraft((before) => ({ ...before, molecule: { ...before.molecule, ...next } }));
  };
  const content = () => submissionOf(definition, draft, state, judged);
  const identical = useIdentical(client, folder, judged.reason === null ? content() : null);
  const after = (done: (item: WorkflowItem) => void) => (item: WorkflowItem) => {
    forget();
    done(item);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (judged.reason === null && !sending.busy) sending.submit(content(), after(onSubmitted));
  };
  const scene: FormScene = {
    client,
    definition,
    data: draft.data,
    setData: (data) => change({ data }),
    molecule: state.molecule,
    picking,
    setPicking,
  };
  return (
    <form className="cv-submit" onSubmit={submit} noValidate>
      <FormSceneContext value={scene}>
        <div className="cv-inputs">
          {input ? (
            <section aria-labelledby={`${id}m`} className="cv-panel">
              <h2 id={`${id}m`} className="cv-heading">
                {input.title}
              </h2>
              <GivenMolecule
                folder={folder}
                draft={draft.molecule}
                state={state}
                canRunEvery={takes !== 'molecule'}
                problems={judged.ofMolecule}
                onChange={changeMolecule}
              />
            </section>
          ) : null}
          {roles.length > 0 ? (
            <Suspense fallback={<p className="cv-quiet cv-roles-waiting">{words.openingInput}</p>}>
              <RoleInputs
                key={begun}
                definition={definition}
                rules={roles}
                folder={folder}
                data={draft.data}
                problems={judged.ofRoles}
                inspections={inspections}
                onInspections={setInspections}
                onChange={scene.setData}
              />
            </Suspense>
          ) : null}
        </div>
        <section aria-labelledby={`${id}s`} className="cv-panel">
          <SubmitSettings heading={`${id}s`} {...{ draft, state, server, replaced, judged }} onChange={change} />
        </section>
        <SubmitRow
          sending={sending}
          judged={judged}
          above={<IdenticalNote items={identical} pathOf={props.pathOf} busy={sending.busy !== null} />}
          onSave={onSaved ? () => sending.save(content(), after(onSaved)) : null}
          onClear={() => {
            setBegun(begun + 1);
            change({ ...fresh(), name: null });
          }}
        >
          {judged.isValid && server.report ? (
            <RunTime
              {...{ definition, data: draft.data, inputs: state.inputs, report: server.report }}
              onTake={scene.setData}
            />
          ) : null}
        </SubmitRow>
      </FormSceneContext>
    </form>
  );
}
