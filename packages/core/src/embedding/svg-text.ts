/** Makes a text safe for an XML document, on one line: control characters, halves of pairs and line separators become blanks. */
export function visibleText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\ufffe\uffff\u2028\u2029]/gu, ' ').trim();
}

/** A text as it may be in XML, between tags or in an attribute in double quotes. */
export function escapedXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** At most `most` letters of a text, with an ellipsis where it was longer. */
export function shortenedText(text: string, most: number): string {
  const letters = [...text];
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : text;
}

/** A text on lines of at most `most` letters, broken at blanks where there are some, and not before or after "±"; the last line ends in an ellipsis where lines were left out. */
export function wrappedText(text: string, most: number, lines: number): string[] {
  const made: string[] = [];
  let line = '';
  for (const word of text.split(/(?<!±)\s(?!±)/).flatMap((one) => pieces(one, most))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if ([...longer].length <= most) line = longer;
    else {
      made.push(line);
      line = word;
    }
  }
  if (line !== '') made.push(line);
  if (made.length <= lines) return made;
  const shown = made.slice(0, lines);
  const last = `${shown[lines - 1] ?? ''}…`;
  return [...shown.slice(0, -1), shortenedText(last, most)];
}

/** A word in pieces of at most `most` letters. */
function pieces(word: string, most: number): string[] {
  const letters = [...word];
  return Array.from({ length: Math.ceil(letters.length / most) }, (_, index) =>
    letters.slice(index * most, (index + 1) * most).join(''),
  );
}
