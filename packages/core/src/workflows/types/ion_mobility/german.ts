/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Ion Mobility': 'Ionenmobilität',
  'Collision cross section': 'Stoßquerschnitt',
  'Standard deviation': 'Standardabweichung',
};
