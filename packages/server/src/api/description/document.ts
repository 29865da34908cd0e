import type { Route } from '../http/route.ts';

/** A JSON Schema, as the description carries it. */
export type JsonSchema = Record<string, unknown>;

/** One parameter of a call. */
export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description: string;
  schema: JsonSchema;
  example?: unknown;
}

/** What travels under one media type. */
export interface MediaType {
  schema: JsonSchema;
  examples?: Record<string, { value: unknown }>;
}

/** A header of an answer. */
export interface Header {
  description: string;
  schema: JsonSchema;
}

/** What a call answers with one status. */
export interface Answer {
  description: string;
  headers?: Record<string, Header>;
  content?: Record<string, MediaType>;
}

/** One call in the document. */
export interface DocumentedOperation {
  operationId: string;
  summary: string;
  tags: string[];
  description?: string;
  externalDocs?: { url: string; description: string };
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Record<string, MediaType> };
  responses: Record<string, Answer>;
  security: Record<string, string[]>[];
  'x-codeSamples'?: { lang: 'Shell'; source: string }[];
}

/** A heading of the description with its calls; those of shared items are under the heading "Shared" instead. */
export interface Section {
  name: string;
  description: string;
  routes: Route[];
}

/** The description of the API. */
export interface OpenApiDocument {
  openapi: '3.1.1';
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, DocumentedOperation>>;
  /** What this server calls elsewhere. */
  webhooks: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, JsonSchema> };
}
