/** Texts about chains: items that wait for others and take their results. */
export const chainWords = {
  title: 'Chain',
  summary(before: number, after: number): string {
    const items = (count: number) => `${count} ${count === 1 ? 'item' : 'items'}`;
    if (before === 0) return `${items(after)} made from this one`;
    return after === 0
      ? `Made from ${items(before)}`
      : `Made from ${items(before)}, and ${items(after)} made from this one`;
  },
  draftWaits: (names: string) => `When it is submitted, it waits for ${names}.`,
  hint: 'Arrow keys go from an item to its sources and to what was made from it.',
  gone: 'Deleted, or not visible to you',
  takes: (paths: string) => `takes ${paths}`,
  madeFrom: (structure: string) => `from ${structure}`,
  waits: 'waits for it',
  fromItem: (name: string, what: string) => `${name}: ${what}`,
  here: 'This item',
  cut: 'There are more items than these. Open one of them to see what lies beyond.',
  saveRecipe: 'Save as recipe',
  follow: 'Continue when it has completed',
  followTitle: 'Continue when it has completed',
  followHint: (name: string) =>
    `The next item is made as a draft. When you submit it, it waits for “${name}” and begins with a structure of its result.`,
  followType: 'Workflow',
  followUsual: 'Usually next',
  followOthers: 'Other types',
  followPath: 'Which structure',
  followPathHint: 'For example conformers[0], structure (the one shown first), structures[1].',
  followMake: 'Make the draft',
} as const;
