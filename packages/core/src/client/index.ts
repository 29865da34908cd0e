export * from './batch.ts';
export * from './client.ts';
export * from './conversions.ts';
export * from './query-core.ts';
export * from './read-state.ts';
export * from './registry.ts';
export * from './source.ts';
export * from './transport.ts';
