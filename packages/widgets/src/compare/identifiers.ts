const pattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** The names in a list that a page wrote: separated by blanks or commas, each once, in their order. */
export function listedNames(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((name) => name !== ''))];
}

/** The identifiers in a text that a person gave: bare ones, addresses of items or of comparisons, or several of them. */
export function identifiersIn(text: string): string[] {
  return [...new Set((text.match(pattern) ?? []).map((found) => found.toLowerCase()))];
}
