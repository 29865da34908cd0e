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
};
