import { formulaOf, type Problem } from '@cuvette/core/chemistry';
import { type Offer, shortTitleOfType } from '@cuvette/core/workflows';
import type { MoleculeDraft, SubmitDraft } from './draft.ts';
import { limitOf } from './limit-and-mail.tsx';
import type { MoleculeState } from './use-molecule.ts';
import { submitWords as words } from './words.ts';

/** Returns what still is in the way of submitting, in one sentence; null when nothing does. */
export function blockedBy(
  state: MoleculeState,
  noMethods: string | null,
  problems: readonly Problem[],
  offers: readonly Offer[],
  outOfRange: boolean,
): string | null {
  switch (state.status) {
    case 'empty':
      return words.needMolecule;
    case 'reading':
      return words.needReading;
    case 'wrong':
      return words.needFixMolecule;
    case 'refused':
      return words.needOtherMolecule;
    case 'fragment':
      return words.needFragment;
    case 'isomer':
      return words.needIsomer;
    case 'ready':
      if (noMethods) return noMethods;
      if (offers.length > 0) return words.needOffer;
      return problems.length > 0 || outOfRange ? words.needSettings : null;
  }
}

/** Why what is there cannot even be kept as a draft; null where it can. A draft may be unfinished, but is never less than what was put in. */
export function saveBlockedBy(draft: SubmitDraft, state: MoleculeState, nameFault: string | null): string | null {
  if (state.status === 'reading') return words.needReading;
  if (state.status === 'wrong' && draft.molecule.kind === 'file') return words.needReadFile;
  return nameFault !== null || limitOf(draft) === undefined ? words.needSettings : null;
}

/**
 * Name of the item from its molecule and its type ("paracetamol · pKa"): what the molecule is called where it was taken from, the file's name,
 * else the formula. Empty while there is no molecule.
 */
export function nameOf(draft: MoleculeDraft, state: MoleculeState, type: string): string {
  const molecule = moleculeName(draft, state);
  return molecule === '' ? '' : words.nameOfItem(molecule.slice(0, mostOfName), shortTitleOfType(type));
}

/** Characters of a molecule's name in the name of an item, which may have 200. */
const mostOfName = 170;

function moleculeName(draft: MoleculeDraft, state: MoleculeState): string {
  if (draft.kind === 'file' && draft.file) {
    const record = state.records[draft.record]?.name;
    return record ?? draft.file.name.replace(/\.[a-z]+$/i, '');
  }
  if (draft.called !== null && state.molecule) return draft.called;
  return state.molecule ? formulaOf(state.molecule.atoms) : '';
}
