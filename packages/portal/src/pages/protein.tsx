import { type Pdb, sequenceChains } from '@cuvette/core/chemistry';
import { macromoleculeOfProtein } from '@cuvette/core/client';
import { isPrepared, type Protein } from '@cuvette/core/entities';
import { type Session, sharedSession } from '@cuvette/core/session';
import { Menu, type MenuItem } from '@cuvette/widgets/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { basePath } from '../base-path.ts';
import { ownerClient, useClient } from '../clients.ts';
import { hasStatus, Problem, ProblemLine, problemText } from '../parts/problem.tsx';
import { downloadStructure } from '../parts/protein/download-structure.ts';
import { PreparationReport } from '../parts/protein/preparation-report.tsx';
import { PreparationStatus } from '../parts/protein/preparation-status.tsx';
import { PrepareDialog } from '../parts/protein/prepare-dialog.tsx';
import {
  DeleteProteinDialog,
  proteinName,
  RenameProteinDialog,
  RestoreUploadDialog,
} from '../parts/protein/protein-dialogs.tsx';
import { ProteinFacts } from '../parts/protein/protein-facts.tsx';
import { ProteinViewer } from '../parts/protein/protein-viewer.tsx';
import { Sequence } from '../parts/protein/sequence.tsx';
import { sharedProtein } from '../parts/protein/shared-protein.ts';
import { StateBadge } from '../parts/protein/state-badge.tsx';
import { proteinWords } from '../parts/protein/words.ts';
import { ShareDialog } from '../parts/share/share-dialog.tsx';
import { Page } from '../parts/shell/page.tsx';
import { useAction } from '../parts/use-action.ts';
import { words } from '../words.ts';
import { NotFoundNotice } from './not-found.tsx';
import '../styles/protein.css';

/** `/protein/{uuid}` and `/public/protein/{uuid}`: the structure in 3D, what it is made of, its sequences, and what preparation changed. */
export function ProteinPage() {
  const { uuid = '' } = useParams({ strict: false });
  const { embed } = useSearch({ strict: false });
  const client = useClient();
  const { queryClient } = client;
  const shared = client !== ownerClient;
  const protein = useQuery(client.protein(uuid), queryClient);
  const state = useQuery({ ...ownerClient.proteinState(uuid), enabled: !shared }, queryClient);
  const project = protein.data?.project_uuid ?? null;
  const access = useQuery(
    { ...ownerClient.editAccess(project ?? ''), enabled: !shared && project !== null },
    queryClient,
  );
  const sessionName = `protein ${uuid}`;
  const session = useNamedSession(sessionName);
  const read = useQuery(
    { ...macromoleculeOfProtein(client, { uuid }, false), enabled: Boolean(protein.data) },
    queryClient,
  );
  useFreshStructure(uuid, state.data?.sanitized ?? null);

  if (hasStatus(protein.error, 404) || hasStatus(protein.error, 400)) {
    const text = problemText(protein.error);
    return <NotFoundNotice trashed={text.includes('is in the trash') ? text : null} />;
  }
  if (protein.error && !protein.data) {
    return (
      <Page title={proteinWords.protein}>
        <Problem error={protein.error} retry={() => void protein.refetch()} />
      </Page>
    );
  }
  const { data } = protein;
  const name = data ? proteinName(data) : words.loading;
  const viewer = <ProteinViewer uuid={uuid} client={client} shared={shared} label={name} session={sessionName} />;
  if (embed) {
    return (
      <>
        <h1 className="cv-hidden">{name}</h1>
        {viewer}
      </>
    );
  }
  // Only the people of its project see which project that is: others read it because an item that names it was moved from there.
  const readOnly = shared || access.data === false || data?.project_uuid === null;
  const current = state.data ?? data;
  const preparation = current?.preparation ?? null;
  const macromolecule = read.data?.macromolecule ?? null;
  // What was changed is looked for more often than a sequence, which may be long: it is above.
  const report = preparation?.report ? <PreparationReport report={preparation.report} /> : null;
  return (
    <Page
      key={uuid}
      wide
      title={name}
      heading={
        data ? (
          <>
            {name} <StateBadge protein={{ sanitized: current?.sanitized ?? null }} />
            {data.public ? <span className="cv-badge">{words.shared}</span> : null}
          </>
        ) : null
      }
      above={
        shared ? null : (
          <p className="above">
            <Link to="/proteins" search={{}}>
              {proteinWords.back}
            </Link>
          </p>
        )
      }
      actions={data ? <Actions protein={data} state={current ?? data} shared={shared} readOnly={readOnly} /> : null}
    >
      {access.data === false ? (
        <p className="cv-quiet lead" role="note">
          {words.viewerOnly}
        </p>
      ) : null}
      <div className="protein-page">
        <div className="protein-picture">{viewer}</div>
        <div className="protein-side">
          {data ? <PreparationStatus uuid={uuid} preparation={preparation} readOnly={readOnly} /> : null}
          {data?.data && macromolecule && session ? (
            <>
              <ProteinFacts pdb={data.data} structure={macromolecule} session={session} />
              {report}
              <Sequences pdb={data.data} macromolecule={macromolecule} session={session} />
            </>
          ) : (
            <>
              {read.error ? (
                <Problem error={read.error} retry={() => void read.refetch()} />
              ) : (
                <p className="cv-quiet">{words.loading}</p>
              )}
              {report}
            </>
          )}
        </div>
      </div>
    </Page>
  );
}

function Sequences({
  pdb,
  macromolecule,
  session,
}: {
  pdb: Pdb;
  macromolecule: Parameters<typeof sequenceChains>[0];
  session: Session;
}) {
  const chains = useMemo(() => sequenceChains(macromolecule, pdb), [macromolecule, pdb]);
  if (chains.length === 0) return null;
  return (
    <section className="protein-sequences">
      <h2>{proteinWords.sequence}</h2>
      <p className="cv-quiet">{proteinWords.sequenceHint}</p>
      {chains.map((chain) => (
        <Sequence key={chain.id} chain={chain} session={session} />
      ))}
    </section>
  );
}

/** The session that the viewer and the sequences share: which atoms are selected. */
function useNamedSession(name: string): Session | null {
  const [session, setSession] = useState<Session | null>(null);
  useEffect(() => {
    const held = sharedSession(name);
    setSession(held.session);
    return held.release;
  }, [name]);
  return session;
}

/** Reads the structure anew when its preparation has ended. */
function useFreshStructure(uuid: string, code: number | null): void {
  const before = useRef(code);
  useEffect(() => {
    const ended = before.current === 1 && code !== 1 && code !== null;
    before.current = code;
    if (!ended) return;
    const { queryClient } = ownerClient;
    void queryClient
      .invalidateQueries({ queryKey: ['protein', uuid], exact: true })
      .then(() => queryClient.invalidateQueries({ queryKey: ['macromolecule', uuid] }));
  }, [uuid, code]);
}

type Question = 'prepare' | 'rename' | 'share' | 'delete' | 'restore';

function Actions({
  protein,
  state,
  shared,
  readOnly,
}: {
  protein: Protein;
  /** The same as it is now: without its structure. */
  state: Protein;
  shared: boolean;
  readOnly: boolean;
}) {
  const [question, setQuestion] = useState<Question | null>(null);
  const navigate = useNavigate();
  const { problem, run } = useAction(() => undefined);
  const close = () => setQuestion(null);
  const name = proteinName(protein);
  const isBusy = state.sanitized === 1;
  const hasOriginal = state.preparation?.has_original === true;
  const save = (kind: 'pdb' | 'mmcif') => () =>
    void run(async () => {
      if (protein.data) await downloadStructure(protein.data, name, kind);
    });
  const files: MenuItem[] = [
    { id: 'pdb', label: proteinWords.downloadPdb, run: save('pdb') },
    { id: 'mmcif', label: proteinWords.downloadMmcif, run: save('mmcif') },
    ...(hasOriginal && !shared
      ? [
          {
            id: 'original',
            label: proteinWords.downloadOriginal,
            run: () => window.location.assign(`${basePath}/api/protein/${protein.uuid}/get_pdb_file?original=true`),
          },
        ]
      : []),
  ];
  const start = (type: string) => () =>
    void navigate({ to: '/new/$type', params: { type }, search: { protein: protein.uuid } });
  const uses: MenuItem[] = shared
    ? []
    : [
        { id: 'batch', label: proteinWords.batchDock, run: start('batch-docking') },
        { id: 'dynamics', label: proteinWords.poseDynamics, run: start('pose-analysis-md') },
      ];
  const changes: MenuItem[] = readOnly
    ? []
    : [
        { id: 'rename', label: words.rename, run: () => setQuestion('rename') },
        ...(hasOriginal && !isBusy
          ? [{ id: 'restore', label: proteinWords.restoreUpload, run: () => setQuestion('restore') }]
          : []),
      ];
  const last: MenuItem[] = readOnly ? [] : [{ id: 'delete', label: words.delete, run: () => setQuestion('delete') }];
  return (
    <>
      <ProblemLine text={problem} />
      {shared ? null : (
        <Link
          className="cv-button"
          data-kind="primary"
          to="/new/$type"
          params={{ type: 'docking' }}
          search={{ protein: protein.uuid }}
        >
          {proteinWords.dock}
        </Link>
      )}
      {readOnly ? null : (
        <button type="button" className="cv-button" disabled={isBusy} onClick={() => setQuestion('prepare')}>
          {isPrepared(state) ? proteinWords.prepareAgain : proteinWords.prepare}
        </button>
      )}
      {readOnly ? null : (
        <button type="button" className="cv-button" onClick={() => setQuestion('share')}>
          {protein.public ? words.sharedAction : words.share}
        </button>
      )}
      <Menu label={words.more} icon="menu" groups={[files, uses, changes, last]} />
      {question === 'prepare' ? (
        <PrepareDialog uuid={protein.uuid} pdb={protein.data ?? null} last={state.preparation} onClose={close} />
      ) : null}
      {question === 'rename' ? <RenameProteinDialog protein={protein} onClose={close} /> : null}
      {question === 'share' ? <ShareDialog entry={sharedProtein(protein)} onClose={close} /> : null}
      {question === 'restore' ? <RestoreUploadDialog protein={protein} onClose={close} /> : null}
      {question === 'delete' ? (
        <DeleteProteinDialog
          protein={protein}
          onClose={close}
          onDone={() => void navigate({ to: '/proteins', search: {} })}
        />
      ) : null}
    </>
  );
}
