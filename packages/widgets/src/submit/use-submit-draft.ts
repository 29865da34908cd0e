import { valueAt, type WorkflowData, type WorkflowDefinition, withValueAt } from '@cuvette/core/workflows';
import { useCallback, useEffect, useState } from 'react';
import { clearDraft, emptyMolecule, loadDraft, type SubmitDraft, saveDraft } from './draft.ts';

/** The draft of a form, kept in this browser tab under a key. */
export function useSubmitDraft(definition: WorkflowDefinition, draftKey: string, start?: Partial<SubmitDraft>) {
  // What the server says of a draft meanwhile does not move what is being typed elsewhere.
  const [key] = useState(draftKey);
  const fresh = (): SubmitDraft => ({
    molecule: emptyMolecule,
    data: definition.defaults(),
    name: null,
    email: false,
    limit: '',
    ...start,
  });
  const [draft, setDraft] = useState<SubmitDraft>(() => loadDraft(key) ?? fresh());
  useEffect(() => saveDraft(key, draft), [key, draft]);
  const setData = useCallback((data: WorkflowData) => setDraft((before) => ({ ...before, data })), []);
  return { draft, setDraft, setData, fresh, forget: () => clearDraft(key) };
}

/** Makes atoms that a file holds a constraint of the form, which the person sees and can change; a draft's own are left alone. */
export function useHeldAtoms(
  definition: WorkflowDefinition,
  file: SubmitDraft['molecule']['file'],
  fixedAtoms: readonly number[],
  setDraft: ReturnType<typeof useSubmitDraft>['setDraft'],
): void {
  const [fileAtFirst] = useState(file);
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
  }, [file, fileAtFirst, fixedAtoms, definition, setDraft]);
}
