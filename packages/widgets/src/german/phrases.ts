/** Texts with values in them, in German, by core's identifiers. */
export const phrases: Readonly<Record<string, string>> = {
  'No {things} yet.': 'Noch keine {things}.',
  'Number of {things}': 'Anzahl der {things}',
  '{structure} (refined)': '{structure} (verfeinert)',
  '{property} (unreliable)': '{property} (unzuverlässig)',
  '{kind}, cyclic': '{kind}, zyklisch',
  '{model} charge': '{model}-Ladung',
  '{what} at {kelvin} K': '{what} bei {kelvin} K',
  'IRC {direction} Step {number}': 'IRC {direction}, Schritt {number}',
  'Weight at pH {pH}': 'Gewicht bei pH {pH}',
  'Boltzmann weight at {temperature} K from {quantity}, with degeneracy':
    'Boltzmann-Gewicht bei {temperature} K aus {quantity}, mit Entartung',
  'Boltzmann weight at {temperature} K from E': 'Boltzmann-Gewicht bei {temperature} K aus E',
  'Strain under {limit} kcal/mol': 'Spannung unter {limit} kcal/mol',
  'Found in trajectories (of {count})': 'Gefunden in Trajektorien (von {count})',
  'Occupancy, trajectory {number}': 'Häufigkeit, Trajektorie {number}',
  'At most {count} frames are kept.': 'Höchstens {count} Bilder werden aufbewahrt.',
  'A value below {minimum} is shown as {minimum}.': 'Ein Wert unter {minimum} wird als {minimum} gezeigt.',
  'Rating: {source}.': 'Bewertung: {source}.',
  '{method} does not rank spin states: this order may be wrong.':
    '{method} ordnet Spinzustände nicht: diese Reihenfolge kann falsch sein.',
  'Donor strengths were not computed: {method} gives acceptors only.':
    'Donorstärken wurden nicht berechnet: {method} gibt nur Akzeptoren.',
  '{method}, {solvent}; {calibration}': '{method}, {solvent}; {calibration}',
  'Relative energy, multiplicity {multiplicity}': 'Relative Energie, Multiplizität {multiplicity}',
  '{bond}, {error}': '{bond}, {error}',
  '{error} kcal/mol': '{error} kcal/mol',
  '± {error} ({kind}, n = {size})': '± {error} ({kind}, n = {size})',
  '± {error} ({kind}, n = {size}; reference values not verified)':
    '± {error} ({kind}, n = {size}; Bezugswerte nicht geprüft)',
  '± {error} kcal/mol ({kind}, {set})': '± {error} kcal/mol ({kind}, {set})',
  '±: {kind} of {size} values': '±: {kind} von {size} Werten',
  '±: {kind} of {size} values, {class}': '±: {kind} von {size} Werten, {class}',
  '±: {kind} of {size} values, reference values not verified': '±: {kind} von {size} Werten, Bezugswerte nicht geprüft',
  '±: {kind} of {size} values, {class}, reference values not verified':
    '±: {kind} von {size} Werten, {class}, Bezugswerte nicht geprüft',
  'Gas: {gas}': 'Gas: {gas}',
  'Gas: {gas}.': 'Gas: {gas}.',
};
