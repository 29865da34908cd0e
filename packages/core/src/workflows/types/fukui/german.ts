/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Fukui Indices': 'Fukui-Indizes',
  'Global electrophilicity': 'Globale Elektrophilie',
  'Global electrophilicity index': 'Globaler Elektrophilie-Index',
  'A nucleophile attacks': 'Ein Nucleophil greift an',
  'An electrophile attacks': 'Ein Elektrophil greift an',
  'f⁺ is largest on {first} ({value}), f⁻ on {second} ({other}).':
    'f⁺ ist am größten an {first} ({value}), f⁻ an {second} ({other}).',
};
