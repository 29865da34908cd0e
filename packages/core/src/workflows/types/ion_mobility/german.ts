/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Ion Mobility': 'Ionenmobilität',
  'Collision cross section': 'Stoßquerschnitt',
  'Standard deviation': 'Standardabweichung',
  'Of one conformer.': 'Von einem Konformer.',
  'Average over {count} conformers by their weights.': 'Nach Gewichten gemittelt über {count} Konformere.',
};
