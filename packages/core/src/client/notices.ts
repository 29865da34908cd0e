import { NoticeList } from '../entities/people/notice.ts';
import { queryOptions } from './query-core.ts';
import type { Transport } from './transport.ts';

/** How it went to tell the person that their items have ended. */
export function noticeCalls({ get }: Pick<Transport, 'get'>) {
  return {
    /** Newest first; pages count from 0. */
    notices: (page = 0, size = 10) =>
      queryOptions({
        queryKey: ['notices', page, size],
        queryFn: ({ signal }) => get(`/api/user/me/notices?page=${page}&size=${size}`, NoticeList, signal),
      }),
  };
}
