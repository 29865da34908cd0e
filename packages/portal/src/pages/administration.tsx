import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { ownerClient } from '../clients.ts';
import { AuditLog } from '../parts/administration/audit-log.tsx';
import { FairUse } from '../parts/administration/fair-use/fair-use.tsx';
import { People } from '../parts/administration/people.tsx';
import { Queue } from '../parts/administration/queue/queue.tsx';
import { Workers } from '../parts/administration/queue/workers.tsx';
import { Settings } from '../parts/administration/settings.tsx';
import { Storage } from '../parts/administration/storage.tsx';
import { adminWords as words } from '../parts/administration/words.ts';
import { Page } from '../parts/shell/page.tsx';
import '../styles/administration.css';
import { NotFoundNotice } from './not-found.tsx';

type Part = keyof typeof words.parts;

const views: Readonly<Record<Part, ComponentType>> = {
  people: People,
  workers: Workers,
  queue: Queue,
  usage: FairUse,
  storage: Storage,
  settings: Settings,
  audit: AuditLog,
};

/** `/administration/{part}`: what administrators of the server look after. */
export function AdministrationPage() {
  const { part } = useParams({ from: '/app/administration/$part' });
  const me = useQuery(ownerClient.me(), ownerClient.queryClient);
  const known = (Object.keys(views) as Part[]).find((one) => one === part);
  if (!known) return <NotFoundNotice />;
  if (me.data?.needs_second_factor) {
    return (
      <Page title={words.title}>
        <p>{words.needsFactor}</p>
        <p>
          <Link className="cv-button" to="/account">
            {words.account}
          </Link>
        </p>
      </Page>
    );
  }
  if (me.data && !me.data.administrator) {
    return (
      <Page title={words.title}>
        <p>{words.notAllowed}</p>
      </Page>
    );
  }
  const View = views[known];
  return (
    <Page
      title={`${words.title}: ${words.parts[known]}`}
      heading={words.parts[known]}
      above={
        <nav className="admin-parts" aria-label={words.title}>
          {(Object.keys(views) as Part[]).map((one) => (
            <Link key={one} to="/administration/$part" params={{ part: one }} className="admin-part">
              {words.parts[one]}
            </Link>
          ))}
        </nav>
      }
    >
      {me.data ? <View key={known} /> : null}
    </Page>
  );
}
