import { pack } from './installed.ts';

/** Packs both packages before all test files: it takes longer than most of their tests. */
export default async function prepare(): Promise<void> {
  await pack();
}
