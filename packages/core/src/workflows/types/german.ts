/// <reference types="vite/types/importMeta.d.ts" />
/** German for the titles of the types, from the `german.ts` of each folder that has one. Vite lists them, so a new one needs no line here. */
const folders = import.meta.glob<Record<string, string>>('./*/german.ts', { eager: true, import: 'german' });

export const german: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(folders));
