export { type CubeFile, readCube } from './cube.ts';
export * from './read-structure.ts';
