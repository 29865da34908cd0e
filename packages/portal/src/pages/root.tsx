import { useQuery } from '@tanstack/react-query';
import { Navigate, useRouterState } from '@tanstack/react-router';
import { ownerClient } from '../clients.ts';
import { Problem } from '../parts/problem.tsx';
import { Page } from '../parts/shell/page.tsx';
import { words } from '../words.ts';

/** `/`: the way into the root folder of the person who is signed in; a new owner is welcomed first. */
export function RootPage() {
  const me = useQuery(ownerClient.me(), ownerClient.queryClient);
  // Whoever chose another page while this one was loading is on the way there.
  const stays = useRouterState({ select: ({ location }) => location.pathname === '/' });
  if (stays && me.data?.welcome) return <Navigate to="/welcome" replace />;
  if (stays && me.data?.root_folder_uuid) {
    return <Navigate to="/folder/$uuid" params={{ uuid: me.data.root_folder_uuid }} search={{}} replace />;
  }
  return (
    <Page title={words.allItems}>
      {me.error ? <Problem error={me.error} retry={() => me.refetch()} /> : <p className="cv-quiet">{words.loading}</p>}
    </Page>
  );
}
