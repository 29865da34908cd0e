/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Microscopic pKa': 'Mikroskopischer pKa',
  'pKa Prediction': 'pKa-Vorhersage',
  Calibration: 'Kalibrierung',
  'Strongest acid, pKa': 'Stärkste Säure, pKa',
  'Strongest base, pKa': 'Stärkste Base, pKa',
  'Strongest base, pKa of the conjugate acid': 'Stärkste Base, pKa der konjugierten Säure',
  'Strongest sites': 'Stärkste Zentren',
  Site: 'Zentrum',
  'Acts as': 'Wirkt als',
};
