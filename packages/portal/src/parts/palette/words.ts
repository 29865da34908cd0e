/** Texts of the command palette and of the list of keys. */
export const paletteWords = {
  title: 'Go to, start or find',
  placeholder: 'Type a page, a workflow or the name of an item',
  goTo: 'Go to',
  start: 'New',
  recent: 'Recent items',
  searchFor: (text: string) => `Search all items for “${text}”`,
  search: 'Search',
  nothing: 'No matches.',
  results: (count: number) => (count === 1 ? 'One entry' : `${count} entries`),
  keysTitle: 'Keys',
  everywhere: 'Everywhere',
  inLists: 'In lists and tables',
  inViewer: 'In the 3D viewer',
  keys: 'Keys',
} as const;

/** The keys that the product knows, by where they work. */
export const keyGroups = [
  {
    title: paletteWords.everywhere,
    keys: [
      ['Ctrl K', 'Go to a page, start a workflow, find an item'],
      ['/', 'Search all items'],
      ['?', 'This list'],
      ['Esc', 'Close what is open'],
    ],
  },
  {
    title: paletteWords.inLists,
    keys: [
      ['↑ ↓', 'Move to another row'],
      ['Home End', 'First and last row'],
      ['Shift ↑ ↓', 'Select several rows'],
      ['Ctrl A', 'Select all rows'],
      ['Enter', 'Open the row'],
      ['Esc', 'Clear the selection'],
    ],
  },
  {
    title: paletteWords.inViewer,
    keys: [
      ['← → ↑ ↓', 'Rotate'],
      ['+ −', 'Zoom'],
      ['R', 'Reset the view'],
    ],
  },
] as const;
