/** What the drawings of single workflow types say: part of the package's message table (`words.ts`). A word that is added here gets its German one in `german/panels.ts`. */
export const panelWords = {
  bonds: {
    label: 'Bonds with their dissociation energies',
    view: 'View',
    viewAll: 'View all',
    viewOne: (bond: string) => `View ${bond}`,
    viewAllBeside: (bond: string) => `View all bonds, ${bond} among them`,
    fragment1: 'View Fragment 1',
    fragment2: 'View Fragment 2',
    underlying: 'View Underlying Calculation',
    failed: 'Failed',
    drawing: (count: number) => `Structural formula with ${count} bonds in the colours of their energies`,
    scale: (low: string, high: string, unit: string) => `Colours from ${low} (green) to ${high} (pale green) ${unit}`,
  },
} as const;
