import type { FastifyRequest } from 'fastify';
import type { Services } from '../../services.ts';

/** Where this server is, as its callers know it: its public address, else that of the request. */
export function originOf(services: Services, request: FastifyRequest): string {
  return services.config.publicUrl ?? `${request.protocol}://${request.headers.host || '127.0.0.1'}`;
}

/** The identifier in the address of a shared item (`/public/{type}/{uuid}`); null for folders, calculations and all else. */
export function sharedItemAt(pathname: string): string | null {
  const [, type, uuid] = /^\/public\/([^/]+)\/([0-9a-f-]{36})\/?$/i.exec(pathname) ?? [];
  return uuid === undefined || /^(folder|protein|sub[-_]calculation)$/.test(type ?? '') ? null : uuid.toLowerCase();
}

/** Addresses of a shared item's page, card and oEmbed answer. */
export function addressesOf(
  origin: string,
  page: string,
  uuid: string,
  link: string | null,
): { page: string; picture: string; oembed: string } {
  const key = link === null ? '' : `?link=${encodeURIComponent(link)}`;
  return {
    page,
    picture: `${origin}/api/shared/workflow/${uuid}/picture.png${key}`,
    oembed: `${origin}/oembed?url=${encodeURIComponent(page)}`,
  };
}
