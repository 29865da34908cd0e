import type { BundleReads } from './bundle-reads.ts';
import type { Source } from './source.ts';

/** Reads of one bundle that is already here or still loading. What reads it comes when it is read: pages with a server never need it. */
export function bundleSource(load: () => Promise<unknown>): Source {
  let loaded: Promise<BundleReads> | null = null;
  const reads = () => {
    loaded ??= Promise.all([import('./bundle-reads.ts'), load()]).then(
      ([{ readBundle }, content]) => readBundle(content),
      (error) => {
        loaded = null;
        throw error;
      },
    );
    return loaded;
  };
  return {
    kind: 'bundle',
    workflow: async (uuid) => (await reads()).workflow(uuid),
    calculation: async (uuid) => (await reads()).calculation(uuid),
    molecules: async (uuids) => (await reads()).molecules(uuids),
    protein: async (uuid) => (await reads()).protein(uuid),
    grids: async (uuid) => (await reads()).grids(uuid),
    grid: async (uuid, name) => (await reads()).grid(uuid, name),
    spectra: async (uuid) => (await reads()).spectra(uuid),
    spectrum: async (uuid, name) => (await reads()).spectrum(uuid, name),
    distances: async (uuid, asked) => (await reads()).distances(uuid, asked),
    trajectory: (uuid, replicate) => ({ kind: 'file', read: async () => (await reads()).trajectory(uuid, replicate) }),
  };
}
