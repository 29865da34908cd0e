export * from './registry.ts';
export * from './session.ts';
