export { isBatchable } from './batchable.ts';
export { emptyMolecule, type MoleculeDraft, type SubmitDraft } from './draft.ts';
export { emptyFirst, type FirstDraft, loadFirst, saveFirst } from './first/first-draft.ts';
export { FirstField, type FirstFieldProps } from './first/first-field.tsx';
export { type FirstMolecule, useFirstMolecule } from './first/use-first-molecule.ts';
export { StructureSources } from './sources/structure-sources.tsx';
export { draftOfTaken, type TakenStructure } from './sources/taken.ts';
export { StepSettings } from './step-settings.tsx';
export { SubmitForm, type SubmitFormProps } from './submit-form.tsx';
