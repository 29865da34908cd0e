/** Texts where a structure of a result becomes the input of another item. */
export const inputWords = {
  action: 'Use as input',
  title: (structure: string) => `Use ${structure} as input`,
  hint: 'To use another structure, press the button in its row, or go to it in the viewer first.',
  pocketAction: 'Use as pocket',
  pocketTitle: 'Use a pocket for docking',
  pocketHint: 'The form opens with the protein and the box of the pocket filled in.',
  dockInto: (pocket: string) => `Dock into ${pocket}`,
  suggested: 'Usually next',
  others: 'Other types',
  from: (structure: string, item: string) => `The structure is ${structure} of “${item}”.`,
  noStructure: 'The structure was not found in this item, so the form starts empty.',
  noSmiles: 'This type needs a SMILES, and none is recorded for the structure. Draw it, or enter its SMILES.',
  madeFrom: (structure: string) => `Made from ${structure} of`,
  madeFromGone: (structure: string) => `Made from ${structure} of an item that was deleted or that you cannot see.`,
} as const;
