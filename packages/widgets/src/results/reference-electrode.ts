import type { ReferenceElectrode } from '@cuvette/core/chemistry';
import { electrodeOf } from '@cuvette/core/tables';
import { rememberedChoice } from './remembered-choice.ts';

const choice = rememberedChoice('cuvette.reference-electrode');

/** Chooses the electrode of redox potentials for all results in this browser. */
export function setReferenceElectrode(electrode: ReferenceElectrode): void {
  choice.set(electrode);
}

/** The person's reference electrode, remembered in this browser; SHE where nobody chose one. */
export function useReferenceElectrode(): ReferenceElectrode {
  return electrodeOf(choice.use());
}
