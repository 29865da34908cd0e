import type { SentNotice } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { words } from '../../words.ts';
import { ListTable } from '../list-table.tsx';
import { Pager } from '../pager.tsx';
import { PathLink } from '../path-link.tsx';
import { Problem } from '../problem.tsx';
import { Time } from '../time.tsx';

/** Messages that were sent by mail and to webhooks, and what went wrong. */
export function Notices() {
  const [page, setPage] = useState(1);
  const notices = useQuery(ownerClient.notices(page - 1), ownerClient.queryClient);
  const me = useQuery(ownerClient.me(), ownerClient.queryClient);
  return (
    <section aria-labelledby="notices">
      <h2 id="notices">{words.notices}</h2>
      <p className="cv-quiet lead">{words.noticesHint}</p>
      {me.data?.email_unavailable ? <p className="cv-quiet lead">{me.data.email_unavailable}</p> : null}
      {notices.error ? <Problem error={notices.error} retry={() => void notices.refetch()} /> : null}
      {notices.data?.notices.length === 0 && page === 1 ? <p className="cv-quiet">{words.noNotices}</p> : null}
      {notices.data && notices.data.notices.length > 0 ? <NoticeTable notices={notices.data.notices} /> : null}
      {notices.data ? <Pager page={page} pages={notices.data.num_pages} onPage={setPage} /> : null}
    </section>
  );
}

const tones = { waiting: 'neutral', retrying: 'okay', delivered: 'good', failed: 'bad' } as const;

function NoticeTable({ notices }: { notices: readonly SentNotice[] }) {
  return (
    <ListTable
      caption={words.notices}
      columns={[
        { title: words.item },
        { title: words.noticeState },
        { title: words.noticeWhen, className: 'wide-only' },
      ]}
    >
      {notices.map((notice) => (
        <tr key={notice.uuid}>
          <td className="name">
            <PathLink href={`/workflow/${notice.workflow_uuid}`}>{notice.workflow_name}</PathLink>
          </td>
          <td>
            <span className="cv-badge" data-tone={tones[notice.state]}>
              {words.noticeStates[notice.state](notice.tries)}
            </span>{' '}
            <span className="notice-receiver">{words.noticeReceiver[notice.kind](notice.receiver ?? '')}</span>
            {notice.error && notice.state !== 'delivered' ? (
              <p className="cv-quiet notice-error">{notice.error}</p>
            ) : null}
          </td>
          <td className="wide-only when">
            <Time iso={notice.delivered_at ?? notice.created_at} />
          </td>
        </tr>
      ))}
    </ListTable>
  );
}
