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
  'Final energy': 'Energie am Ende',
  '{done} of {count} levels.': '{done} von {count} Stufen.',
  '{done} of {count} levels, the last one {level}.': '{done} von {count} Stufen, die letzte mit {level}.',
};
