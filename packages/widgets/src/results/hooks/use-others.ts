import type { Client } from '@cuvette/core/client';
import type { Molecule } from '@cuvette/core/entities';
import type { ViewerState } from '@cuvette/core/session';
import type { StructureReference } from '@cuvette/core/workflows';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useWords } from '../../elements/context.tsx';
import { mostOverlaid, type OtherStructure } from '../../viewer/overlay/overlay.ts';

/** Outside the hook, so that what is combined stays the same until something arrives. */
const readsOf = (reads: readonly { data?: Molecule[] | undefined; isError: boolean }[]) =>
  reads.map(({ data, isError }) => ({ atoms: data?.at(-1)?.atoms ?? null, failed: isError && !data }));

/** The item's structures beside the active one, for overlays; they are read when an overlay is asked for, at most 50 of them. */
export function useOthers(
  client: Client,
  structures: readonly StructureReference[],
  active: StructureReference | null,
  { overlay, overlaid }: Pick<ViewerState, 'overlay' | 'overlaid'>,
  frequencies: boolean,
): readonly OtherStructure[] {
  const others = useMemo(
    () => structures.filter((each) => each !== active && ['molecule', 'calculation'].includes(each.source.kind)),
    [structures, active],
  );
  const { term } = useWords().ui;
  const wanted = useMemo(() => {
    if (overlay === 'none') return [];
    const chosen = overlay === 'colours' && overlaid ? others.filter(({ id }) => overlaid.includes(id)) : others;
    return chosen.slice(0, mostOverlaid).flatMap(({ source }) => (source.kind === 'calculation' ? [source.uuid] : []));
  }, [others, overlay, overlaid]);
  const reads = useQueries(
    { queries: wanted.map((uuid) => client.molecules(uuid, { frequencies })), combine: readsOf },
    client.queryClient,
  );
  return useMemo(() => {
    const read = new Map(wanted.map((uuid, index) => [uuid, reads[index]]));
    return others.map(({ id, name: given, source, within }): OtherStructure => {
      const name = term(given);
      const inPlace = samePlace(within, active?.within);
      if (source.kind === 'molecule') return { id, name, atoms: source.molecule.atoms, inPlace };
      const found = source.kind === 'calculation' ? read.get(source.uuid) : undefined;
      return { id, name, atoms: found?.atoms ?? null, failed: found?.failed, inPlace };
    });
  }, [others, active, wanted, reads, term]);
}

/** Whether two ligands lie in the same protein. */
function samePlace(one: StructureReference['within'], other: StructureReference['within']): boolean {
  if (!one || !other) return false;
  return 'uuid' in one ? 'uuid' in other && one.uuid === other.uuid : 'pdb' in other && one.pdb === other.pdb;
}
