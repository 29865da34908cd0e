/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Molecular Dynamics': 'Molekulardynamik',
  'Radial distribution': 'Radiale Verteilung',
  'Share of the pairs': 'Anteil der Paare',
  'Mean temperature of the saved frames': 'Mittlere Temperatur der gespeicherten Bilder',
  'Drift of the total energy': 'Drift der Gesamtenergie',
  'A thermostat adds and removes energy, so this drift is not an error.':
    'Ein Thermostat führt Energie zu und ab; diese Drift ist daher kein Fehler.',
  'MD Frames': 'MD-Bilder',
  'Relative potential energy': 'Relative potentielle Energie',
  'Potential energy': 'Potentielle Energie',
  'Kinetic energy': 'Kinetische Energie',
  'Total energy': 'Gesamtenergie',
  Volume: 'Volumen',
  'Steps of thermalization': 'Schritte der Thermalisierung',
  mean: 'Mittel',
  '{frames} frames of {time} ps.': '{frames} Bilder aus {time} ps.',
  '{frames} frames of {time} ps, with a thermostat at {temperature} K.':
    '{frames} Bilder aus {time} ps, mit einem Thermostaten bei {temperature} K.',
  Elements: 'Elemente',
  'No distances yet.': 'Noch keine Abstände.',
  'standard deviation {spread} K': 'Standardabweichung {spread} K',
};
