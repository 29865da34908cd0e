import {
  DocumentCreate,
  DocumentMake,
  DocumentPreview,
  DocumentPreviewCreate,
  documentFormats,
  mostDocumentItems,
  SupportingDocument,
  SupportingDocumentList,
} from '@cuvette/core/entities';
import { chooseItems } from '../../documents/choose-items.ts';
import { zipOfDocument } from '../../documents/document-zip.ts';
import { startMaking } from '../../documents/make-document.ts';
import { previewOf } from '../../documents/preview-document.ts';
import { HttpProblem, notFound } from '../../errors.ts';
import {
  beginAgain,
  cancelDocument,
  deleteDocument,
  insertDocument,
  listDocuments,
  madeDocument,
  readDocument,
} from '../../store/documents.ts';
import { fileNameOf } from '../../wire/file-name.ts';
import { asFile } from '../http/add-routes.ts';
import { Bytes, Done, done } from '../http/answers.ts';
import { choice } from '../http/parameter-kinds.ts';
import { paging, project_uuid } from '../http/parameters.ts';
import { type Route, reads, route, withinProject } from '../http/route.ts';

const mediaTypes = {
  html: 'text/html; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain; charset=utf-8',
  bib: 'application/x-bibtex; charset=utf-8',
  ris: 'application/x-research-info-systems; charset=utf-8',
  zip: 'application/zip',
} as const;

const example = { name: 'Supporting Information', options: { journal: 'acs' } };

/** Documents of supporting information: made from items, kept with their project, marked when an item changed. */
export const documentRoutes: Route[] = [
  route('GET /api/document', withinProject, {
    summary: 'Lists documents of supporting information, the newest first, page by page',
    description: 'Each says whether an item changed since it was made (`outdated`), and which (`changes`).',
    query: { project_uuid, ...paging },
    answer: SupportingDocumentList,
    handle: ({ db, reader, query }) => listDocuments(db.drizzle, reader, query),
  }),
  route('POST /api/document', withinProject, {
    summary: 'Makes a document of supporting information from items, a folder or a project',
    description: `Give one of \`uuids\`, \`folder_uuid\` and \`project_uuid\`: at most ${mostDocumentItems} items, all of one project, with which the document is kept. It is made in the background: read it until \`status\` is no longer \`making\`. Numbers, tables, pictures, methods and references are read from the items; items that have not completed are named as left out. \`options.journal\` sets the usual form of ACS, RSC or Wiley; what else is null in \`options\` is as the form has it.`,
    example: { ...example, uuids: ['3fa85f64-5717-4562-b3fc-2c963f66afa6'] },
    body: DocumentCreate,
    status: 201,
    answer: SupportingDocument,
    async handle({ services, db, reader, body }) {
      const { items, project_uuid: project } = await chooseItems(db, reader, body);
      const { name, options } = body;
      const making = await insertDocument(db, reader, { project_uuid: project, name, options, items });
      startMaking(services, reader, making);
      return readDocument(db.drizzle, reader, making.uuid);
    },
  }),
  route('POST /api/document/preview', reads, {
    summary: 'Shows the first item of a selection as a document would have it',
    description: 'The parts of the document, shortened; nothing is kept. Pictures are SVG.',
    example: { uuids: ['3fa85f64-5717-4562-b3fc-2c963f66afa6'], options: { journal: 'rsc' } },
    body: DocumentPreviewCreate,
    answer: DocumentPreview,
    handle: ({ services, reader, body }) => previewOf(services, reader, body, body.options),
  }),
  route('GET /api/document/:uuid', withinProject, {
    summary: 'Reads a document: how far it is, what it can be read as, and which items changed since',
    answer: SupportingDocument,
    handle: ({ db, reader, uuid }) => readDocument(db.drizzle, reader, uuid),
  }),
  route('GET /api/document/:uuid/file', withinProject, {
    summary: 'Reads a made document as a file',
    description:
      'As it was made. The zip has the document in all formats, structures as XYZ, tables as CSV, and of items with orbitals that have not changed since the grids as cube files and all orbitals as Molden.',
    query: {
      format: choice(
        '`html`, `docx`, `txt`, its references as `bib` or `ris`, or everything as `zip`.',
        documentFormats,
        {
          fallback: 'html',
          example: 'docx',
        },
      ),
    },
    type: 'application/octet-stream',
    otherAnswers: Object.fromEntries(
      documentFormats.map((format) => [
        mediaTypes[format].split(';')[0],
        `with \`format=${format}\`, under a name to save it by.`,
      ]),
    ),
    answer: Bytes,
    async handle({ services, db, reader, uuid, query, reply }) {
      const { format } = query;
      const found = await madeDocument(db.drizzle, reader, uuid);
      if (!found) {
        if (!(await readDocument(db.drizzle, reader, uuid))) throw notFound('The document');
        throw new HttpProblem(409, 'The document has not been made yet.');
      }
      asFile(reply, `${fileNameOf(found.name, 'supporting-information')}.${format}`).type(mediaTypes[format]);
      if (format === 'zip') return reply.send(zipOfDocument(services, reader, found));
      const file = found.files[format];
      const bytes = file ? await services.files.get(file.key) : null;
      if (!bytes) throw new Error(`The stored file of the document ${uuid} (${format}) is missing.`);
      return reply.send(bytes);
    },
  }),
  route('POST /api/document/:uuid/make', withinProject, {
    summary: 'Makes a document again from its items as they are now, with other options where some are given',
    description: 'What was made before can be read until the new one is ready.',
    example: {},
    body: DocumentMake,
    emptyBody: {},
    answer: SupportingDocument,
    async handle({ services, db, reader, uuid, body }) {
      const making = await beginAgain(db, reader, uuid, body);
      if (!making) return null;
      startMaking(services, reader, making);
      return readDocument(db.drizzle, reader, uuid);
    },
  }),
  route('POST /api/document/:uuid/cancel', withinProject, {
    summary: 'Gives the making of a document up; what was made before stays',
    answer: SupportingDocument,
    handle: async ({ db, reader, uuid }) =>
      (await cancelDocument(db.drizzle, reader, uuid)) ? readDocument(db.drizzle, reader, uuid) : null,
  }),
  route('DELETE /api/document/:uuid', withinProject, {
    summary: 'Deletes a document for good; its items stay',
    answer: Done,
    handle: async ({ db, reader, uuid }) => ((await deleteDocument(db.drizzle, reader, uuid)) ? done : null),
  }),
];
