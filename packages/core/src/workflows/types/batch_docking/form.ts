import type { Notice, SubmissionForm, WorkflowInputs } from '../../definition.ts';
import { pocketNotices, vinaFields, vinaOffers } from '../../parts/inputs/docking-form.ts';
import { onlyMirrorImages } from '../../parts/inputs/input-problems.ts';
import type { Data } from './results.ts';

/** Entries that can be docked, though not as a chemist may mean it. */
function compoundNotices({ initial_smiles_list }: Data, { inspections }: WorkflowInputs): Notice[] {
  const placesOf = (accepts: (smiles: string) => boolean) =>
    initial_smiles_list.flatMap((smiles, index) => (accepts(smiles) ? [index + 1] : []));
  const mirrored = placesOf((smiles) => onlyMirrorImages(inspections?.get(smiles)));
  const several = placesOf((smiles) => (inspections?.get(smiles)?.fragments ?? 1) > 1);
  const notices: Notice[] = [];
  if (mirrored.length > 0) {
    notices.push({
      kind: 'warning',
      title: 'Some compounds have an undefined stereocentre',
      body: `One enantiomer will be docked, and its mirror image may bind differently: compound ${mirrored.join(', ')}.`,
    });
  }
  if (several.length > 0) {
    notices.push({
      kind: 'warning',
      title: 'Some compounds are several molecules',
      body: `They are not docked, and have no score. For a salt, give the part that you mean: compound ${several.join(', ')}.`,
    });
  }
  return notices;
}

export const form: SubmissionForm<Data> = {
  notices: (data, inputs) => [...compoundNotices(data, inputs), ...pocketNotices(data)],
  offers: vinaOffers,
  fields: vinaFields,
};
