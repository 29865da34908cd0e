import { formulaOf } from '@cuvette/core/chemistry';
import { ApiError, createClient, structureContent, structureFile } from '@cuvette/core/client';
import type { FileStructure, StructureFile } from '@cuvette/core/structures';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { ErrorState, Skeleton } from '../ui/states.tsx';
import { alignment, flatPositions, moved } from '../viewer/overlay/align.ts';
import type { OtherStructure } from '../viewer/overlay/overlay.ts';
import type { Ensemble } from '../viewer/recording/film.ts';
import { Viewer } from '../viewer/viewer.tsx';
import type { ViewedMolecule } from '../viewer/viewer-tool.ts';
import type { Words } from '../words.ts';
import { useEmit, useLiveState, useWords } from './context.tsx';
import { useElementClient } from './hooks/use-client.ts';
import type { ItemProps } from './hooks/use-item.tsx';
import { useOwnSession } from './hooks/use-own-session.ts';
import { smoothEdges } from './smooth-edges.ts';

export interface FileViewerProps extends ItemProps {
  /** Address of a file: xyz, sdf, mol, pdb, mmCIF, cube or our JSON, packed with gzip or not. */
  file?: string | undefined;
  /** Its format, where its name does not tell. */
  format?: string | undefined;
  /** What a file holds, in place of an address: text, or bytes. */
  text?: string | undefined;
  /** As `text`: what a file holds, also as bytes. */
  data?: string | ArrayBuffer | Uint8Array<ArrayBuffer> | undefined;
  /** Name of what is shown; by default the file's, else the formula. */
  label?: string | undefined;
  /** Turn at once, except where little motion is wished for. */
  spin?: boolean | undefined;
  /** `on` smooths edges, `off` does not; without it they are smoothed where a graphics card draws. */
  antialias?: string | undefined;
  /** `own` takes a WebGL context for this viewer alone. */
  renderMode?: string | undefined;
}

/** Stands in while the page still delivers the bundle that an element around this one holds. */
const noClient = createClient();

/** Contents that pages gave, told apart by when they came. */
let contents = 0;

/** Structures of a file at an address, or of a text or bytes that the page has; one after another where there are several. */
export function FileViewer(props: FileViewerProps) {
  const { file, format } = props;
  const words = useWords();
  const emit = useEmit();
  const given = useElementClient(props);
  const { queryClient } = given ?? noClient;
  const content = props.text ?? props.data;
  const read = useMemo(() => {
    if (content !== undefined) return structureContent(content, { format, name: file, known: ++contents });
    // The reader reports what is no address.
    const url = URL.canParse(file ?? '', document.baseURI) ? new URL(file ?? '', document.baseURI).href : (file ?? '');
    return structureFile({ url, format });
  }, [content, file, format]);
  const query = useQuery({ ...read, enabled: given !== null, retry: shouldRetry }, queryClient);
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
  if (!query.data) return <Skeleton height={360} label={words.viewer.file.loading} />;
  return <Structures {...props} found={query.data} />;
}

/** A file that is wrong stays wrong; one that could not be reached may come. */
function shouldRetry(failures: number, error: unknown): boolean {
  return error instanceof ApiError && error.status >= 500 && failures < 2;
}

function Structures(props: FileViewerProps & { found: StructureFile }) {
  const { found, antialias, renderMode } = props;
  const words = useWords();
  const emit = useEmit();
  const { session, state } = useOwnSession(props);
  const { structures } = found;
  const ids = useMemo(() => structures.map((_, place) => String(place + 1)), [structures]);
  useEffect(() => session?.setStructures(ids), [session, ids]);
  const place = Math.max(0, ids.indexOf(state.structure ?? ''));
  const structure = structures[place] as FileStructure;
  const molecule = useMemo<ViewedMolecule>(
    () => ({ ...structure.molecule, macromolecule: structure.macromolecule }),
    [structure],
  );
  const ensemble = useMemo(() => ensembleOf(found, structure), [found, structure]);
  const { label } = props;
  const others = useMemo(() => othersOf(found, place, label, words), [found, place, label, words]);
  if (!session) return null;
  return (
    <Viewer
      molecule={molecule}
      ensemble={ensemble}
      others={others}
      title={titleOf(found, place, props, words)}
      bonds={structure.bonds}
      surfaces={found.grids}
      antialias={smoothEdges(antialias)}
      renderMode={renderMode === 'own' ? 'own' : undefined}
      view={state.viewer}
      onView={session.setViewer}
      selected={state.atoms}
      onSelect={(atoms) => {
        session.selectAtoms(atoms);
        emit('cuvette-select', { structure: state.structure, atoms });
      }}
      onPrevious={place > 0 ? session.previous : undefined}
      onNext={place < structures.length - 1 ? session.next : undefined}
    />
  );
}

/** Returns what a film shows: the structures of the file one after another, each laid on the one that is shown. */
function ensembleOf({ structures, isEnsemble }: StructureFile, shown: FileStructure): Ensemble | null {
  if (!isEnsemble) return null;
  return {
    count: structures.length,
    positions(index) {
      const atoms = structures[index]?.molecule.atoms;
      return atoms ? moved(flatPositions(atoms), alignment(atoms, shown.molecule.atoms)) : null;
    },
  };
}

/** The other structures, to be shown in the same picture. Chains of proteins over one another show nothing, and there are many atoms. */
function othersOf(found: StructureFile, place: number, label: string | undefined, words: Words): OtherStructure[] {
  return found.structures.flatMap((each, other) =>
    other === place || each.macromolecule
      ? []
      : [{ id: String(other + 1), name: titleOf(found, other, { label }, words), atoms: each.molecule.atoms }],
  );
}

/** Name of a file without its address and endings. */
function nameOf(file: string | undefined): string {
  const last = (file ?? '').split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '';
  return last.replace(/\.gz$/i, '').replace(/\.[a-z0-9]+$/i, '');
}

/** "ibuprofen, Frame 3 of 8": what the page or the file calls it, else its formula; and its place among several. */
function titleOf(found: StructureFile, place: number, { label, file }: FileViewerProps, words: Words): string {
  const { structures, isEnsemble } = found;
  const structure = structures[place] as FileStructure;
  const unnamed = structure.macromolecule
    ? nameOf(file) || words.viewer.protein.untitled
    : formulaOf(structure.molecule.atoms);
  const name = label ?? (structure.name || unnamed);
  if (structures.length === 1) return name;
  const { file: texts, position } = words.viewer;
  const numbered = structure.macromolecule ? texts.model : isEnsemble ? texts.frame : texts.structure;
  return `${name}, ${position(numbered(place + 1), place + 1, structures.length)}`;
}
