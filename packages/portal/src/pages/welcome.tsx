import { isFinished, type WorkflowSubmissionInput } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { basePath } from '../base-path.ts';
import { ownerClient } from '../clients.ts';
import { Status } from '../parts/folder/status.tsx';
import { ExamplesGallery } from '../parts/home/examples-gallery.tsx';
import { PathLink } from '../parts/path-link.tsx';
import { itemPath } from '../parts/paths.ts';
import { Page } from '../parts/shell/page.tsx';
import { useAction } from '../parts/use-action.ts';
import { storedTheme } from '../theme.ts';
import { words } from '../words.ts';
import '../styles/new.css';

/** A job that ends within a minute on two cores: the shapes of ibuprofen by GFN2-xTB alone. */
const firstJob: WorkflowSubmissionInput = {
  name: 'Ibuprofen: my first conformers',
  workflow_type: 'conformer_search',
  initial_smiles: 'CC(C)Cc1ccc(cc1)[C@@H](C)C(=O)O',
  workflow_data: {
    conf_gen_mode: 'rapid',
    mso_mode: 'manual',
    multistage_opt_settings: { mode: 'manual', optimization_settings: [{ method: 'gfn2_xtb', tasks: ['optimize'] }] },
    max_confs: 10,
  },
};

/** `/welcome`: what a new owner does first. Closed once, it stays closed. */
export function WelcomePage() {
  const me = useQuery(ownerClient.me(), ownerClient.queryClient);
  const navigate = useNavigate();
  const root = me.data?.root_folder_uuid ?? null;
  const examples = me.data?.welcome?.examples_folder_uuid ?? null;
  // A theme that was chosen holds for the pictures too.
  const theme = storedTheme();
  const dark = theme === 'auto' ? '(prefers-color-scheme: dark)' : theme === 'dark' ? 'all' : 'not all';
  const close = useAction(() => {
    if (root) void navigate({ to: '/folder/$uuid', params: { uuid: root }, search: {} });
  });
  return (
    <Page
      wide
      title={words.welcome.title}
      actions={
        <button
          type="button"
          className="cv-button"
          disabled={close.busy}
          onClick={() => close.run(() => ownerClient.closeWelcome())}
        >
          {words.welcome.close}
        </button>
      }
    >
      <ul className="welcome-pictures">
        {pictures.map(({ name, text }) => (
          <li key={name}>
            <picture>
              <source srcSet={`${basePath}/welcome/${name}-dark.png`} media={dark} />
              <img src={`${basePath}/welcome/${name}-light.png`} alt="" width="640" height="400" />
            </picture>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <ol className="welcome">
        <li>
          <strong>{words.welcome.compute}</strong>
          <span>
            {words.welcome.computeHint}{' '}
            <Link to="/new" search={{}}>
              {words.newWorkflow}
            </Link>
          </span>
          <FirstJob />
        </li>
        <li>
          <strong>{words.welcome.look}</strong>
          <span>
            {words.welcome.lookHint}{' '}
            {examples ? (
              <Link to="/folder/$uuid" params={{ uuid: examples }} search={{}}>
                {words.welcome.openExamples}
              </Link>
            ) : null}
          </span>
        </li>
        <li>
          <strong>{words.welcome.embed}</strong>
          <span>{words.welcome.embedHint}</span>
        </li>
      </ol>
      {close.problem ? (
        <p className="problem" role="alert">
          {close.problem}
        </p>
      ) : null}
      {examples ? (
        <section aria-labelledby="examples" className="type-group">
          <h2 id="examples">{words.welcome.examples}</h2>
          <ExamplesGallery folder={examples} />
        </section>
      ) : null}
    </Page>
  );
}

/** What the product can do, in three pictures; `npm run screenshots` takes them. */
const pictures = [
  { name: 'docking', text: words.welcome.pictures.docking },
  { name: 'pka', text: words.welcome.pictures.pka },
  { name: 'scan', text: words.welcome.pictures.scan },
] as const;

/** The button that submits the first job, and then how far it is. */
function FirstJob() {
  const [uuid, setUuid] = useState<string | null>(null);
  const start = useAction(() => {});
  return (
    <div className="welcome-job">
      {uuid === null ? (
        <button
          type="button"
          className="cv-button"
          data-kind="primary"
          disabled={start.busy}
          onClick={() => start.run(async () => setUuid((await ownerClient.submitWorkflow(firstJob)).uuid))}
        >
          {words.welcome.runThis}
        </button>
      ) : (
        <Progress uuid={uuid} />
      )}
      {start.problem ? (
        <p className="problem" role="alert">
          {start.problem}
        </p>
      ) : null}
    </div>
  );
}

/** How far an item is, followed until it has ended. */
function Progress({ uuid }: { uuid: string }) {
  const item = useQuery(ownerClient.workflow(uuid), ownerClient.queryClient).data;
  if (!item) return <p className="cv-quiet">{words.loading}</p>;
  const ended = isFinished(item.object_status);
  return (
    <div role="status">
      <p>
        <Status item={item} />{' '}
        {ended ? null : <span className="cv-quiet">{item.progress?.stage ?? words.welcome.waits}</span>}
      </p>
      {ended ? null : <progress aria-label={item.name} max={100} value={item.progress?.percent ?? 0} />}
      <PathLink href={itemPath(item, false)} className="cv-button" data-kind={ended ? 'primary' : undefined}>
        {ended ? words.welcome.openResult : words.welcome.watch}
      </PathLink>
    </div>
  );
}
