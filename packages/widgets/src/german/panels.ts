import type { Translation } from '../language-tables.ts';
import type { Words } from '../words.ts';
import { comma } from './numbers.ts';

/** The drawings of single workflow types. */
export const panelsGerman: Translation<Words['panels']> = {
  bonds: {
    label: 'Bindungen mit ihren Dissoziationsenergien',
    view: 'Zeigen',
    viewAll: 'Alle zeigen',
    viewOne: (bond) => `${bond} zeigen`,
    viewAllBeside: (bond) => `Alle Bindungen zeigen, auch ${bond}`,
    fragment1: 'Fragment 1 zeigen',
    fragment2: 'Fragment 2 zeigen',
    underlying: 'Zugrunde liegende Rechnung zeigen',
    failed: 'Fehlgeschlagen',
    drawing: (count) => `Strukturformel mit ${count} Bindungen in den Farben ihrer Energien`,
    scale: (low, high, unit) => `Farben von ${comma(low)} (grün) bis ${comma(high)} (blassgrün) ${unit}`,
  },
  orbitals: {
    hint: 'Wählen Sie ein Niveau in der Akzentfarbe, um sein Orbital zu zeichnen.',
    ladder: (energy) => `Orbitalniveaus nach ${energy}`,
    gap: (value) => `Lücke ${comma(value)}`,
    noGrid: 'Zu diesem Orbital wurde kein Gitter berechnet.',
    left: (count) =>
      count === 1
        ? 'Ein Niveau liegt zu weit von der Lücke, um gezeichnet zu werden. Es ist in der Tabelle.'
        : `${count} Niveaus liegen zu weit von der Lücke, um gezeichnet zu werden. Sie sind in der Tabelle.`,
  },
  surfaces: {
    draw: 'Gezeichnete Isofläche',
    grids: 'Gitter',
    grid: 'Gitter',
    unit: 'Einheit',
    lowest: 'Kleinster Wert',
    highest: 'Größter Wert',
    points: 'Punkte',
    molden: 'Als Molden-Datei herunterladen',
    noMolden:
      'Dieses Ergebnis hat keine Molden-Datei: Eine ältere Version von Cuvette hat es berechnet, oder es wurde mit mehr Orbitalen importiert, als eine solche Datei fasst.',
    moldenFailed: (status) => `Herunterladen fehlgeschlagen (${status})`,
  },
  sites: {
    drawing: (count) => `Strukturformel mit den pKa-Werten an ${count === 1 ? 'einem Atom' : `${count} Atomen`}`,
    partners: 'Stellen mit beiden Partnern',
    given: 'Wie eingegeben zeigen',
    base: 'Konjugierte Base zeigen',
    acid: 'Konjugierte Säure zeigen',
  },
  admet: {
    radar: (groups) => `Bewertungen nach Gruppen. ${groups}`,
    how: 'Am Rand sind alle bewerteten Eigenschaften einer Gruppe gut, in der Mitte alle schlecht. Mäßig zählt halb.',
  },
  alignment: {
    format: 'Format',
    download: 'MSA herunterladen',
    completed: (name) => `${name} ist abgeschlossen. Das Alignment kann heruntergeladen werden.`,
    title: (file) => `Alignment ${file}`,
    label: (rows, columns, coverage, conservation) =>
      `${rows === 1 ? 'Eine Sequenz' : `${rows} Sequenzen`}, ${columns} Spalten, mittlere Abdeckung ${comma(coverage)}, mittlere Konservierung ${comma(conservation)}`,
    coverage: 'Abdeckung',
    conservation: 'Konservierung',
    how: 'Abdeckung: Anteil der Sequenzen mit einem Buchstaben in der Spalte. Konservierung: 1 − H / ln 20 mit der Entropie H dieser Buchstaben. Blau: hydrophob; türkis: aromatisch; rot: positiv; violett: negativ; grün: polar; orange: Glycin; gelb: Prolin; rosa: Cystein.',
    notRead: (reason) => `Das Alignment konnte nicht gezeichnet werden: ${reason}.`,
  },
  path: {
    label: 'Punkte des Pfads',
    start: 'Anfang zeigen',
    saddle: 'Sattelpunkt zeigen',
    guess: 'Geschätzten Sattelpunkt zeigen',
    end: 'Ende zeigen',
    mode: (frequency) => `Seine Schwingung bei ${comma(frequency)} cm⁻¹ mit Pfeilen zeigen`,
  },
  fasta: 'FASTA herunterladen',
  potentials: { electrode: 'Bezugselektrode' },
  poses: {
    files: 'Posen und Komplex',
    sdf: (count) => (count === 1 ? 'Die Pose herunterladen (SDF)' : `${count} Posen herunterladen (SDF)`),
    complex: 'Komplex herunterladen (PDB)',
    surface: 'Oberfläche des Proteins',
    best: 'Beste Verbindungen zusammen in der 3D-Ansicht',
    notWritten: (reason) => `Die Datei konnte nicht geschrieben werden: ${reason}`,
    otherMolecule: (pose) => `Der SMILES ist nicht der der Atome der Pose (${pose}).`,
  },
  contacts: {
    title: 'Kontakte der gezeigten Pose',
    diagram: (count) =>
      count === 1
        ? 'Formel des Liganden mit einem Rest um sie herum.'
        : `Formel des Liganden mit ${count} Resten um sie herum. Die Tabelle nennt alle Kontakte.`,
    diagramHow: 'Gestrichelt mit einer Länge in Å: Wasserstoffbrücke. Gepunktet: hydrophober Kontakt.',
    drawn: 'In der 3D-Ansicht gezeichnet',
    all: 'Alle Kontakte',
    none: 'Keine Kontakte',
    pocket: 'Reste in der Nähe',
    near: (radius, count) =>
      count === 1 ? `Ein Rest näher als ${radius} Å am Liganden:` : `${count} Reste näher als ${radius} Å am Liganden:`,
    how: 'Wasserstoffbrücken: Stickstoff oder Sauerstoff höchstens 3,5 Å voneinander, mindestens 120° am Wasserstoff. Hydrophobe Kontakte: von jedem Rest das nächste Paar von Kohlenstoffatomen, höchstens 4,0 Å voneinander. In einer Struktur ohne Wasserstoffe zählt für Wasserstoffbrücken nur der Abstand.',
  },
};
