import { texts } from '@cuvette/core/texts';

/** Texts of the microstate screen: part of the package's message table (`words.ts`). German is in `german/microstates.ts`. */
export const microstateWords = {
  loading: texts.loading,
  cards: 'Microstates',
  slider: 'pH',
  pH: (value: string) => `pH ${value}`,
  weight: (percent: string) => `${percent} %`,
  charge: (charge: string) => `Charge ${charge}`,
  chargeUnknown: 'Charge unknown',
  population: 'Population (%)',
  populations: (count: number) =>
    count === 1 ? 'Population of one microstate against pH.' : `Populations of ${count} microstates against pH.`,
  dominates: (name: string, from: string, to: string) => `${name} dominates from pH ${from} to ${to}.`,
  isoelectric: (value: string) => `Isoelectric point at pH ${value}.`,
  isoelectricMark: (value: string) => `pI ${value}`,
  dominantNow: (name: string, percent: string) => `${name} dominates with ${percent}\u00a0%.`,
  outside: (low: string, high: string) =>
    `Computed from pH ${low} to ${high}. Outside this range the weights at the nearest end are shown.`,
  noWeights: 'The microstates of this result have no weights by pH.',
  none: 'No microstates were found.',
  misfit: 'The microstates of this result cannot be read.',
  misfitDetail: 'This version of Cuvette cannot read its data. <cuvette-workflow> lists them.',
  /** What the numbers came by: "Starling". */
  method: (title: string) => `Predicted with ${title}.`,
  weightAt: (percent: string, pH: string) => `${percent}\u00a0% at pH ${pH}`,
  curve: (name: string, low: string, high: string) => `${name} against pH, between ${low} and ${high}.`,
  valueAt: (name: string, value: string) => `${name} ${value}`,
  /** What else is found at the slider's pH: "logD 1.20, log S −2.31". */
  atPH: (pH: string, values: string) => `At pH ${pH}: ${values}.`,
} as const;
