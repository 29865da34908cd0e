export * from './camera.ts';
export * from './drawing.ts';
export * from './initial-view.ts';
export * from './protein-view.ts';
export * from './registry.ts';
export * from './save-session.ts';
export * from './session.ts';
export * from './viewer-state.ts';
