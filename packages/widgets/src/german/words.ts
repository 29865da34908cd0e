import type { Translation } from '../language-tables.ts';
import type { Words } from '../words.ts';
import { eagerWords } from '../words-eager.ts';
import { bundleGerman } from './bundle.ts';
import { calculationsGerman } from './calculations.ts';
import { candidatesGerman } from './candidates.ts';
import { comboboxGerman } from './combobox.ts';
import { compareGerman } from './compare.ts';
import { dynamicsGerman } from './dynamics.ts';
import { measuredGerman } from './measured.ts';
import { microstatesGerman } from './microstates.ts';
import { nmrGerman } from './nmr.ts';
import { comma } from './numbers.ts';
import { panelsGerman } from './panels.ts';
import { recordingGerman } from './recording.ts';
import { resultsGerman } from './results.ts';
import { tableGerman } from './table.ts';
import { inGerman } from './terms.ts';
import { trajectoryGerman } from './trajectory.ts';
import { viewerGerman } from './viewer.ts';

/**
 * The message table in German, as far as it is translated: English stands in for what is missing. Loaded when a page is in German,
 * so that English pages pay nothing. Numbers that come as text get their decimal comma here.
 */
export const german: Translation<Words> = {
  errors: {
    viewFailed: 'Diese Ansicht konnte nicht gezeichnet werden.',
    loadFailed: 'Dieser Teil der Seite konnte nicht geladen werden.',
    loadFailedDetail:
      'Der Server hat das Skript dafür nicht geliefert. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
    tryAgain: 'Erneut versuchen',
    details: 'Einzelheiten',
    nothingToShow: 'Noch nichts zu zeigen',
    noSource: 'Dieses Element hat keine Quelle.',
    noSourceDetail:
      'Geben Sie ihm eine Kennung (workflow="…"), die Adresse eines Bündels (src="…"), ein Bündel als Inhalt oder die Eigenschaft item.',
  },
  ui: {
    locale: 'de-DE',
    term: inGerman,
    decimal: ',',
    close: 'Schließen',
    loading: 'Wird geladen',
    resizePanes: 'Breite des linken Bereichs',
    notAvailable: 'Nicht verfügbar',
    timeSoFar: (time) => `bisher ${time}`,
    seconds: (count) => (count > 0 ? `${comma(String(count))} s` : '< 1 s'),
    minutes: (minutes, seconds) => `${minutes} min ${seconds} s`,
    hours: (hours, minutes) => `${hours} h ${minutes} min`,
    percent: (value) => `${Math.round(value)} %`,
  },
  viewer: viewerGerman,
  compare: compareGerman,
  recording: recordingGerman,
  elements: {
    loading: 'Workflow wird geladen',
    notFound: 'Dieser Workflow wurde nicht gefunden.',
    notFoundOwner:
      'Er ist nicht für Sie freigegeben, er wurde gelöscht, oder seine Kennung ist unvollständig. Prüfen Sie die Kennung, oder bitten Sie um Freigabe.',
    notFoundShared:
      'Wahrscheinlich ist er nicht oder nicht mehr für alle freigegeben: Bitten Sie um Freigabe. Vielleicht wurde er auch gelöscht, oder seine Kennung ist unvollständig.',
    notFoundLink:
      'Wahrscheinlich ist der Freigabelink abgelaufen oder widerrufen: Bitten Sie um einen neuen. Vielleicht wurde der Workflow auch gelöscht, oder seine Kennung ist unvollständig.',
    notIdentifier: 'Das ist nicht die Kennung eines Workflows.',
    notIdentifierDetail: (text) =>
      `„${text}“ sollte aussehen wie 1b4e28ba-2fa1-41d2-883f-0016d3cca427, das Ende der Adresse seiner Seite.`,
    notSignedIn: (server) => `Diese Seite ist bei ${server} nicht angemeldet.`,
    notSignedInDetail: 'Geben Sie dem Element das Attribut public, und geben Sie den Workflow auf seiner Seite frei.',
    notAllowed: 'Dieser Workflow darf hier nicht gezeigt werden.',
    notAllowedOwner:
      'Melden Sie sich auf seinem Server an, oder bitten Sie um Freigabe und setzen Sie das Attribut public.',
    notAllowedShared: 'Er ist nicht freigegeben. Das kann sein Besitzer auf der Seite des Workflows tun.',
    unreachable: 'Der Server ist nicht erreichbar.',
    unreachableDetail: (server) => `${server} antwortet nicht. Es wird erneut versucht …`,
    badBundle: 'Die Datei kann nicht gezeigt werden.',
    wrongType: (wanted) => `Hier wird ein Workflow vom Typ ${wanted} erwartet.`,
    wrongTypeDetail: (title) => `Dieser ist vom Typ ${title}. Das Element <cuvette-workflow> zeigt jeden Typ.`,
    noTable: 'Dieser Workflow hat keine Tabelle.',
    noSuchTable: (table) => `Eine Tabelle „${table}“ gibt es nicht.`,
    noSuchTab: (tab) => `Einen Tab „${tab}“ gibt es nicht.`,
    thereAre: (names) => `Dieses Ergebnis hat: ${names}.`,
    failed: 'Der Workflow kann nicht gezeigt werden.',
  },
  bundle: bundleGerman,
  structure: eagerWords.de.structure,
  loader: eagerWords.de.loader,
  table: tableGerman,
  trajectory: trajectoryGerman,
  dynamics: dynamicsGerman,
  panels: panelsGerman,
  nmr: nmrGerman,
  measured: measuredGerman,
  candidates: candidatesGerman,
  microstates: microstatesGerman,
  combobox: comboboxGerman,
  ...resultsGerman,
  ...calculationsGerman,
};
