import type { Pdb } from '@cuvette/core/chemistry';
import type { Client } from '@cuvette/core/client';
import type { Atom } from '@cuvette/core/entities';
import { atomsInOrder, type ItemTrajectories } from '@cuvette/core/trajectory';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useEmit, useWords } from '../elements/context.tsx';
import { ErrorState, Skeleton } from '../ui/states.tsx';

/** The structure that frames are of, or what is there instead. */
export type MovedStructure =
  | { atoms: readonly Atom[]; pdb: Pdb | null; instead: null }
  | { atoms: null; pdb: null; instead: ReactNode };

const none: MovedStructure = { atoms: null, pdb: null, instead: null };

/**
 * The atoms that the frames of an item move, read from where the item says; nothing for an item that has no trajectories.
 * @param height of what is there until they are read
 */
export function useMovedStructure(
  client: Client,
  trajectories: ItemTrajectories | null,
  height: number | string,
): MovedStructure {
  const words = useWords();
  const emit = useEmit();
  const structure = trajectories?.structure ?? null;
  const uuid = structure && 'uuid' in structure ? structure.uuid : null;
  const given = structure && 'pdb' in structure ? structure.pdb : null;
  const protein = useQuery({ ...client.protein(uuid ?? ''), enabled: uuid !== null }, client.queryClient);
  const pdb = given ?? protein.data?.data ?? null;
  const read = useMemo<{ atoms: readonly Atom[]; problem: string | null }>(() => {
    try {
      return { atoms: pdb ? atomsInOrder(pdb).map((atom) => ({ ...atom })) : [], problem: null };
    } catch (error) {
      return { atoms: [], problem: error instanceof Error ? error.message : String(error) };
    }
  }, [pdb]);
  const waiting = uuid !== null && protein.isPending;
  const problem =
    read.problem ??
    protein.error?.message ??
    (waiting || !trajectories || read.atoms.length > 0 ? null : words.trajectory.noStructure);
  useEffect(() => {
    if (problem !== null) emit('cuvette-error', { message: words.trajectory.failed, error: problem });
  }, [problem, words, emit]);
  if (!trajectories) return none;
  if (problem !== null) {
    const again = uuid !== null ? { label: words.errors.tryAgain, run: () => void protein.refetch() } : null;
    return {
      atoms: null,
      pdb: null,
      instead: <ErrorState title={words.trajectory.failed} detail={problem} {...(again ? { action: again } : {})} />,
    };
  }
  if (waiting) {
    const instead = <Skeleton height={height} label={words.trajectory.loadingStructure} />;
    return { atoms: null, pdb: null, instead };
  }
  return { atoms: read.atoms, pdb, instead: null };
}
