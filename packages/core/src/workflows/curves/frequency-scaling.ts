import { canonicalBasisSet } from '../../methods/basis-sets.ts';
import { methodTitle } from '../../methods/methods.ts';

/** A published factor that turns harmonic frequencies of a level of theory into fundamental ones. */
export interface FrequencyScaling {
  factor: number;
  /** The level as it is written in a paper. */
  level: string;
  source: string;
}

const published = 'Alecu, Zheng, Zhao, Truhlar, J. Chem. Theory Comput. 2010, 6, 2872 (10.1021/ct100326h)';
const database = 'Truhlar group, database of frequency scale factors, version 4';

/** Factors for fundamental frequencies by method and basis set, with the work that gives them. */
const factors: Readonly<Record<string, readonly [factor: number, source: string]>> = {
  'b3lyp/6-31G(d)': [0.952, published],
  'b3lyp/aug-cc-pVTZ': [0.959, database],
  'b3lyp/def2-TZVP': [0.959, database],
  'bp86/6-31G(d)': [0.981, published],
  'hf/3-21G': [0.895, published],
  'hf/6-31+G(d)': [0.887, published],
  'hf/6-31G(d)': [0.885, published],
  'm06/aug-cc-pVTZ': [0.958, published],
  'm06/def2-TZVP': [0.956, database],
  'm06/def2-TZVPP': [0.953, published],
  'm062x/aug-cc-pVTZ': [0.946, published],
  'm062x/def2-QZVP': [0.945, database],
  'm062x/def2-TZVP': [0.946, database],
  'm062x/def2-TZVPP': [0.945, published],
  'm06l/aug-cc-pVTZ': [0.955, published],
  'm06l/def2-TZVP': [0.951, database],
  'm06l/def2-TZVPP': [0.956, published],
  'pbe/def2-TZVP': [0.985, database],
};

/** The published factor for fundamental frequencies of a level of theory; null where none is known here. */
export function frequencyScaling(method: string, basisSet: string | null): FrequencyScaling | null {
  const basis = canonicalBasisSet(basisSet ?? '');
  const found = factors[`${method}/${basis}`];
  return found ? { factor: found[0], level: `${methodTitle(method)}/${basis}`, source: found[1] } : null;
}
