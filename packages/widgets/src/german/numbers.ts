/** A number in text with a decimal comma; everything else in the text stays. */
export const comma = (text: string): string => text.replace(/(\d)\.(?=\d)/g, '$1,');

/** A count with its noun: `zahl(1, 'Zeile', 'Zeilen')` is "1 Zeile". Thousands are grouped as German does. */
export const zahl = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('de')} ${count === 1 ? one : many}`;
