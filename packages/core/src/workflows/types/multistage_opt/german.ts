/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Multistage Optimization': 'Mehrstufige Optimierung',
  Enthalpy: 'Enthalpie',
  'Final energy with corrections': 'Endgültige Energie mit Korrekturen',
  'Final energy with it': 'Endgültige Energie damit',
  Correction: 'Korrektur',
  'From the frequencies': 'Aus den Frequenzen',
  'Optimization, frequencies': 'Optimierung, Frequenzen',
  'Single point': 'Einzelpunkt',
  Task: 'Aufgabe',
};
