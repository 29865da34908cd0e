/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Double-Ended TS Search': 'Zweiseitige Übergangszustandssuche',
  'Stationary points': 'Stationäre Punkte',
  'TS guess': 'Geschätzter Übergangszustand',
  Reactant: 'Edukt',
  Product: 'Produkt',
  'Grown from': 'Gewachsen von',
  'String distance': 'Abstand auf dem Pfad',
  Guess: 'Schätzung',
  'Overlay the guess on the optimized transition state':
    'Die Schätzung mit dem optimierten Übergangszustand überlagern',
};
