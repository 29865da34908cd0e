import { Readable } from 'node:stream';
import { Bundle, mendedName } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { importBundle } from '../../bundles/import.ts';
import { importZip } from '../../bundles/import-file.ts';
import { bundleLimits, documentBytes } from '../../bundles/limits.ts';
import { asTemporaryFile, tooLargeToUpload } from '../../bundles/read-zip.ts';
import { HttpProblem } from '../../errors.ts';
import { importOutput } from '../../outputs/import-output.ts';
import { readUtf8 } from '../../wire/body.ts';
import { text, uuidText } from '../http/parameter-kinds.ts';
import { type Route, route, withinProject } from '../http/route.ts';

const answer = z.object({
  items: z.array(z.object({ uuid: z.string(), name: z.string() })),
  warnings: z.array(z.string()),
});

/** Bundles of another server, brought into a folder of this one: the JSON document, or the zip. */
export const importRoutes: Route[] = [
  route('POST /api/workflow/import', withinProject, {
    summary: 'Brings a bundle of another server into a folder, marked as imported',
    description:
      'An item comes all or nothing. Of a zip of a folder the folders are made first; an item of it that does not fit is left out, and `warnings` says why.',
    otherBodies: {
      'application/zip':
        'The zip that `bundle?format=zip` gives out, or that of a folder or of several items: at most 512 MB, 1 GB unpacked, 2000 entries (items of a folder: 4 GB together). `cuvette import` on the server takes one of more than 512 MB.',
    },
    // The zip is read as it comes, into a temporary file; nothing holds it in memory. The text is parsed where it is checked: a large one in a thread.
    bodiesAs: { 'application/zip': 'stream', 'application/json': 'buffer' },
    bodyLimit: documentBytes,
    // Before the body: what is large is taken from known people only.
    admit({ request }) {
      if (Number(request.headers['content-length'] ?? 0) > bundleLimits.upload) throw tooLargeToUpload();
    },
    query: { folder_uuid: uuidText('The folder to put it into; your root folder when left out.') },
    body: Bundle,
    rawBody: true,
    status: 201,
    answer,
    async handle({ services, account, reader, query, request: { body } }) {
      const folder = query.folder_uuid ?? account.root_folder_uuid;
      if (!folder) throw new HttpProblem(404, 'Say which folder to put it into.', 'folder_uuid');
      const destination = { member: reader, username: account.username, folder };
      if (body instanceof Readable) {
        return asTemporaryFile(body, (file) => importZip(services, destination, file));
      }
      const text = Buffer.isBuffer(body) && body.length > 0 ? readUtf8(body) : 'null';
      return importBundle(services, destination, text);
    },
  }),
  route('POST /api/workflow/import_results', withinProject, {
    summary: 'Reads the output of another program into a folder, as items that are marked as imported',
    description:
      'Outputs of ORCA (4 to 6), Gaussian, Psi4, Q-Chem, NWChem, Turbomole and xtb, property and Hessian files of ORCA, `crest_conformers.xyz`, QCSchema, Molden, fchk and XYZ trajectories, or a zip of a calculation’s folder. The content decides what a file is, not its name. Each job of the file becomes a basic calculation, a list of conformers a conformer search; orbitals of Molden and fchk files are drawn (`/api/orbitals/{uuid}/grids`). `messages` of its data say what the file lacks, and whether it ended early.',
    otherBodies: {
      'application/octet-stream': 'The file as it is, or a zip of the folder: at most 512 MB.',
      'application/json': 'A QCSchema document, or the property file of ORCA 6 as JSON.',
    },
    bodiesAs: { 'application/octet-stream': 'stream', 'application/json': 'stream' },
    admit({ request }) {
      if (Number(request.headers['content-length'] ?? 0) > bundleLimits.upload) throw tooLargeToUpload();
    },
    query: {
      folder_uuid: uuidText('The folder to put it into; your root folder when left out.'),
      filename: text('What the file is called; the items are named after it.', 'benzene.out'),
      name: text('A name for the item in place of the file’s.', 'Benzene, B3LYP'),
    },
    status: 201,
    answer,
    async handle({ services, account, reader, query, request: { body } }) {
      const folder = query.folder_uuid ?? account.root_folder_uuid;
      if (!folder) throw new HttpProblem(404, 'Say which folder to put it into.', 'folder_uuid');
      const destination = { member: reader, username: account.username, folder };
      const names = { file: mendedName(query.filename ?? '', 'results'), name: query.name ?? null };
      const upload = body instanceof Readable ? body : Readable.from([]);
      return asTemporaryFile(upload, (file) => importOutput(services, destination, file, names));
    },
  }),
];
