import type { WorkflowItem } from '@cuvette/core/entities';
import { entryOfPath } from '@cuvette/core/workflows';
import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ownerClient, useClient } from '../clients.ts';
import { compareWords as words } from '../compare-words.ts';
import { compareAddress, type NamedItem, readTypeUuid } from '../parts/compare/compare-address.ts';
import { CompareElement } from '../parts/compare/compare-element.tsx';
import { PathLink } from '../parts/path-link.tsx';
import { Page } from '../parts/shell/page.tsx';
import { type CompareSearch, withView } from '../search.ts';
import { NotFoundNotice } from './not-found.tsx';

/** `/compare{path}?uuid=…` and `/compare/generic?type_uuid={type}_{uuid}&…`, own or shared: items side by side. */
export function ComparePage() {
  const { type: path = '' } = useParams({ strict: false });
  const search: CompareSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  const client = useClient();
  const shared = client !== ownerClient;
  const entry = path === 'generic' ? null : entryOfPath(`/${path}`);
  const { uuid, type_uuid } = search;
  const items = useMemo(
    (): NamedItem[] =>
      entry === null
        ? [...(type_uuid ?? []).map(readTypeUuid), ...(uuid ?? []).map((each) => ({ type: '', uuid: each }))]
        : (uuid ?? []).map((each) => ({ type: entry.type, uuid: each })),
    [entry, uuid, type_uuid],
  );
  const uuids = useMemo(() => [...new Set(items.map((item) => item.uuid))], [items]);
  if (path !== 'generic' && !entry) return <NotFoundNotice />;

  const place = { shared, link: client.link };
  /** The type of an item by the address, or as it was read for the element. */
  const typed = (one: string): NamedItem => ({
    uuid: one,
    type:
      client.queryClient.getQueryData<WorkflowItem>(client.workflow(one).queryKey)?.object_type ??
      items.find((item) => item.uuid === one)?.type ??
      '',
  });
  const change = async (next: readonly string[]) => {
    // The address of a mixed comparison names types: that of an item that was just added is asked for.
    if (!entry) {
      const unknown = next.filter((one) => typed(one).type === '');
      await Promise.allSettled(unknown.map((one) => client.queryClient.ensureQueryData(client.workflow(one))));
    }
    router.history.push(compareAddress(entry?.type ?? null, next.map(typed), place));
  };
  return (
    <Page wide quietHeading title={entry ? words.pageOf(entry.title) : words.page}>
      <CompareElement
        uuids={uuids}
        type={entry?.type ?? null}
        client={client}
        view={search.view}
        onView={(view) =>
          navigate({
            to: '.',
            search: withView(view),
            replace: true,
            resetScroll: false,
          })
        }
        onChange={(next) => void change(next)}
        mixed={<MixedLink address={() => compareAddress(null, uuids.map(typed), place)} />}
      />
    </Page>
  );
}

/** The types are known when the link is shown, not before: the element says first that items were left out. */
function MixedLink({ address }: { address: () => string }) {
  const router = useRouter();
  return (
    <PathLink
      href={address()}
      onClick={(event) => {
        event.preventDefault();
        router.history.push(address());
      }}
    >
      {words.asMixed}
    </PathLink>
  );
}
