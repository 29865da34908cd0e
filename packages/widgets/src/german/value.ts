import type { Translation } from '../language-tables.ts';
import type { ValueWords } from '../value/languages.ts';
import { bundleGerman } from './bundle.ts';
import { inGerman } from './terms.ts';

/** What a number in a sentence says; loaded on its own, for a page that quotes numbers only. */
export const valueGerman: Translation<ValueWords> = {
  ...bundleGerman,
  term: inGerman,
  loading: 'Die Zahl wird geladen',
  notYet: 'nicht fertig',
  notYetDetail: (name) => `${name} ist noch nicht fertig.`,
  none: 'nicht berechnet',
  noneDetail: (title, name) => `${name} ergab keinen Wert für „${title}“.`,
  failed: 'fehlgeschlagen',
  failedDetail: (name) => `${name} ist fehlgeschlagen; es gibt keine Zahl.`,
  stopped: 'angehalten',
  stoppedDetail: (name) => `${name} wurde angehalten, bevor diese Zahl berechnet war.`,
  unreadable: 'nicht verfügbar',
  notIdentifier: (text) =>
    `„${text}“ ist nicht die Kennung eines Workflows. Sie sollte aussehen wie 1b4e28ba-2fa1-41d2-883f-0016d3cca427.`,
  notSignedIn: (server) =>
    `Diese Seite ist bei ${server} nicht angemeldet. Geben Sie das Attribut public an, und geben Sie den Workflow auf seiner Seite frei.`,
  notFoundOwner:
    'Der Workflow wurde nicht gefunden. Er ist nicht für Sie freigegeben, er wurde gelöscht, oder seine Kennung ist unvollständig. Bitten Sie um Freigabe.',
  notFoundShared:
    'Der Workflow wurde nicht gefunden. Wahrscheinlich ist er nicht oder nicht mehr freigegeben: Bitten Sie um Freigabe. Vielleicht wurde er auch gelöscht, oder seine Kennung ist unvollständig.',
  notFoundLink:
    'Der Workflow wurde nicht gefunden. Wahrscheinlich ist der Freigabelink abgelaufen oder widerrufen: Bitten Sie um einen neuen. Vielleicht wurde er auch gelöscht.',
  notAllowed: 'Der Workflow darf hier nicht gezeigt werden: er ist nicht freigegeben.',
  away: 'Der Server ist nicht erreichbar. Es wird erneut versucht …',
  noSource: 'Dieses Element hat keine Quelle. Geben Sie workflow="…", src="…" oder ein Bündel an.',
  unknown: 'diesen Wert gibt es nicht',
  unknownDetail: (path, known) => `Es gibt keinen Wert „${path}“. Dieses Ergebnis hat: ${known || 'keine'}.`,
  of: (title, name) => `${title}, ${name}`,
  ran: (method) => `Methode: ${method}.`,
  requested: (method) => `Angeforderte Methode: ${method}; was ausgeführt wurde, ist nicht festgehalten.`,
  withNote: (number) => `${number} (mit Hinweis)`,
  methodUnknown: 'Die Methode wurde nicht festgehalten.',
  superseded: 'neueres Ergebnis',
  supersededDetail: (name) => `Dies wurde erneut eingereicht; das neuere Ergebnis ist „${name}“.`,
};
