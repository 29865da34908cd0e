import { ApiError, createClient, macromoleculeOfProtein } from '@cuvette/core/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { ErrorState, Skeleton } from '../ui/states.tsx';
import { compositionText } from '../viewer/protein/protein-text.ts';
import { Viewer } from '../viewer/viewer.tsx';
import type { ViewedMolecule } from '../viewer/viewer-tool.ts';
import { useEmit, useLiveState, useWords } from './context.tsx';
import type { FileViewerProps } from './file-viewer.tsx';
import { useElementClient } from './hooks/use-client.ts';
import { useOwnSession } from './hooks/use-own-session.ts';
import { isRefusal } from './refusal.ts';
import { smoothEdges } from './smooth-edges.ts';

/** Stands in while the page still delivers the bundle that an element around this one holds. */
const noClient = createClient();

/** A protein of the platform by its identifier, as it is now: prepared where it was prepared. */
export function ProteinViewer(props: FileViewerProps & { protein: string }) {
  const { protein, label, antialias, renderMode } = props;
  const words = useWords();
  const emit = useEmit();
  const given = useElementClient(props);
  const client = given ?? noClient;
  const { session, state } = useOwnSession(props);
  const read = macromoleculeOfProtein(client, { uuid: protein }, false);
  const query = useQuery(
    { ...read, enabled: given !== null, retry: (tries, error) => !isRefusal(error) && tries < 2 },
    client.queryClient,
  );
  const macromolecule = query.data?.macromolecule ?? null;
  const molecule = useMemo<ViewedMolecule | null>(
    () => (macromolecule ? { atoms: macromolecule.atoms, macromolecule } : null),
    [macromolecule],
  );
  const failure = query.data ? null : query.error;
  const message = failure instanceof ApiError ? failure.detail : failure ? String(failure) : undefined;
  useLiveState(query.data ? 'drawn' : failure ? 'failed' : 'waiting');
  useEffect(() => {
    if (failure) emit('cuvette-error', { message: message ?? words.viewer.file.failed, error: failure });
  }, [failure, message, words, emit]);
  if (failure) {
    return (
      <ErrorState
        title={words.viewer.file.failed}
        detail={message ?? ''}
        action={{ label: words.errors.tryAgain, run: () => void query.refetch() }}
      />
    );
  }
  if (!molecule || !macromolecule || !session) return <Skeleton height={360} label={words.viewer.file.loading} />;
  const title = label ?? macromolecule.title ?? words.viewer.protein.untitled;
  return (
    <Viewer
      molecule={molecule}
      title={title}
      description={`${title}, ${compositionText(macromolecule, words)}`}
      antialias={smoothEdges(antialias)}
      renderMode={renderMode === 'own' ? 'own' : undefined}
      view={state.viewer}
      onView={session.setViewer}
      selected={state.atoms}
      onSelect={(atoms) => {
        session.selectAtoms(atoms);
        emit('cuvette-select', { structure: null, atoms });
      }}
    />
  );
}
