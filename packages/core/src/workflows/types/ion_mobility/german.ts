/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Ion Mobility': 'Ionenmobilität',
  'Collision cross section': 'Stoßquerschnitt',
  'Standard deviation': 'Standardabweichung',
  'Of one conformer.': 'Von einem Konformer.',
  'Average over {count} conformers by their weights.': 'Nach Gewichten gemittelt über {count} Konformere.',
  '±: RMSE of {size} ions, with the error of the sampling.': '±: RMSE von {size} Ionen, mit dem Fehler der Stichprobe.',
  'No ±: {reason}.': 'Kein ±: {reason}.',
};
