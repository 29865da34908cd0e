const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID of version 1 to 5 with variant 8, 9, a or b. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}

/** Cleans a slug: drops whitespace, lower-cases, and removes everything but a-z, 0-9, hyphen and underscore. */
export function cleanSlug(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9_-]/g, '');
}
