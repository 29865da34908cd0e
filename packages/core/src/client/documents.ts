import * as z from 'zod/mini';
import {
  type DocumentCreate,
  type DocumentFormat,
  type DocumentMake,
  DocumentPreview,
  type DocumentPreviewCreate,
  SupportingDocument,
  SupportingDocumentList,
} from '../entities/supporting-document.ts';
import { queryOptions } from './query-core.ts';
import type { Refreshed } from './refreshed.ts';
import type { Transport } from './transport.ts';

/** Milliseconds between two looks at documents of which one is being made. */
const makingPoll = 1000;

/** Documents of supporting information: made from items, kept with a project. */
export function documentCalls({ get, send }: Pick<Transport, 'get' | 'send'>, refreshed: Refreshed, origin: string) {
  const addressOf = (uuid: string) => `/api/document/${encodeURIComponent(uuid)}`;
  const keys = ['document'];
  return {
    /** A page of a project's documents, the newest first; pages count from 0. Asked again while one of them is being made. */
    documents: (project: string, page = 0) =>
      queryOptions({
        queryKey: ['document', project, page],
        queryFn: ({ signal }) =>
          get(`/api/document?project_uuid=${encodeURIComponent(project)}&page=${page}`, SupportingDocumentList, signal),
        refetchInterval: (query: { state: { data: SupportingDocumentList | undefined } }) =>
          query.state.data?.documents.some(({ status }) => status === 'making') ? makingPoll : false,
      }),
    makeDocument: (body: DocumentCreate) => refreshed(send('POST', '/api/document', body, SupportingDocument), keys),
    /** The first item of a selection as a document would have it. */
    documentPreview: (body: DocumentPreviewCreate) =>
      queryOptions({
        queryKey: ['document-preview', body],
        queryFn: () => send('POST', '/api/document/preview', body, DocumentPreview),
        staleTime: 60_000,
      }),
    makeDocumentAgain: (uuid: string, body: DocumentMake = {}) =>
      refreshed(send('POST', `${addressOf(uuid)}/make`, body, SupportingDocument), keys),
    cancelDocument: (uuid: string) =>
      refreshed(send('POST', `${addressOf(uuid)}/cancel`, {}, SupportingDocument), keys),
    deleteDocument: (uuid: string) => refreshed(send('DELETE', addressOf(uuid), {}, z.unknown()), keys),
    /** Where a document is downloaded. */
    documentFileAddress: (uuid: string, format: DocumentFormat) => `${origin}${addressOf(uuid)}/file?format=${format}`,
  };
}
