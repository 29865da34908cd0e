/** Stored results for the tests of the panels. */
import { Bundle } from '@cuvette/core/entities';

/** Address of a bundle in `results/fixtures`. */
export function fixtureAddress(name: string): string {
  return new URL(`../fixtures/${name}.cuvette.json`, import.meta.url).href.replace(/\?.*/, '');
}

/** A bundle in `results/fixtures`, a new one each time. */
export async function bundleOf(name: string): Promise<Bundle> {
  return Bundle.parse(await (await fetch(fixtureAddress(name))).json());
}
