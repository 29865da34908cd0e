import type { Client, ReadMacromolecule } from '@cuvette/core/client';
import type { Molecule } from '@cuvette/core/entities';
import type { Mark, StructureReference } from '@cuvette/core/workflows';
import { useQuery } from '@tanstack/react-query';

const none: readonly Mark[] = [];

/** Hydrogen bonds and close carbon atoms of the ligand that is shown in its protein, as marks; none without both. Types that draw none ask for none. */
export function useContactMarks(
  client: Client,
  protein: ReadMacromolecule | null,
  ligand: Molecule | null,
  structure: StructureReference | null,
): readonly Mark[] {
  // A structure that holds its ligand itself, as a co-folded one does.
  const isComplex = structure?.source.kind === 'protein';
  const { data } = useQuery(
    {
      queryKey: ['contacts', structure?.id],
      enabled: protein !== null && (isComplex || (ligand !== null && structure?.within !== undefined)),
      staleTime: Number.POSITIVE_INFINITY,
      async queryFn() {
        const { contactMarks } = await import('../contact-marks.ts');
        return protein ? contactMarks(protein.macromolecule, ligand?.atoms ?? null) : none;
      },
    },
    client.queryClient,
  );
  return ((isComplex || structure?.within) && data) || none;
}
