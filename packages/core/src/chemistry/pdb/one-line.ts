/** A text over several lines as one, its lines joined by spaces; null where nothing is in it. */
export function oneLine(text: string | null): string | null {
  const lines = text?.split('\n').map((line) => line.trim());
  return lines?.filter((line) => line !== '').join(' ') || null;
}
