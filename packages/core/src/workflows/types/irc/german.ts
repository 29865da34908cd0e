/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Intrinsic Reaction Coordinate': 'Intrinsische Reaktionskoordinate',
  'Path length': 'Länge des Pfads',
  'Backward end': 'Ende rückwärts',
  'Forward end': 'Ende vorwärts',
};
