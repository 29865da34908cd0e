export * from './catalogue.ts';
export type { Descriptor } from './descriptor.ts';
export * from './groups.ts';
