/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Multistage Optimization': 'Mehrstufige Optimierung',
  Enthalpy: 'Enthalpie',
  'Final energy with corrections': 'Endenergie mit Korrekturen',
  'Corrected final energy': 'Korrigierte Endenergie',
  Correction: 'Korrektur',
  'From the frequencies': 'Aus den Frequenzen',
  'Optimization, frequencies': 'Optimierung, Frequenzen',
  'Single point': 'Einzelpunktrechnung',
  Task: 'Aufgabe',
  'Final energy': 'Endenergie',
  '{done} of {count} levels.': '{done} von {count} Stufen.',
  '{done} of {count} levels, the last one {level}.': '{done} von {count} Stufen, die letzte mit {level}.',
};
