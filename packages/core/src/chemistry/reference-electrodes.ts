/**
 * Reference electrodes of potentials in acetonitrile, with what is added to a potential against SHE (V): the saturated calomel electrode lies
 * 0.244 V above SHE, ferrocene 0.63 V (in acetonitrile). Both are those of the recipe that our own method was calibrated with.
 */
export const referenceElectrodes = [
  { name: 'SHE', shift: 0, unit: 'V vs. SHE' },
  { name: 'SCE', shift: -0.244, unit: 'V vs. SCE' },
  { name: 'Fc⁺/Fc', shift: -0.63, unit: 'V vs. Fc⁺/Fc' },
] as const;

export type ReferenceElectrode = (typeof referenceElectrodes)[number]['name'];

/** A potential against SHE (V), against another electrode (V). */
export function againstElectrode(potential: number, electrode: ReferenceElectrode): number {
  return potential + (referenceElectrodes.find(({ name }) => name === electrode)?.shift ?? 0);
}

/** The unit of a potential against an electrode, as it is written. */
export function potentialUnit(electrode: ReferenceElectrode): string {
  return referenceElectrodes.find(({ name }) => name === electrode)?.unit ?? 'V';
}
