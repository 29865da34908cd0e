import type { Problem } from '@cuvette/core/chemistry';
import { type AccountClient, ApiError, callKey } from '@cuvette/core/client';
import type { WorkflowItem } from '@cuvette/core/entities';
import type { WorkflowDefinition } from '@cuvette/core/workflows';
import { useRef, useState } from 'react';
import type { SubmitDraft } from './draft.ts';
import { isSmallMolecule, type Judgement } from './judge.ts';
import { limitOf } from './limit-and-mail.tsx';
import type { MoleculeState } from './use-molecule.ts';

/** A draft as it is sent. */
export function submissionOf(
  definition: WorkflowDefinition,
  draft: SubmitDraft,
  state: MoleculeState,
  { name, fallbackName }: Judgement,
) {
  const { molecule, smiles } = state.inputs;
  const text = state.enumerated ?? smiles ?? state.given;
  const hasInput = definition.inputs.some(isSmallMolecule);
  const enumerates = !molecule && state.enumerated !== null;
  return {
    name: name.trim() || fallbackName,
    workflow_type: definition.type,
    workflow_data: draft.data,
    ...(hasInput ? (molecule ? { initial_molecule: molecule } : { initial_smiles: text }) : {}),
    max_credits: limitOf(draft) ?? null,
    // The form asks which isomer is meant: nothing is chosen behind it.
    options: { enumerate_stereo: enumerates, stereo: enumerates ? ('each' as const) : ('refuse' as const) },
    email_when_complete: draft.email,
  };
}

interface Target {
  client: AccountClient;
  /** Folder of a new item; null is the root folder. */
  folder: string | null;
  /** The draft that is changed and submitted instead of making an item. */
  editing: WorkflowItem | undefined;
}

/** Sends a form: what is being sent, what the server refused, and the two ways to send it. */
export function useSubmission({ client, folder, editing }: Target) {
  const [refused, setRefused] = useState<Problem | null>(null);
  const [busy, setBusy] = useState<'submit' | 'save' | null>(null);
  const sent = useRef<{ fingerprint: string; key: string } | null>(null);
  const make = (content: ReturnType<typeof submissionOf>, is_draft: boolean) => {
    const body = { ...content, folder_uuid: folder, is_draft };
    // Where the answer of a first press was lost, the second finds the item that it made.
    const fingerprint = JSON.stringify(body);
    if (sent.current?.fingerprint !== fingerprint) sent.current = { fingerprint, key: callKey() };
    return client.submitWorkflow(body, sent.current.key);
  };
  const changeDraft = ({ uuid }: WorkflowItem, content: ReturnType<typeof submissionOf>) => {
    const { workflow_type: _same, ...body } = content;
    return client.updateDraft(uuid, { initial_molecule: null, initial_smiles: null, ...body });
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
      done(item);
    } catch (error) {
      setRefused(refusalOf(error));
      setBusy(null);
    }
  };
  return {
    busy,
    refused,
    forgetRefusal: () => setRefused(null),
    submit(content: ReturnType<typeof submissionOf>, done: (item: WorkflowItem) => void) {
      const work = async () => {
        if (!editing) return make(content, false);
        await changeDraft(editing, content);
        return client.submitDraft(editing.uuid);
      };
      void send('submit', work, done);
    },
    save(content: ReturnType<typeof submissionOf>, done: (item: WorkflowItem) => void) {
      void send('save', () => (editing ? changeDraft(editing, content) : make(content, true)), done);
    },
  };
}

function refusalOf(error: unknown): Problem {
  if (error instanceof ApiError) return { field: error.field ?? '', detail: error.detail };
  return { field: '', detail: error instanceof Error ? error.message : String(error) };
}
