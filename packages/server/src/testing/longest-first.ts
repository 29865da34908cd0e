import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, the longest first: what they wait for is waited for beside all others, and none of them is left for the end. */
const longest = [
  'upkeep/upkeep.test.ts',
  'random-kills.test.ts',
  'faults.test.ts',
  'api/structures/protein-preparation.test.ts',
  'cli.test.ts',
  'reliability-workers.test.ts',
  'queue/load.test.ts',
  'store/contents.test.ts',
  'api/python-client.test.ts',
  'reliability-limits.test.ts',
  'files/s3-product.test.ts',
  'bundles/bundle.test.ts',
  'api/routes.test.ts',
  'notify/notices.test.ts',
  'files/file-store.test.ts',
  'reliability-moments.test.ts',
  'api/people/session.test.ts',
  'api/polling.test.ts',
  'api/conformance.test.ts',
];

/** Runs the longest files first, on a fresh checkout too, where nothing tells how long they took; the others as vitest orders them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const root = path.join(import.meta.dirname, '..');
    const rank = ({ moduleId }: TestSpecification): number => {
      const found = longest.indexOf(path.relative(root, moduleId));
      return found < 0 ? longest.length : found;
    };
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}
