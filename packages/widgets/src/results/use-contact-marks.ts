import { bondsOf } from '@cuvette/core/chemistry';
import type { Client, ReadMacromolecule } from '@cuvette/core/client';
import type { Molecule } from '@cuvette/core/entities';
import type { Mark, StructureReference } from '@cuvette/core/workflows';
import { useQuery } from '@tanstack/react-query';

const none: readonly Mark[] = [];

/** Hydrogen bonds and close carbon atoms of the ligand that is shown in its protein, as marks; none without both. */
export function useContactMarks(
  client: Client,
  protein: ReadMacromolecule | null,
  ligand: Molecule | null,
  structure: StructureReference | null,
): readonly Mark[] {
  const { data } = useQuery(
    {
      queryKey: ['contacts', structure?.id],
      enabled: protein !== null && ligand !== null && structure?.within !== undefined,
      staleTime: Number.POSITIVE_INFINITY,
      async queryFn() {
        const { contactMarks } = await import('./contact-marks.ts');
        return protein && ligand ? contactMarks(protein.macromolecule, ligand.atoms, bondsOf(ligand.atoms)) : none;
      },
    },
    client.queryClient,
  );
  return (structure?.within && data) || none;
}
