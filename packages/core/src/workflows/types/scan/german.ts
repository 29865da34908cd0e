/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'no accuracy is known': 'keine Genauigkeit bekannt',
  'no accuracy is known: {reasons}': 'keine Genauigkeit bekannt: {reasons}',
  '± is the RMSE of {size} published barriers of rotation':
    '± ist der RMSE von {size} veröffentlichten Rotationsbarrieren',
  Point: 'Punkt',
  Angle: 'Winkel',
  Dihedral: 'Diederwinkel',
  Barrier: 'Barriere',
  'an amide bond': 'eine Amidbindung',
  'a conjugated C–N bond': 'eine konjugierte C–N-Bindung',
  'a conjugated C–O bond': 'eine konjugierte C–O-Bindung',
  'the bond of a biaryl': 'die Biarylbindung',
  'the bond between conjugated double bonds': 'die Bindung zwischen konjugierten Doppelbindungen',
  'a double bond': 'eine Doppelbindung',
  'Lowest at {place}.': 'Am tiefsten bei {place}.',
  '{failed} of {count} points failed.': '{failed} von {count} Punkten sind fehlgeschlagen.',
  '{count} points.': '{count} Punkte.',
};
