/** Texts of NMR spectra: part of the package's message table (`words.ts`). German is in `german/nmr.ts`. */
export const nmrWords = {
  axis: (nucleus: string) => `${nucleus} chemical shift (ppm)`,
  nuclei: 'Nuclei',
  atoms: 'Atoms',
  line: (shift: string, atoms: string) => `${shift} ppm (${atoms})`,
  label: (nucleus: string, count: number, list: string) =>
    `Predicted ${nucleus} spectrum, ${count === 1 ? 'one line' : `${count} lines`}: ${list}.`,
  axisInHertz: (nucleus: string) => `${nucleus} frequency from the reference (Hz)`,
  couplings:
    'Couplings are not computed: each group of equivalent nuclei is one line, and its height is the number of nuclei. Couplings that you enter split the lines.',
  width: 'Width of the lines at half height (Hz)',
  field: 'Spectrometer (MHz)',
  range: 'Shown',
  whole: 'The whole spectrum',
  enterCouplings: 'Enter couplings to draw multiplets',
  couplingsHint:
    'J in Hz and the number of equivalent nuclei: "7.1 x3, 1.2" is a quartet of doublets. Multiplets are first order: where the shifts of two groups differ by less than about ten times their coupling, the real pattern differs.',
  wrongCouplings: 'Write couplings in Hz, as in "7.1 x3, 1.2".',
  link: 'Choose a line, a row or an atom to mark the others.',
  drawing: 'Structural formula; the atoms of the selected lines are marked.',
  atom: (name: string) => `Select ${name}`,
} as const;
