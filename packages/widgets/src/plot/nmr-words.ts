/** Texts of NMR spectra: part of the package's message table (`words.ts`). German is in `german/nmr.ts`. */
export const nmrWords = {
  axis: (nucleus: string) => `${nucleus} chemical shift (ppm)`,
  nuclei: 'Nuclei',
  atoms: 'Atoms',
  line: (shift: string, atoms: string) => `${shift} ppm (${atoms})`,
  label: (nucleus: string, count: number, list: string) =>
    `Predicted ${nucleus} spectrum, ${count === 1 ? 'one line' : `${count} lines`}: ${list}.`,
  couplings:
    'Couplings are not computed: each group of equivalent nuclei is one line, and its height is the number of nuclei.',
  link: 'Choose a line, a row or an atom to mark the others.',
  drawing: 'Structural formula; the atoms of the selected lines are marked.',
  atom: (name: string) => `Select ${name}`,
} as const;
