import { isFinished } from '@cuvette/core/entities';
import { atomNamesInOrder, trajectoriesOf } from '@cuvette/core/trajectory';
import type { ResultDefinition } from '@cuvette/core/workflows';
import {
  type PoseAnalysisResults,
  readPoseAnalysis,
  timeOfFrames,
} from '@cuvette/core/workflows/types/pose_analysis_md/pose-analysis-results';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useWords } from '../elements/context.tsx';
import { addEnglish } from '../english-at-hand.ts';
import { PlayedTrajectory } from '../trajectory/trajectory-player.tsx';
import { useMovedStructure } from '../trajectory/use-moved-structure.tsx';
import { usePlayer } from '../trajectory/use-player.ts';
import { useStreams } from '../trajectory/use-streams.ts';
import { unfinishedIn } from '../ui/item-words.ts';
import css from './dynamics.css?inline';
import { dynamicsWords } from './dynamics-words.ts';
import { GenericResult } from './generic.tsx';
import { useFrameTimes } from './hooks/use-frame-times.ts';
import { useSessionState } from './hooks/use-session.ts';
import { useSheet } from './hooks/use-sheet.ts';
import { ResultLayout } from './result-layout.tsx';
import type { ResultProps } from './result-props.ts';
import { AtomDistancesTab } from './tabs/atom-distances.tsx';
import { followPair } from './tabs/atom-pairs.tsx';
import { ConservedContactsTab } from './tabs/conserved-contacts.tsx';
import { LigandRmsdTab } from './tabs/ligand-rmsd.tsx';

addEnglish({ dynamics: dynamicsWords });

/** Molecular dynamics of a ligand in its protein: the trajectories in the player, how far the ligand moves, which contacts last, and any distance. */
export function PoseAnalysisResult(props: ResultProps) {
  const { item, definition } = props;
  const data = useMemo(() => readPoseAnalysis(item.object_data), [item.object_data]);
  if (!definition || !data) return <GenericResult {...props} />;
  return <PoseAnalysis key={item.uuid} {...props} definition={definition} data={data} />;
}

const nothing: never[] = [];

function PoseAnalysis(props: ResultProps & { definition: ResultDefinition; data: PoseAnalysisResults }) {
  const { item, definition, client, session, data } = props;
  useSheet(css);
  const words = useWords();
  const { trajectories } = data;
  const streamed = useMemo(() => trajectoriesOf(item.object_data), [item.object_data]);
  const structure = useMovedStructure(client, streamed, '100%');
  const { atoms, pdb } = structure;
  const { sources, bonds } = useStreams(client, item.uuid, streamed);
  const moved = { structure: atoms ?? nothing, sources: atoms ? sources : nothing };
  const { player, state } = usePlayer({ ...moved, grows: true });

  // Before anybody chose one it is the player's own.
  const frame = useSessionState(session).frame ?? state?.frame ?? null;

  const names = useMemo(() => (pdb ? atomNamesInOrder(pdb) : []), [pdb]);
  const nameOf = useCallback((atom: number) => names[atom] || words.dynamics.atom(atom + 1), [names, words]);
  const tables = useMemo(
    () => new Map(definition.tables(item, new Map()).map((table) => [table.id, table])),
    [definition, item],
  );
  const [frames, summary] = [tables.get('ligand_rmsd'), tables.get('ligand_rmsd_summary')];
  const finished = isFinished(item.object_status);
  const { simulation_time_ns } = item.object_data ?? {};
  const whole = finished && typeof simulation_time_ns === 'number' ? timeOfFrames(simulation_time_ns) : null;
  const times = useFrameTimes(frames?.length ?? 0, whole?.duration ?? null, whole?.unit ?? 'ns');
  const sentence = unfinishedIn(words, item);
  const follow = useCallback(
    (pair: readonly [number, number]) => {
      followPair(session, pair);
      session.setTab('atom_distances');
    },
    [session],
  );

  const common = { name: item.name, session, player, state, frame, sentence };
  const contents: Record<string, () => ReactNode> = {
    ligand_rmsd: () =>
      frames && summary ? (
        <LigandRmsdTab {...common} trajectories={trajectories} tables={{ frames, summary }} times={times} />
      ) : null,
    conserved_contacts: () => (
      <ConservedContactsTab {...common} trajectories={trajectories} nameOf={nameOf} onFollow={follow} />
    ),
    atom_distances: () =>
      streamed && atoms ? (
        <AtomDistancesTab {...common} client={client} item={item} atoms={atoms.length} nameOf={nameOf} times={times} />
      ) : (
        <p className="cv-quiet">{sentence ?? words.trajectory.noTrajectory}</p>
      ),
  };
  return (
    <ResultLayout
      {...props}
      tabs={definition.tabs(item, new Map()).flatMap((tab) => {
        const content = contents[tab.id];
        return content ? [{ ...tab, content }] : [];
      })}
      viewer={
        streamed
          ? (structure.instead ?? (
              <PlayedTrajectory
                structure={moved.structure}
                sources={moved.sources}
                bonds={bonds}
                player={player}
                state={state}
                title={item.name}
                session={session}
              />
            ))
          : undefined
      }
    />
  );
}
