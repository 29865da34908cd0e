import type { FastifyInstance } from 'fastify';
import { notFound } from '../../errors.ts';
import { schemasPath, workflowSchema, workflowTypes } from '../description/workflow-types.ts';

/** The workflow types, and the JSON Schemas of their settings and results: those that compute validates with. Open to everybody. */
export function schemaRoutes(app: FastifyInstance): void {
  app.get(schemasPath, async (_request, reply) => {
    reply.header('cache-control', 'no-cache');
    return { types: workflowTypes() };
  });
  app.get(`${schemasPath}/:name`, async (request, reply) => {
    const schema = await workflowSchema((request.params as { name: string }).name);
    if (!schema) throw notFound('The schema');
    reply.header('cache-control', 'no-cache');
    return schema;
  });
}
