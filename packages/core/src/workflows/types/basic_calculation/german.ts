/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Basic Calculation': 'Einzelrechnung',
  'Enthalpy, H': 'Enthalpie, H',
  'Gibbs free energy, G': 'Freie Enthalpie, G',
  'Lowest excitation': 'Niedrigste Anregung',
  'Excited states': 'Angeregte Zustände',
  'None of the excited states absorbs.': 'Keiner der angeregten Zustände absorbiert.',
  'The strongest of {count} absorptions lies at {wavelength} nm (f = {strength}).':
    'Die stärkste von {count} Absorptionen liegt bei {wavelength} nm (f = {strength}).',
  State: 'Zustand',
  Wavelength: 'Wellenlänge',
  'Oscillator strength': 'Oszillatorstärke',
  'Rotatory strength': 'Rotationsstärke',
  Orbitals: 'Orbitale',
  'Tamm–Dancoff approximation': 'Tamm-Dancoff-Näherung',
  'Lowest frequency': 'Niedrigste Frequenz',
  'Structure So Far': 'Bisherige Struktur',
  'Spin density': 'Spindichte',
  'HOMO–LUMO gap': 'HOMO-LUMO-Lücke',
  'All frequencies are real: the structure is a minimum.': 'Alle Frequenzen sind reell: Die Struktur ist ein Minimum.',
  'One frequency is imaginary, as it is at a transition state.':
    'Eine Frequenz ist imaginär, wie an einem Übergangszustand.',
  '{count} frequencies are imaginary: the structure is neither a minimum nor a transition state.':
    '{count} Frequenzen sind imaginär: Die Struktur ist weder ein Minimum noch ein Übergangszustand.',
  'No excited states were computed for this structure.':
    'Für diese Struktur wurden keine angeregten Zustände berechnet.',
};
