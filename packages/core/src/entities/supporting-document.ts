import * as z from 'zod/mini';
import { energyUnits } from '../chemistry/units.ts';
import { Name } from './name.ts';
import { optionalNull, uuid } from './scalars.ts';

/** Journals whose usual form a document of supporting information can have; `own` for none of them. */
export const journalNames = ['acs', 'rsc', 'wiley', 'own'] as const;
export type JournalName = (typeof journalNames)[number];

/** Formats that a made document can be read in. */
export const documentFormats = ['html', 'docx', 'txt', 'bib', 'ris', 'zip'] as const;
export type DocumentFormat = (typeof documentFormats)[number];

/** Most items of one document. */
export const mostDocumentItems = 1000;

/** What a document of supporting information holds and how it looks; a null is the journal's usual form (`formOf`). */
export const DocumentOptions = z.object({
  journal: z._default(z.enum(journalNames), 'acs'),
  /** Unit of energy differences; absolute energies are in Hartree. */
  energy_unit: optionalNull(z.enum(energyUnits)),
  /** Where the coordinates are: with each item, after all items, or not in the document (the zip has them in any case). */
  coordinates: optionalNull(z.enum(['with_item', 'at_end', 'left_out'])),
  /** Decimals of coordinates in Å. */
  decimals: optionalNull(z.int().check(z.minimum(3), z.maximum(8))),
  /** All structures of an item, or the one that its page shows first. */
  structures: z._default(z.enum(['all', 'first']), 'all'),
  tables: z._default(z.boolean(), true),
  pictures: z._default(z.boolean(), true),
  methods: z._default(z.boolean(), true),
  /** Letter before the numbers of tables and figures. */
  prefix: z._default(z.string().check(z.regex(/^[A-Za-z]{0,3}$/)), 'S'),
});
export type DocumentOptions = z.infer<typeof DocumentOptions>;

/** A piece of a paragraph; a raised one is the number of a reference. */
const TextRun = z.object({ text: z.string(), raised: z._default(z.boolean(), false) });
export type TextRun = z.infer<typeof TextRun>;

/** One part of a document, in the order that it is read in. Pictures are SVG. */
export const DocumentBlock = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('heading'),
    level: z.union([z.literal(1), z.literal(2), z.literal(3)]),
    text: z.string(),
  }),
  z.object({ kind: z.literal('paragraph'), runs: z.array(TextRun) }),
  z.object({ kind: z.literal('note'), text: z.string() }),
  z.object({
    kind: z.literal('table'),
    caption: z.string(),
    columns: z.array(z.object({ title: z.string(), numeric: z.boolean() })),
    rows: z.array(z.array(z.string())),
    notes: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('picture'),
    caption: z.string(),
    svg: z.string(),
    /** Pixels on paper, at 96 for an inch. */
    width: z.number(),
    height: z.number(),
  }),
  /** Lines of equal letters: coordinates. */
  z.object({ kind: z.literal('lines'), caption: z.string(), text: z.string() }),
  z.object({ kind: z.literal('references'), entries: z.array(z.string()) }),
]);
export type DocumentBlock = z.infer<typeof DocumentBlock>;

/** `POST /api/document`: items by their identifiers, or all that lie in and below a folder or in a project. */
export const DocumentCreate = z.object({
  name: Name,
  uuids: z.optional(z.array(uuid)),
  folder_uuid: z.optional(uuid),
  project_uuid: z.optional(uuid),
  options: z.prefault(DocumentOptions, {}),
});
export type DocumentCreate = z.input<typeof DocumentCreate>;

/** `POST /api/document/preview`: the first of these items as the document would have it. */
export const DocumentPreviewCreate = z.object({
  uuids: z.optional(z.array(uuid)),
  folder_uuid: z.optional(uuid),
  project_uuid: z.optional(uuid),
  options: z.prefault(DocumentOptions, {}),
});
export type DocumentPreviewCreate = z.input<typeof DocumentPreviewCreate>;

/** What a preview answers: how many items the document would have, and the parts of the first one. */
export const DocumentPreview = z.looseObject({
  items: z.int(),
  blocks: z.array(DocumentBlock),
});
export type DocumentPreview = z.infer<typeof DocumentPreview>;

/** `POST /api/document/{uuid}/make`: makes it again, with other options where some are given. */
export const DocumentMake = z.object({ name: z.optional(Name), options: z.optional(DocumentOptions) });
export type DocumentMake = z.input<typeof DocumentMake>;

export const documentStatuses = ['making', 'made', 'failed', 'cancelled'] as const;

/** How an item differs from what a document was made of. */
export const documentChanges = ['changed', 'replaced', 'deleted'] as const;

/** A document of supporting information, as `GET /api/document/{uuid}` answers it. */
export const SupportingDocument = z.looseObject({
  uuid: z.string(),
  project_uuid: z.string(),
  name: z.string(),
  options: DocumentOptions,
  status: z.enum(documentStatuses),
  /** Items that are in it already, of `item_count`, while it is made. */
  items_done: z.int(),
  item_count: z.int(),
  /** Why it could not be made, as text. */
  error: optionalNull(z.string()),
  /** When its contents were read from the items; null before it was made. */
  made_at: optionalNull(z.string()),
  made_by: optionalNull(z.string()),
  /** Formats that can be read, with their bytes; a zip is put together when it is asked for. */
  formats: z.array(z.looseObject({ format: z.enum(documentFormats), bytes: z.nullable(z.number()) })),
  /** Whether an item changed since: the numbers in it are no longer those of the items. */
  outdated: z.boolean(),
  /** Items that changed since it was made. */
  changes: z.array(z.looseObject({ uuid: z.string(), name: z.string(), change: z.enum(documentChanges) })),
  created_at: z.string(),
  has_edit_access: z._default(z.boolean(), false),
});
export type SupportingDocument = z.infer<typeof SupportingDocument>;

/** `GET /api/document`: a page of the documents of a project, the newest first. */
export const SupportingDocumentList = z.looseObject({ documents: z.array(SupportingDocument), num_pages: z.int() });
export type SupportingDocumentList = z.infer<typeof SupportingDocumentList>;
