/** What a list says of its molecules besides SMILES and names: the headings of its columns, and the texts of each row by the line where it begins. */
export interface OwnTexts {
  headings: string[];
  textsByLine: ReadonlyMap<number, readonly string[]>;
}

/** Returns a function that gives each heading as it is, and a heading that was there before with its number: "IC50 (2)". */
export function numberRepeats(): (heading: string) => string {
  const times = new Map<string, number>();
  return (heading) => {
    const count = (times.get(heading) ?? 0) + 1;
    times.set(heading, count);
    return count === 1 ? heading : `${heading} (${count})`;
  };
}
