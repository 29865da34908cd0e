export { capabilityReason } from './capabilities.ts';
export * from './catalogue.ts';
export * from './definition.ts';
export * from './exported-schema.ts';
export * from './features.ts';
export * from './follow-ups.ts';
export * from './items/merged-tables.ts';
export * from './marks.ts';
export * from './parts/calculations/atom-values.ts';
export * from './parts/calculations/calculation-tables.ts';
export * from './parts/calculations/excited-states-table.ts';
export * from './parts/forms/data-path.ts';
export * from './parts/forms/schema-problems.ts';
export {
  identifierProblems,
  inputElements,
  inputProblems,
  onlyMirrorImages,
  stereoProblems,
} from './parts/inputs/input-problems.ts';
export { levelOfField, withLevelParts, withMethod } from './parts/levels/level-fields.ts';
export * from './parts/levels/method-availability.ts';
export * from './parts/levels/substitution.ts';
export { OrbitalCubes } from './parts/orbitals/orbital-cubes.ts';
export * from './parts/orbitals/orbital-grids.ts';
export * from './parts/orbitals/surface-choices.ts';
export { transitionGrids, transitionKey } from './parts/orbitals/transition-orbitals.ts';
export * from './parts/times/quicker-settings.ts';
export { optionWithMethod } from './parts/times/timed-settings.ts';
export type { SpectrumKind, StickSpectrum } from './spectra.ts';
export * from './tab-parts.ts';
export { type Cost, costOf, type Given } from './type-cost.ts';
export { questionGroups, type TypeEntry, type TypeQuestion } from './type-entry.ts';
export { coordinateTitle, coordinateUnit, type ScanCoordinate } from './types/scan/scan-coordinates.ts';
export * from './types-elsewhere.ts';
