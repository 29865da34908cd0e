/** What a file of a measured spectrum lacks, why it was refused, and why candidates were not judged, in German by core's identifiers. */
export const spectrumNotes: Readonly<Record<string, string>> = {
  'The file is empty.': 'Die Datei ist leer.',
  'The file is binary. Export the spectrum as JCAMP-DX or CSV.':
    'Die Datei ist binär. Exportieren Sie das Spektrum als JCAMP-DX oder CSV.',
  'The file has more than {count} million characters.': 'Die Datei hat mehr als {count} Millionen Zeichen.',
  'The file has more than {count} points.': 'Die Datei hat mehr als {count} Punkte.',
  'The file is neither JCAMP-DX nor two columns of numbers with at least three rows.':
    'Die Datei ist weder JCAMP-DX noch zwei Spalten von Zahlen mit mindestens drei Zeilen.',
  'The file has {count} blocks; at most {most} are read.':
    'Die Datei hat {count} Blöcke; höchstens {most} werden gelesen.',
  'The file has no block with points.': 'Die Datei hat keinen Block mit Punkten.',
  'The file': 'Die Datei',
  'Block {number}': 'Block {number}',
  '{where} is a free induction decay ("{type}"); transform it to a spectrum first.':
    '{where} ist ein freier Induktionszerfall („{type}“); wandeln Sie ihn erst in ein Spektrum um.',
  '{where} has two dimensions ("{type}"); one dimension is drawn.':
    '{where} hat zwei Dimensionen („{type}“); gezeichnet wird eine.',
  '{where} is "{type}", which none of the computed spectra is compared with.':
    '{where} ist „{type}“; damit wird keines der berechneten Spektren verglichen.',
  '{where} is a spectrum of {nucleus}; ¹H and ¹³C are predicted.':
    '{where} ist ein Spektrum von {nucleus}; vorhergesagt werden ¹H und ¹³C.',
  '{where} holds no points.': '{where} enthält keine Punkte.',
  '{where} holds fewer than three points.': '{where} enthält weniger als drei Punkte.',
  '{where} has its axis in "{unit}", which is not known here.':
    '{where} hat die Achse in „{unit}“; diese Einheit ist hier nicht bekannt.',
  '{where} has its axis in Hz and does not name the frequency of the spectrometer.':
    '{where} hat die Achse in Hz und nennt die Frequenz des Spektrometers nicht.',
  '{where} was not read: {reason}.': '{where} wurde nicht gelesen: {reason}.',
  '{where} was left out: {most} spectra are taken of one file.':
    '{where} wurde ausgelassen: Aus einer Datei werden {most} Spektren genommen.',
  '{where} has no ##END=; its last points may be missing.':
    '{where} hat kein ##END=; die letzten Punkte können fehlen.',
  '"{letter}" is no part of a number': '„{letter}“ ist kein Teil einer Zahl',
  'a number cannot be read': 'eine Zahl ist nicht lesbar',
  'it has more than {count} points': 'es sind mehr als {count} Punkte',
  'it lists assignments instead of points': 'statt Punkten stehen dort Zuordnungen',
  'the check of its compressed numbers fails in one line, so the file is damaged':
    'die Prüfung der komprimierten Zahlen schlägt in einer Zeile fehl, die Datei ist also beschädigt',
  'the checks of its compressed numbers fail in {count} lines, so the file is damaged':
    'die Prüfungen der komprimierten Zahlen schlagen in {count} Zeilen fehl, die Datei ist also beschädigt',
  'it does not say how far its points are apart': 'der Abstand der Punkte ist nicht angegeben',
  'The check at the end of the compressed numbers fails; the last points may be wrong.':
    'Die Prüfung am Ende der komprimierten Zahlen schlägt fehl; die letzten Punkte können falsch sein.',
  '{count} of {named} points are there: the file ends early.':
    '{count} von {named} Punkten sind da: Die Datei bricht vorzeitig ab.',
  '{count} points are there, and the file announces {named}.': '{count} Punkte sind da, angekündigt sind {named}.',
  'The abscissas of {count} lines do not fit the axis; points may be missing.':
    'Die Abszissen von {count} Zeilen passen nicht zur Achse; Punkte können fehlen.',
  'Heights are given as log ε and were converted to ε.':
    'Die Höhen sind als log ε angegeben und wurden in ε umgerechnet.',
  'One line holds no two numbers and was left out.': 'Eine Zeile enthält keine zwei Zahlen und wurde ausgelassen.',
  '{count} lines hold no two numbers and were left out.':
    '{count} Zeilen enthalten keine zwei Zahlen und wurden ausgelassen.',
  'Columns with gaps were left out.': 'Spalten mit Lücken wurden ausgelassen.',
  'The first {count} columns were taken.': 'Die ersten {count} Spalten wurden genommen.',
  'At least {least} measured shifts are needed.': 'Mindestens {least} gemessene Verschiebungen sind nötig.',
  'All measured shifts are the same.': 'Alle gemessenen Verschiebungen sind gleich.',
  '{count} shifts were measured, and a candidate has {lines} lines.':
    '{count} Verschiebungen wurden gemessen, und ein Kandidat hat {lines} Linien.',
  'The computed shifts of a candidate do not grow with the measured ones.':
    'Die berechneten Verschiebungen eines Kandidaten wachsen nicht mit den gemessenen.',
};
