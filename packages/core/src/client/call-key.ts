/** A new name for one submission, by which the server knows it again: 128 random bits. Pages without TLS have no `crypto.randomUUID`. */
export function callKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
