/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Bond-Dissociation Energy': 'Bindungsdissoziationsenergie',
  'One bond was broken.': 'Eine Bindung wurde gebrochen.',
  'The weakest of {count} bonds that were broken.': 'Die schwächste von {count} gebrochenen Bindungen.',
  'Weakest bond': 'Schwächste Bindung',
};
