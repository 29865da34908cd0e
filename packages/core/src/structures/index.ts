export { type CubeFile, readCube } from './cube.ts';
export * from './read-structure.ts';
export { writeCube } from './write-cube.ts';
