import { useQuery } from '@tanstack/react-query';
import { Navigate, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ownerClient } from '../clients.ts';
import { useLatestResults } from '../parts/home/use-latest.ts';
import { Problem } from '../parts/problem.tsx';
import { Page } from '../parts/shell/page.tsx';
import { words } from '../words.ts';

const HomePage = lazy(async () => ({ default: (await import('./home.tsx')).HomePage }));

/** `/`: home. A new owner is welcomed first, and whoever has no items yet comes to the empty root folder. */
export function RootPage() {
  const me = useQuery(ownerClient.me(), ownerClient.queryClient);
  const latest = useLatestResults();
  // The person chose another page while this one was loading: that one is on its way.
  const stays = useRouterState({ select: ({ location }) => location.pathname === '/' });
  const waiting = (
    <Page title={words.allItems} quietHeading>
      <p className="cv-quiet">{words.loading}</p>
    </Page>
  );
  const error = me.error ?? latest.error;
  if (error && (!me.data || !latest.items)) {
    return (
      <Page title={words.allItems}>
        <Problem error={error} retry={() => void Promise.all([me.refetch(), latest.refetch()])} />
      </Page>
    );
  }
  if (stays && me.data?.welcome) return <Navigate to="/welcome" replace />;
  if (!stays || !me.data || !latest.items) return waiting;
  if (latest.items.length === 0 && me.data.root_folder_uuid)
    return <Navigate to="/folder/$uuid" params={{ uuid: me.data.root_folder_uuid }} search={{}} replace />;
  return (
    <Suspense fallback={waiting}>
      <HomePage items={latest.items} folder={me.data.root_folder_uuid ?? null} />
    </Suspense>
  );
}
