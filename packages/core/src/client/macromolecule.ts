import type { PlacedAtom } from '../chemistry/atoms.ts';
import type { Macromolecule } from '../chemistry/macromolecule/macromolecule.ts';
import type { Pdb } from '../chemistry/pdb/schema.ts';
import type { Protein } from '../entities/proteins/protein.ts';
import { ApiError } from './api-error.ts';
import type { QueryClient, QueryRead } from './query-core.ts';

/** A protein of the platform, or one that is in an item's data. */
export type ProteinPlace = { uuid: string } | { pdb: Pdb };

export interface ReadMacromolecule {
  macromolecule: Macromolecule;
  /** The same with a ligand in it; see `withLigand`. */
  withLigand: (atoms: readonly PlacedAtom[], name: string) => Macromolecule;
}

/** Structures that items hold, told apart by when they were first read. */
const held = new WeakMap<Pdb, number>();
let reads = 0;

/**
 * A protein as a viewer needs it. What makes it of the structure is loaded with the first one.
 * @param predicted says that it is a prediction; otherwise the structure's own words decide
 */
export function macromoleculeOfProtein(
  client: { queryClient: QueryClient; protein: (uuid: string) => QueryRead<Protein> },
  place: ProteinPlace,
  predicted: boolean,
): QueryRead<ReadMacromolecule> {
  return {
    queryKey: ['macromolecule', 'uuid' in place ? place.uuid : numberOf(place.pdb), predicted],
    async queryFn() {
      const [pdb, { macromoleculeOf, withLigand }] = await Promise.all([
        'uuid' in place ? structureOf(client, place.uuid) : place.pdb,
        import('../chemistry/macromolecule/index.ts'),
      ]);
      const macromolecule = macromoleculeOf(pdb, { predicted: predicted || null });
      return { macromolecule, withLigand: (atoms, name) => withLigand(macromolecule, atoms, name) };
    },
    staleTime: 60_000,
  };
}

async function structureOf(client: Parameters<typeof macromoleculeOfProtein>[0], uuid: string): Promise<Pdb> {
  const { data } = await client.queryClient.fetchQuery(client.protein(uuid));
  if (!data) throw new ApiError(422, 'This protein has no structure.');
  return data;
}

function numberOf(pdb: Pdb): number {
  const known = held.get(pdb) ?? ++reads;
  held.set(pdb, known);
  return known;
}
