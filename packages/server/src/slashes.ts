/** A text without the slashes at its end. Cutting /\/+$/ off takes quadratic time. */
export function withoutEndSlashes(text: string): string {
  return /^(?:.*[^/])?/s.exec(text)?.[0] ?? '';
}
