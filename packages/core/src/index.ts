export * from './chemistry/index.ts';
export * from './client/index.ts';
export * from './entities/index.ts';
export * from './methods/index.ts';
export * from './session/index.ts';
export * from './tables/index.ts';
export * from './trajectory/index.ts';
export * from './workflows/index.ts';
