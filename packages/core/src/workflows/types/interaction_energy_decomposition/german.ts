/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'SAPT0 leaves out the correlation within each molecule; no ± is known':
    'SAPT0 lässt die Korrelation innerhalb der Moleküle aus; kein ± ist bekannt',
  'SAPT0 leaves out the correlation of the electrons within each molecule. Its total is near CCSD(T) where errors cancel: for the water dimer of S22 it lies 0.06 kcal/mol below. Single terms, large π systems and ions are less certain (DOI 10.1063/1.4867135).':
    'SAPT0 lässt die Korrelation der Elektronen innerhalb der Moleküle aus. Seine Summe liegt nahe CCSD(T), wo sich Fehler aufheben: beim Wasserdimer aus S22 0,06 kcal/mol darunter. Einzelne Beiträge, große π-Systeme und Ionen sind unsicherer (DOI 10.1063/1.4867135).',
  'Interaction Energy Decomposition': 'Zerlegung der Wechselwirkungsenergie',
  Complex: 'Komplex',
  Terms: 'Beiträge',
  Term: 'Beitrag',
  Energy: 'Energie',
  Electrostatics: 'Elektrostatik',
  Exchange: 'Austausch',
  Induction: 'Induktion',
  Dispersion: 'Dispersion',
  'Interaction energy': 'Wechselwirkungsenergie',
  '{term} attracts most.': '{term} zieht am stärksten an.',
};
