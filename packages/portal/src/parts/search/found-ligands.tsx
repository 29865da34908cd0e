import type { StructureQuery } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ownerClient } from '../../clients.ts';
import { listWords } from '../../list-words.ts';
import { ThumbnailDrawnHere } from '../list/thumbnail.tsx';

/** Proteins of which a ligand fits a search by structure, each with the ligand; nothing where there are none. */
export function FoundLigands({ structure }: { structure: StructureQuery }) {
  const { data } = useQuery(ownerClient.proteinsWith(structure), ownerClient.queryClient);
  if (!data || data.proteins.length === 0) return null;
  return (
    <section className="found-ligands" aria-labelledby="found-ligands">
      <h2 id="found-ligands">{listWords.foundLigands}</h2>
      <ul>
        {data.proteins.map(({ uuid, name }) => (
          <li key={uuid}>
            <Link to="/protein/$uuid" params={{ uuid }}>
              <ThumbnailDrawnHere smiles={data.matches?.[uuid]?.smiles ?? ''} />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
