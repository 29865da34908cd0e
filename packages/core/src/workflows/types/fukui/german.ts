/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Fukui Indices': 'Fukui-Indizes',
  'Global electrophilicity': 'Globale Elektrophilie',
  'Global electrophilicity index': 'Globaler Elektrophilie-Index',
};
