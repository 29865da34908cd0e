export * from './convergence.ts';
export * from './estimate.ts';
export * from './level-of-theory.ts';
export * from './methods.ts';
export * from './multistage.ts';
export * from './solvents.ts';
