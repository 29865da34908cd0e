/** Words that are in cells and remarks of results, and units, in German. */
export const cellWords: Readonly<Record<string, string>> = {
  // Words in cells.
  Failed: 'Fehlgeschlagen',
  Withheld: 'Zurückgehalten',
  'spin-projected': 'spinprojiziert',
  failed: 'fehlgeschlagen',
  unknown: 'unbekannt',
  'Not computed': 'Nicht berechnet',
  'not recorded': 'nicht festgehalten',
  'Not recorded': 'Nicht festgehalten',
  'Trajectory method (CoSIMS)': 'Trajektorienmethode (CoSIMS)',
  'Trajectory method (Ieritano et al. 2019), inelastic collisions':
    'Trajektorienmethode (Ieritano et al. 2019), unelastische Stöße',
  'Trajectory method (parameters of Ieritano et al. 2019)': 'Trajektorienmethode (Parameter von Ieritano et al. 2019)',
  'Trajectory method (parameters of Campuzano et al. 2012)':
    'Trajektorienmethode (Parameter von Campuzano et al. 2012)',
  'not checked': 'nicht geprüft',
  'passes all checks': 'besteht alle Prüfungen',
  'possible geometry, but the searches disagree': 'mögliche Geometrie, aber die Suchen stimmen nicht überein',
  'fails a check': 'besteht eine Prüfung nicht',
  'fails: {checks}': 'besteht nicht: {checks}',
  'no: {checks}': 'nein: {checks}',
  docked: 'gedockt',
  'not docked': 'nicht gedockt',
  waiting: 'wartet',
  yes: 'ja',
  no: 'nein',
  'not calibrated': 'nicht kalibriert',
  'outside calibration': 'außerhalb der Kalibrierung',

  // Classes of calibrations, and what is said of one.
  phenol: 'Phenol',
  alcohol: 'Alkohol',
  aniline: 'Anilin',
  'primary amine': 'primäres Amin',
  'secondary amine': 'sekundäres Amin',
  'tertiary amine': 'tertiäres Amin',
  'any bond': 'jede Bindung',
  quinone: 'Chinon',
  'aromatic ketone': 'aromatisches Keton',
  'other acceptor': 'anderer Akzeptor',
  donor: 'Donor',
  'leave-one-out RMSE': 'RMSE bei Auslassen je eines Werts',
  water: 'Wasser',
  'GFN2-xTB/ALPB, calibrated': 'GFN2-xTB/ALPB, kalibriert',
  'GFN2-xTB/ALPB, calibrated by site': 'GFN2-xTB/ALPB, je Zentrum kalibriert',
  'B3LYP/6-31G(d)//GFN2-xTB, calibrated': 'B3LYP/6-31G(d)//GFN2-xTB, kalibriert',
  'ωB97X-D/6-31G(d)//GFN2-xTB, calibrated': 'ωB97X-D/6-31G(d)//GFN2-xTB, kalibriert',

  // What structures are called, several of them, and the directions of a path.
  tautomers: 'Tautomere',
  structures: 'Strukturen',
  microstates: 'Mikrozustände',
  steps: 'Schritte',
  poses: 'Posen',
  trajectories: 'Trajektorien',
  Forward: 'vorwärts',
  Backward: 'rückwärts',

  // What an item cost.
  'Credits charged': 'Berechnete Credits',
  'Runtime limit (credits)': 'Obergrenze der Laufzeit (Credits)',
  Free: 'Kostenlos',

  // Units.
  'of 4': 'von 4',
  'of 6': 'von 6',
  'log10 of mol/L': 'log10 von mol/L',
  'µL/min/10⁶ cells': 'µL/min/10⁶ Zellen',
  'r²SCAN-3c//GFN2-xTB, by bond class': 'r²SCAN-3c//GFN2-xTB, nach Bindungsklasse',
  'GFN2-xTB, by bond class': 'GFN2-xTB, nach Bindungsklasse',
  'GFN2-xTB/ALPB(water), hydroxyl groups corrected': 'GFN2-xTB/ALPB(Wasser), mit Korrektur der Hydroxygruppen',
};
