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
  'Strongest acid': 'Stärkste Säure',
  'Strongest base': 'Stärkste Base',
  'At pH {pH} the acid is {lost} % deprotonated and the base {taken} % protonated.':
    'Bei pH {pH} ist die Säure zu {lost} % deprotoniert und die Base zu {taken} % protoniert.',
  'At pH {pH} the acid is {lost} % deprotonated.': 'Bei pH {pH} ist die Säure zu {lost} % deprotoniert.',
  'At pH {pH} the base is {taken} % protonated.': 'Bei pH {pH} ist die Base zu {taken} % protoniert.',
};
