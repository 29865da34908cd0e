/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  aqueous_solubility: 'Wasserlöslichkeit',
  'Probability of Kp,uu ≥ 0.3': 'Wahrscheinlichkeit von Kp,uu ≥ 0,3',
  'Charge of the acid': 'Ladung der Säure',
  'Charge of the base': 'Ladung der Base',
  Microstates: 'Mikrozustände',
  Microstate: 'Mikrozustand',
  'Free energy in the model': 'Freie Energie im Modell',
  'Aqueous solubility': 'Wasserlöslichkeit',
  'none found': 'keiner gefunden',
  '{values}, each ± {error}': '{values}, je ± {error}',
  'logD at pH {pH}': 'logD bei pH {pH}',
  'At pH {pH}, {percent} % of the molecules have no net charge.':
    'Bei pH {pH} haben {percent} % der Moleküle keine Nettoladung.',
  'At pH {pH}, {percent} % of the molecules have the charge {charge}.':
    'Bei pH {pH} haben {percent} % der Moleküle die Ladung {charge}.',
};
