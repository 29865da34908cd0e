import type { RatingRule } from '@cuvette/core/tables';
import type { Translation } from '../language-tables.ts';
import type { Words } from '../words.ts';
import { comma, zahl } from './numbers.ts';

function ruleInGerman(rule: RatingRule): string {
  switch (rule.kind) {
    case 'higher':
      return rule.okay === null ? `gut ab ${rule.good}` : `gut ab ${rule.good}, mäßig ab ${rule.okay}`;
    case 'lower':
      return rule.okay === null ? `gut bis ${rule.good}` : `gut bis ${rule.good}, mäßig bis ${rule.okay}`;
    case 'below':
      return `gut unter ${rule.good}, mäßig bis ${rule.okay}`;
    case 'range':
      return `gut von ${rule.good[0]} bis ${rule.good[1]}${rule.okay ? `, mäßig von ${rule.okay[0]} bis ${rule.okay[1]}` : ''}`;
  }
}

export const tableGerman: Translation<Words['table']> = {
  downloadCsv: 'CSV herunterladen',
  sortHint: 'Nach dieser Spalte sortieren; mit Umschalt nach mehreren',
  resizeHint: 'Alt mit der linken oder rechten Pfeiltaste ändert die Breite',
  rowCount: (rows) => zahl(rows, 'Zeile', 'Zeilen'),
  rowsShown: (shown, rows) => `${shown.toLocaleString('de')} von ${zahl(rows, 'Zeile', 'Zeilen')}`,
  addFilter: 'Filtern nach …',
  filters: 'Filter',
  minimum: (column) => `Kleinster Wert: ${column}`,
  maximum: (column) => `Größter Wert: ${column}`,
  contains: (column) => `${column} enthält`,
  from: 'von',
  to: 'bis',
  part: 'enthält',
  notNumber: 'Keine Zahl: wird nicht beachtet',
  removeFilter: (column) => `Filter für ${column} entfernen`,
  clearFilters: 'Alle Filter entfernen',
  noneLeft: 'Keine Zeile erfüllt die Filter.',
  columns: 'Spalten',
  compareRows: 'Zeilen vergleichen',
  comparison: 'Vergleich der gewählten Zeilen',
  compareHint: 'Wählen Sie zwei oder mehr Zeilen',
  rowNumber: (row) => `Zeile ${row}`,
  columnsShown: (shown, columns) => `${shown} von ${columns} Spalten werden gezeigt.`,
  columnsBeyond: 'Blenden Sie andere aus oder erhöhen Sie unten die Zahl, um die gekennzeichneten zu sehen.',
  beyond: 'jenseits der gezeigten Zahl',
  searchColumns: 'Spalten suchen',
  noColumn: 'Keine Treffer',
  moreFound: (columns) => `… und ${columns} weitere. Suchen Sie nach einem Teil ihres Namens.`,
  maximumColumns: 'Höchstens zeigen',
  showAll: 'Alle zeigen',
  hideAll: 'Alle außer der ersten ausblenden',
  resetColumns: 'Zurücksetzen',
  done: 'Fertig',
  pin: (column) => `${column} beim Scrollen im Blick behalten`,
  moveUp: (column) => `${column} nach links verschieben`,
  moveDown: (column) => `${column} nach rechts verschieben`,
  moreColumns: (columns) => zahl(columns, 'weitere Spalte', 'weitere Spalten'),
  moreColumnsHint: 'Zu den Spalten rechts scrollen',
  selected: (rows) => (rows === 0 ? 'Keine Zeile ausgewählt' : `${zahl(rows, 'Zeile', 'Zeilen')} ausgewählt`),
  selectAll: 'Alle auswählen',
  clearSelection: 'Auswahl aufheben',
  rowActions: 'Aktionen',
  rule: (rule) => comma(ruleInGerman(rule)),
  good: 'gut',
  okay: 'mäßig',
  bad: 'schlecht',
};
