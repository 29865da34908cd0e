export * from './axis-units.ts';
export { readSpectra } from './formats/read-spectra.ts';
export { type WrittenSpectrum, writeJcamp } from './formats/write-jcamp.ts';
export { type AssignmentErrors, assignmentErrors, bestOrder, type Pair } from './matching/assignment.ts';
export * from './matching/fit.ts';
export { findPeaks, type Peak } from './matching/peaks.ts';
export * from './measured.ts';
export * from './nmr/dp4.ts';
export { type Coupling, readCouplings, type SplitLine, splitLine } from './nmr/multiplets.ts';
