/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Hydrogen-Bond Basicity': 'Wasserstoffbrücken-Basizität',
  'Acceptor, pKBHX': 'Akzeptor, pKBHX',
  'Donor, pKα': 'Donor, pKα',
  'Whole molecule': 'Ganzes Molekül',
  'pKBHX of the molecule': 'pKBHX des Moleküls',
  '{atom}, {group}': '{atom}, {group}',
  'Strongest donor, pKα': 'Stärkster Donor, pKα',
  'The molecule has one acceptor site.': 'Das Molekül hat ein Akzeptorzentrum.',
  'The molecule has {count} acceptor sites.': 'Das Molekül hat {count} Akzeptorzentren.',
  'Higher values bind more strongly.': 'Höhere Werte binden stärker.',
  'Strongest acceptor, pKBHX': 'Stärkster Akzeptor, pKBHX',
  '±: mean of the errors of the sites, weighted by their share':
    '±: Mittel der Fehler der Zentren, gewichtet nach ihrem Anteil',
};
