/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Basic Calculation': 'Einzelrechnung',
  'Enthalpy, H': 'Enthalpie, H',
  'Gibbs free energy, G': 'Freie Enthalpie, G',
  'Lowest frequency': 'Niedrigste Frequenz',
  'Structure So Far': 'Struktur bis hierher',
  'Spin density': 'Spindichte',
  'HOMO–LUMO gap': 'HOMO-LUMO-Lücke',
};
