/** Where curves of GFN2-xTB are known to fail. */
export const amideScans =
  'A relaxed scan of an amide by GFN2-xTB jumps where the nitrogen inverts. The curve takes the lower of both branches: N-methylacetamide has 16.4 kcal/mol (transition states at 16.5 and 19.9), and 18.9 with r²SCAN-3c energies, where 18 to 21 are measured.';
