/** Texts with values in them, in German, by core's identifiers. */
export const phrases: Readonly<Record<string, string>> = {
  'They agree: the difference of {size} is within what both errors allow (± {error}).':
    'Sie stimmen überein: Der Unterschied von {size} liegt in dem, was beide Fehler erlauben (± {error}).',
  'They differ by {size}, more than both errors allow (± {error}).':
    'Sie unterscheiden sich um {size}, mehr als beide Fehler erlauben (± {error}).',
  'They differ by {size}. The error of one of them is not known, so this is not judged.':
    'Sie unterscheiden sich um {size}. Der Fehler von einer ist nicht bekannt, daher wird das nicht beurteilt.',
  'computed value outside {low} to {high}': 'berechneter Wert außerhalb von {low} bis {high}',
  'class {class}': 'Klasse {class}',
  '{title}, calibrated': '{title}, kalibriert',
  'Calibrated on {count} of your values ({name}); 90 % interval {low} to {high}; {computed} before.':
    'Kalibriert an {count} Ihrer Werte ({name}); 90-%-Intervall {low} bis {high}; vorher {computed}.',
  'This molecule is one of them: {measured} measured.': 'Dieses Molekül ist eines davon: gemessen {measured}.',
  'Calibrated on {count} of your values ({name}).': 'Kalibriert an {count} Ihrer Werte ({name}).',
  'Not calibrated: {name} ({count} of your values) does not cover this number: {reasons}.':
    'Nicht kalibriert: {name} ({count} Ihrer Werte) gilt nicht für diese Zahl: {reasons}.',
  'The calibration {name} was put into use after this had ended.':
    'Die Kalibrierung {name} wurde nach dem Ende dieser Rechnung in Gebrauch genommen.',
  'No {things} were found.': 'Es wurden keine {things} gefunden.',
  'Number of {things}': 'Anzahl der {things}',
  '{structure} (refined)': '{structure} (verfeinert)',
  '{property} (unreliable)': '{property} (unzuverlässig)',
  '{kind}, cyclic': '{kind}, zyklisch',
  '{model} charge': '{model}-Ladung',
  '{what} at {kelvin} K': '{what} bei {kelvin} K',
  'IRC {direction} Step {number}': 'IRC {direction}, Schritt {number}',
  'Weight at pH {pH}': 'Gewicht bei pH {pH}',
  'Boltzmann weight at {temperature} K from {quantity}, with degeneracy':
    'Boltzmann-Gewicht bei {temperature} K aus {quantity}, mit Entartung',
  'Boltzmann weight at {temperature} K from E': 'Boltzmann-Gewicht bei {temperature} K aus E',
  '{found} of {searches}': '{found} von {searches}',
  'Only {found} of {searches} independent searches (exhaustiveness {exhaustiveness} each) found the best pose within {distance} Å and {score} kcal/mol. There may be a better pose elsewhere: raise the exhaustiveness, or make the pocket smaller.':
    'Nur {found} von {searches} unabhängigen Suchen (Exhaustiveness je {exhaustiveness}) fanden die beste Pose innerhalb von {distance} Å und {score} kcal/mol. Anderswo kann es eine bessere geben: Erhöhen Sie die Exhaustiveness, oder verkleinern Sie die Tasche.',
  'One search with exhaustiveness {exhaustiveness}: nothing shows whether another one finds the same pose. Allow a longer search, or raise the exhaustiveness.':
    'Eine Suche mit Exhaustiveness {exhaustiveness}: Ob eine andere dieselbe Pose findet, ist nicht bekannt. Erlauben Sie eine längere Suche, oder erhöhen Sie die Exhaustiveness.',
  'State {state}, hole ({share} %)': 'Zustand {state}, Loch ({share} %)',
  'State {state}, particle ({share} %)': 'Zustand {state}, Teilchen ({share} %)',
  'point {number}': 'Punkt {number}',
  'Barrier from: {structure}': 'Barriere ab: {structure}',
  'Strain under {limit} kcal/mol': 'Spannung unter {limit} kcal/mol',
  'Found in trajectories (of {count})': 'Gefunden in Trajektorien (von {count})',
  'Occupancy, trajectory {number}': 'Häufigkeit, Trajektorie {number}',
  'At most {count} frames are kept.': 'Höchstens {count} Bilder werden aufbewahrt.',
  'A prediction below {minimum} has no meaning and is left out.':
    'Eine Vorhersage unter {minimum} hat keine Bedeutung und wird ausgelassen.',
  'no value: the model predicts less than {minimum}': 'kein Wert: Das Modell sagt weniger als {minimum} voraus',
  'Rating: {source}.': 'Bewertung: {source}.',
  '{method} does not rank spin states: this order may be wrong.':
    '{method} ordnet Spinzustände nicht: diese Reihenfolge kann falsch sein.',
  'Donor strengths were not computed: {method} gives acceptors only.':
    'Donorstärken wurden nicht berechnet: {method} gibt nur Akzeptoren.',
  '{method}, {solvent}; {calibration}': '{method}, {solvent}; {calibration}',
  'Relative energy, multiplicity {multiplicity}': 'Relative Energie, Multiplizität {multiplicity}',
  'Each hydroxyl group on carbon lies {number} kcal/mol too low by this method; enols and hydroxypyridines come out too stable.':
    'Jede Hydroxygruppe am Kohlenstoff liegt nach dieser Methode {number} kcal/mol zu tief; Enole und Hydroxypyridine werden zu stabil.',
  '{bond}, {error}': '{bond}, {error}',
  '{error} kcal/mol': '{error} kcal/mol',
  '± {error} ({kind}, n = {size})': '± {error} ({kind}, n = {size})',
  '± {error} ({kind}, n = {size}; {count} of the reference values not verified)':
    '± {error} ({kind}, n = {size}; {count} der Bezugswerte nicht geprüft)',
  '± {error} ({kind}, n = {size}; reference values not verified)':
    '± {error} ({kind}, n = {size}; Bezugswerte nicht geprüft)',
  '± {error} kcal/mol ({kind}, {set})': '± {error} kcal/mol ({kind}, {set})',
  '±: {kind}, {set}': '±: {kind}, {set}',
  '±: {kind} of {size} values, {class}, {count} of the reference values not verified':
    '±: {kind} von {size} Werten, {class}, {count} der Bezugswerte nicht geprüft',
  '±: {kind} of {size} values': '±: {kind} von {size} Werten',
  '±: {kind} of {size} values, {class}': '±: {kind} von {size} Werten, {class}',
  '±: {kind} of {size} values, reference values not verified': '±: {kind} von {size} Werten, Bezugswerte nicht geprüft',
  '±: {kind} of {size} values, {class}, reference values not verified':
    '±: {kind} von {size} Werten, {class}, Bezugswerte nicht geprüft',
  '{method} puts singlets of carbenes and diradicals too high: gaps to the triplet are off by {mae} kcal/mol on average (n = {size}, reference values not all verified), by 12 at most.':
    '{method} gibt Singuletts von Carbenen und Diradikalen zu hohe Energien: Abstände zum Triplett liegen im Mittel um {mae} kcal/mol (n = {size}, Bezugswerte nicht alle geprüft), höchstens um 12 daneben.',
  'outside calibration: {reasons}': 'außerhalb der Kalibrierung: {reasons}',
  '{first}, {more}': '{first}, {more}',
  'contains {elements}': 'enthält {elements}',
  'charge {charge}': 'Ladung {charge}',
  'multiplicity {multiplicity}': 'Multiplizität {multiplicity}',
  '{count} heavy atoms': '{count} schwere Atome',
  'mass {mass} amu': 'Masse {mass} u',
  'solvent {solvent}': 'Lösungsmittel {solvent}',
  'The calibration of {method} does not cover this molecule: {reasons}. The error is not known.':
    'Die Kalibrierung von {method} gilt für dieses Molekül nicht: {reasons}. Der Fehler ist nicht bekannt.',
  'Gas: {gas}': 'Gas: {gas}',
  'Gas: {gas}.': 'Gas: {gas}.',
  'Computed as: {how}.': 'Berechnet als: {how}.',
  'Geometry GFN2-xTB, energies r²SCAN-3c. ± is the mean error of {size} published barriers.':
    'Geometrie GFN2-xTB, Energien r²SCAN-3c. ± ist der mittlere Fehler an {size} veröffentlichten Barrieren.',
  '± is the mean error of {size} published barriers.':
    '± ist der mittlere Fehler an {size} veröffentlichten Barrieren.',
  'GFN2-xTB is not designed for barriers: on {size} published ones it is off by {mae} kcal/mol on average (RMSE {rmse}). {advice}':
    'GFN2-xTB ist nicht für Barrieren ausgelegt: An {size} veröffentlichten liegt es im Mittel um {mae} kcal/mol daneben (RMSE {rmse}). {advice}',
  '{method} is not designed for barriers, and its error was not measured; that of GFN2-xTB is {mae} kcal/mol on average. {advice}':
    '{method} ist nicht für Barrieren ausgelegt, und sein Fehler wurde nicht bestimmt; der von GFN2-xTB beträgt im Mittel {mae} kcal/mol. {advice}',
  'Refine with r²SCAN-3c.': 'Mit r²SCAN-3c verfeinern.',
  'Follow the path with r²SCAN-3c for its barriers.': 'Für die Barrieren den Pfad mit r²SCAN-3c verfolgen.',
  'This is the string alone: reactant, product and transition state have energies of r²SCAN-3c.':
    'Das gilt nur für die Kette: Edukt, Produkt und Übergangszustand haben Energien von r²SCAN-3c.',
  'The error of {method} for rotations about {bond} was not measured. Refine with r²SCAN-3c.':
    'Der Fehler von {method} für Rotationen um {bond} wurde nicht bestimmt. Mit r²SCAN-3c verfeinern.',
  'The error of GFN2-xTB for rotations about {bond} was not measured; its error for biaryls is as large as their barriers. Refine with r²SCAN-3c.':
    'Der Fehler von GFN2-xTB für Rotationen um {bond} wurde nicht bestimmt; bei Biarylen ist er so groß wie deren Barrieren. Mit r²SCAN-3c verfeinern.',
  'On {size} published barriers of rotation about {bond} the error of GFN2-xTB is {rmse} kcal/mol (RMSE), and differences between the minima are uncertain as well. Refine with r²SCAN-3c.':
    'An {size} veröffentlichten Barrieren der Rotation um {bond} beträgt der Fehler von GFN2-xTB {rmse} kcal/mol (RMSE); auch die Unterschiede zwischen den Minima sind unsicher. Mit r²SCAN-3c verfeinern.',
  '(incomplete)': '(unvollständig)',
  'The result is not a finite number.': 'Das Ergebnis ist keine endliche Zahl.',
  '{low} to {high} {unit}': '{low} bis {high} {unit}',
  '{value} {unit}': '{value} {unit}',
  'All generated structures relaxed to this one conformer.':
    'Alle erzeugten Strukturen relaxierten zu diesem einen Konformer.',
  'They span {spread} kcal/mol; the most populated one has {weight} % of the weight.':
    'Sie erstrecken sich über {spread} kcal/mol; das am stärksten besetzte hat {weight} % des Gewichts.',
  'backward end': 'Ende rückwärts',
  'forward end': 'Ende vorwärts',
  'The {end} has the energy of the {start}.': '{end} und {start} haben dieselbe Energie.',
  'The {end} lies {energy} kcal/mol above the {start}.': '{end} liegt {energy} kcal/mol über {start}.',
  'The {end} lies {energy} kcal/mol below the {start}.': '{end} liegt {energy} kcal/mol unter {start}.',
  '{solvent}, {temperature}': '{solvent}, {temperature}',
  'In {solvent}: {solubility}.': 'In {solvent}: {solubility}.',
  'It dissolves best in {solvent} (of {count} solvents): {solubility}.':
    'Es löst sich am besten in {solvent} (von {count} Lösungsmitteln): {solubility}.',
  'practically insoluble (under 1 µmol/L)': 'praktisch unlöslich (unter 1 µmol/L)',
  'slightly soluble (1 to 100 µmol/L)': 'wenig löslich (1 bis 100 µmol/L)',
  'moderately soluble (0.1 to 10 mmol/L)': 'mäßig löslich (0,1 bis 10 mmol/L)',
  'soluble (10 mmol/L to 1 mol/L)': 'löslich (10 mmol/L bis 1 mol/L)',
  'very soluble (1 mol/L and more)': 'sehr leicht löslich (1 mol/L und mehr)',
  'Energy of the reaction': 'Reaktionsenergie',
  conformer: 'Konformer',
  contacts: 'Kontakte',
  gap: 'Lücke',
  'log S in {solvent} at {temperature}': 'log S in {solvent} bei {temperature}',
};
