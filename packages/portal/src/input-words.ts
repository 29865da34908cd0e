/** What is said where a structure of a result becomes the input of another item. */
export const inputWords = {
  action: 'Use as input',
  title: (structure: string) => `Use ${structure} as input`,
  hint: 'Another structure: press the button of its row, or step to it in the viewer first.',
  suggested: 'Usually next',
  others: 'Other types',
  from: (structure: string, item: string) => `The structure is ${structure} of “${item}”.`,
  noStructure: 'The structure was not found in this item, so the form starts empty.',
  noSmiles: 'This type takes a SMILES, and the structure has none recorded: draw it, or write its SMILES.',
  madeFrom: (structure: string) => `Made from ${structure} of`,
  madeFromGone: (structure: string) =>
    `Made from ${structure} of an item that is not here any more, or that you cannot see.`,
} as const;
