import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { requireAccount } from '../../auth/principal.ts';
import { type ImportAnswer, importBundle } from '../../bundles/import.ts';
import { importZip } from '../../bundles/import-file.ts';
import { bundleLimits, documentBytes } from '../../bundles/limits.ts';
import { asTemporaryFile, tooLargeToUpload } from '../../bundles/read-zip.ts';
import { HttpProblem } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { readUtf8 } from '../../wire/body.ts';
import { uuidIn } from '../http/query.ts';

/** Bundles of another server, brought into a folder of this one: the JSON document, or the zip. */
export function importRoutes(app: FastifyInstance, services: Services): void {
  app.register(async (scope) => {
    // The zip is read as it comes, into a temporary file; nothing holds it in memory.
    scope.addContentTypeParser('application/zip', (_request, payload, done) => done(null, payload));
    // The text is parsed where it is checked: a large one in a thread.
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(
      '/api/workflow/import',
      {
        bodyLimit: documentBytes,
        config: { withinProject: true, takesZip: true },
        // Before the body: what is large is taken from known people only.
        onRequest: async (request) => {
          await requireAccount(request, services);
          if (Number(request.headers['content-length'] ?? 0) > bundleLimits.upload) throw tooLargeToUpload();
        },
      },
      async (request, reply): Promise<ImportAnswer> => {
        const { account, reader } = await requireAccount(request, services);
        const folder = uuidIn(request.query as Record<string, unknown>, 'folder_uuid') ?? account.root_folder_uuid;
        if (!folder) throw new HttpProblem(404, 'Say which folder to put it into.', 'folder_uuid');
        const destination = { member: reader, username: account.username, folder };
        const { body } = request;
        const answer =
          body instanceof Readable
            ? await asTemporaryFile(body, (file) => importZip(services, destination, file))
            : await importBundle(
                services,
                destination,
                Buffer.isBuffer(body) && body.length > 0 ? readUtf8(body) : 'null',
              );
        reply.code(201);
        return answer;
      },
    );
  });
}
