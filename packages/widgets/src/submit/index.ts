export { emptyMolecule, type MoleculeDraft, type SubmitDraft } from './draft.ts';
export { SubmitForm, type SubmitFormProps } from './submit-form.tsx';
