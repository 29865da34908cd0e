export { isBatchable } from './batchable.ts';
export { emptyMolecule, type MoleculeDraft, type SubmitDraft } from './draft.ts';
export { StructureSources } from './sources/structure-sources.tsx';
export { draftOfTaken, type TakenStructure } from './sources/taken.ts';
export { SubmitForm, type SubmitFormProps } from './submit-form.tsx';
