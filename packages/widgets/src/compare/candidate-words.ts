/** Texts of the judgement of candidates by measured shifts: part of the package's message table. German is in `german/candidates.ts`. */
export const candidateWords = {
  title: 'Which candidate fits measured shifts (DP4)',
  what: (least: string) =>
    `Enter the measured shifts of one compound, at least ${least} of a nucleus. Each gets a line of every candidate in the best order, the computed shifts are scaled to the measured ones, and the errors that are left give the probabilities.`,
  carbon_nmr: 'Measured ¹³C shifts (ppm)',
  proton_nmr: 'Measured ¹H shifts (ppm)',
  take: (title: string) => `Take the peaks of ${title}`,
  candidate: 'Candidate',
  probability: 'Probability',
  errorsOf: (shifts: string) => `${shifts}: mean / largest error after scaling`,
  limits:
    'Errors are judged by the t distributions of Smith and Goodman (J. Am. Chem. Soc. 2010, 132, 12946, 10.1021/ja105035r), which were fitted for B3LYP/6-31G(d,p) shifts of rigid and flexible organic molecules; for other methods of shifts they are not checked. Probabilities compare these candidates only: if the right structure is not among them, the best of the wrong ones still gets a high value. The candidates must be isomers, and shifts of hydrogens on O and N should be left out.',
} as const;
