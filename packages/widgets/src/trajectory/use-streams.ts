import type { Client } from '@cuvette/core/client';
import type { FrameSource, ItemTrajectories } from '@cuvette/core/trajectory';
import { useMemo } from 'react';
import { useWords } from '../elements/context.tsx';
import { placedFrames, type StreamThread } from './stream-source.ts';

/** The trajectories that an item keeps as files, as a player takes them, and the bonds of their structure. Both stay the same while a poll brings nothing new. */
export function useStreams(
  client: Client,
  uuid: string,
  trajectories: ItemTrajectories | null,
  onThread?: (thread: StreamThread) => void,
): { sources: readonly FrameSource[]; bonds: ItemTrajectories['bonds'] } {
  const words = useWords().trajectory;
  const frames = JSON.stringify(trajectories?.frames ?? []);
  const sources = useMemo<FrameSource[]>(
    () =>
      (JSON.parse(frames) as ItemTrajectories['frames']).map((count, replicate) =>
        placedFrames(words.trajectory(replicate + 1), count, client.source.trajectory(uuid, replicate), onThread),
      ),
    [frames, client, uuid, words, onThread],
  );
  const written = JSON.stringify(trajectories?.bonds ?? null);
  const bonds = useMemo(() => JSON.parse(written) as ItemTrajectories['bonds'], [written]);
  return { sources, bonds };
}
