import type { Translation } from '../language-tables.ts';
import type { Words } from '../words.ts';

/** Bilder und Filme der 3D-Ansicht. */
export const recordingGerman: Translation<Words['recording']> = {
  drawing: {
    png: 'PNG wird gezeichnet',
    video: 'Video wird aufgenommen',
    gif: 'GIF wird aufgenommen',
    largeGif: 'Großes GIF wird aufgenommen',
  },
  realTime:
    'Das Video wird aufgenommen, während es läuft: Schneller kann es dieser Browser nicht. Lassen Sie diesen Tab im Vordergrund.',
  cancel: 'Abbrechen',
  dismiss: 'Schließen',
  failed: {
    png: (reason) => `Das PNG konnte nicht erstellt werden. ${reason}`,
    video: (reason) => `Das Video konnte nicht erstellt werden. ${reason}`,
    gif: (reason) => `Das GIF konnte nicht erstellt werden. ${reason}`,
    largeGif: (reason) => `Das GIF konnte nicht erstellt werden. ${reason}`,
  },
  problems: {
    large:
      'Für ein Bild dieser Größe reicht der Speicher nicht. Schließen Sie andere Tabs und versuchen Sie es erneut.',
    lost: 'Die Grafik dieses Computers fiel kurz aus. Versuchen Sie es erneut.',
    codec:
      'Dieser Browser kann kein VP9-Video schreiben. Nehmen Sie einen aktuellen Chrome, Edge oder Firefox, oder laden Sie ein GIF herunter.',
    member: 'Eine der Strukturen konnte nicht gelesen werden. Versuchen Sie es erneut.',
    changed: 'Inzwischen wurde eine andere Struktur gezeigt. Versuchen Sie es erneut.',
    load: 'Ein Teil des Programms konnte nicht geladen werden. Versuchen Sie es erneut.',
    failed: 'Laden Sie die Seite neu und versuchen Sie es erneut.',
  },
};
