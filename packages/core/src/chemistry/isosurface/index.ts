export * from './scalar-field.ts';
export * from './split-mesh.ts';
export * from './triangulate.ts';
