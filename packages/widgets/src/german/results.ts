import { status } from '@cuvette/core/entities';
import type { Translation } from '../language-tables.ts';
import type { Words } from '../words.ts';
import { comma } from './numbers.ts';

const phrases: Record<number, string> = {
  [status.queued]: 'wartet in der Warteschlange',
  [status.running]: 'läuft',
  [status.failed]: 'ist fehlgeschlagen',
  [status.stopped]: 'wurde angehalten',
  [status.awaitingQueue]: 'wartet in der Warteschlange',
  [status.draft]: 'ist als Entwurf gespeichert',
};

/** Plots, the frame of a result, conformers, and the view of last resort. */
export const resultsGerman: Translation<
  Pick<Words, 'plot' | 'labels' | 'result' | 'nextStep' | 'conformers' | 'generic' | 'parts'>
> = {
  parts: {
    colourAtoms: (title) => `Atome färben nach: ${title}`,
    ranWith: (level) => `Berechnet mit ${level}`,
    headline: 'Wichtigste Ergebnisse',
    soFar: 'Bisher',
    howComputed: 'Wie es berechnet wurde',
    changed: (what, reason) => `${what}: ${reason}`,
    plotLabel: (y, x, count) => `${y} gegen ${x}, ${count} Punkte`,
    plotEnds: (lowest, highest) => `kleinster Wert ${comma(lowest)}, größter ${comma(highest)}`,
    notes: (count) => `${count} Hinweise`,
    rawData: 'Alle Daten dieses Ergebnisses',
    percentile: (percent, among) => `über ${percent} % der ${among}`,
    ratingCounts: (good, okay, bad) => `${good} gut, ${okay} mäßig, ${bad} schlecht`,
    energiesIn: 'Energiedifferenzen in',
    copyTable: 'Tabelle kopieren',
    series: 'Reihe',
    copied: 'Kopiert',
    copyFailed:
      'Das Kopieren ist fehlgeschlagen. Das liegt wahrscheinlich daran, dass Sie Safari verwenden. Bitte nehmen Sie einen anderen Browser wie Firefox oder Chrome, oder markieren Sie den Text und kopieren Sie ihn von Hand.',
    ranFor: (time) => `berechnet in ${time}`,
    cores: (count) => (count === 1 ? 'ein Kern' : `${count} Kerne`),
    machines: (count) => (count === 1 ? 'ein Rechner eines Clusters' : `${count} Rechner`),
    onHost: (host) => `auf ${host}`,
  },
  plot: {
    notLoaded:
      'Das Diagramm konnte nicht geladen werden. Laden Sie die Seite neu, um es erneut zu versuchen; die Zahlen stehen in der Tabelle.',
    optimizationStep: 'Optimierungsschritt',
    relativeEnergy: (unit) => `Energie gegenüber dem letzten Schritt (${unit})`,
    wavenumber: 'Wellenzahl (cm⁻¹)',
    intensity: 'IR-Intensität (km/mol)',
    conformer: 'Konformer',
    weight: 'Boltzmann-Gewicht (%)',
    energyLabel: (steps, first, last, unit) =>
      `Energie je Optimierungsschritt: ${steps} Schritte, von ${comma(first)} bis ${comma(last)} ${unit} gegenüber dem letzten.`,
    energyNone: 'Energie je Optimierungsschritt; kein Schritt hat eine Energie.',
    irLabel: (lines, position, intensity) =>
      `Berechnetes IR-Spektrum mit ${lines} Linien; die stärkste bei ${comma(position)} cm⁻¹ mit ${comma(intensity)} km/mol.`,
    weightsLabel: (count, list) => `Boltzmann-Gewichte von ${count} Konformeren: ${comma(list)}.`,
    leftOut: 'ausgelassen',
    tools: 'Diagramm als Datei',
    downloadPng: 'Diagramm als PNG herunterladen',
    downloadSvg: 'Diagramm als SVG herunterladen',
    downloadCsv: 'Werte des Diagramms als CSV herunterladen',
    copy: 'Kopieren',
    copyPicture: 'Diagramm als Bild kopieren',
    copied: 'Kopiert',
    exportFailed: 'Diese Seite oder der Browser erlaubt es nicht.',
    wavelength: 'Wellenlänge (nm)',
    wavelengthMicrometre: 'Wellenlänge (µm)',
    excitationEnergy: 'Energie (eV)',
    shape: 'Form der Linien',
    lorentzian: 'Lorentz',
    gaussian: 'Gauß',
    pseudo_voigt: 'Hälfte von beiden (Pseudo-Voigt)',
    scaling: 'Faktor der Frequenzen',
    shift: (unit) => `Verschiebung der berechneten Linien (${unit})`,
    axisUnit: 'Einheit der Achse',
    published: (factor, level, source) =>
      `Veröffentlichter Faktor für Grundschwingungen mit ${level}: ${factor} (${source}).`,
    usePublished: 'Verwenden',
    noPublished:
      'Für dieses Niveau ist hier kein veröffentlichter Faktor bekannt; passen Sie einen an ein gemessenes Spektrum an, oder geben Sie einen ein.',
    downloadJcamp: 'Berechnetes Spektrum als JCAMP-DX herunterladen',
    absorption: 'ε (L mol⁻¹ cm⁻¹)',
    dichroism: 'Δε (L mol⁻¹ cm⁻¹)',
    electronicLabel: (title, lines, position, intensity) =>
      `Berechnetes Spektrum, ${title}, mit ${lines} Anregungen; die stärkste bei ${comma(position)} mit ${comma(intensity)}.`,
    bandWidth: 'Halbwertsbreite der Banden (eV)',
    fullWidth: 'Halbwertsbreite der Linien (cm⁻¹)',
  },
  labels: {
    Queued: 'In der Warteschlange',
    Running: 'Läuft',
    Completed: 'Abgeschlossen',
    Failed: 'Fehlgeschlagen',
    Stopped: 'Angehalten',
    Stopping: 'Wird angehalten',
    Draft: 'Entwurf',
    Unknown: 'Unbekannt',
    Shared: 'Freigegeben',
    'Ancestor Shared': 'Im Ordner freigegeben',
    Starred: 'Markiert',
    'Email When Complete': 'E-Mail bei Abschluss',
  },
  result: {
    unfinished: (name, code) => `${name} ${phrases[code] ?? 'hat einen unbekannten Status'}`,
    viewOnCuvette: 'In Cuvette ansehen',
    tabs: 'Ergebnisse',
    viewer: 'Struktur',
    loading: 'Ergebnis wird geladen',
    loadingStructure: 'Struktur wird geladen',
    structureFailed: 'Die Moleküle des Workflows konnten nicht gelesen werden.',
    proteinFailed: 'Das Protein des Workflows konnte nicht gelesen werden.',
    withoutProtein: 'Der Ligand wird ohne das Protein gezeigt.',
    noStructureYet: 'Die Struktur erscheint hier, sobald sie berechnet ist.',
    noStructureCame: 'Es wurde keine Struktur berechnet.',
    formulaMeanwhile: 'Dies ist die eingereichte Struktur. Die 3D-Struktur erscheint hier, sobald sie berechnet ist.',
    formulaDraft: 'Dies ist die Eingabe. Die 3D-Struktur wird nach dem Einreichen berechnet.',
    formulaInstead: 'Dies ist die eingereichte Struktur. Es wurde keine 3D-Struktur berechnet.',
    notFoundTitle: 'Hier ist nichts',
    notFound:
      'Unter dieser Adresse gibt es kein Ergebnis, oder es wurde gelöscht. Prüfen Sie den Link oder fragen Sie die Person, von der Sie ihn haben.',
    notAllowedTitle: 'Nicht für Sie freigegeben',
    notAllowed:
      'Dieses Ergebnis ist nicht öffentlich, oder Sie sind nicht angemeldet. Melden Sie sich bei Cuvette an oder bitten Sie um Freigabe.',
    offlineTitle: 'Keine Verbindung',
    offline: 'Cuvette ist nicht erreichbar. Prüfen Sie die Verbindung. Diese Seite versucht es automatisch erneut.',
    offlineKept: 'Cuvette ist nicht erreichbar. Dies ist der letzte bekannte Stand. Es wird erneut versucht …',
    readFailedTitle: 'Dieses Ergebnis konnte nicht gelesen werden',
    readFailed: 'Diese Version von Cuvette kann die Antwort des Servers nicht lesen.',
    tryAgain: 'Erneut versuchen',
    waitingTitle: 'Wartet auf die Ausführung',
    waitingPlace: (position) =>
      position === 1 ? 'Als nächstes in der Warteschlange.' : `Platz ${position} in der Warteschlange.`,
    waiting: 'Wartet auf einen freien Worker.',
    running: 'Läuft',
    stopping: 'Wird angehalten. Bisherige Ergebnisse bleiben erhalten.',
    partial: 'Bisherige Ergebnisse. Weitere folgen, solange die Rechnung läuft.',
    failedTitle: 'Diese Rechnung ist fehlgeschlagen',
    failed: 'Die Rechnung endete ohne Ergebnis.',
    stoppedTitle: 'Angehalten',
    stopped: 'Diese Rechnung wurde angehalten. Frühere Ergebnisse sind erhalten.',
    draftTitle: 'Entwurf',
    draft: 'Dies wurde noch nicht eingereicht.',
    shared: 'Freigegeben',
    starred: 'Markiert',
  },
  nextStep: {
    input_error: 'Berichtigen Sie die Eingabe und reichen Sie sie erneut ein.',
    resource_error:
      'Versuchen Sie ein kleineres Molekül oder eine günstigere Methode, oder bitten Sie die Administration um mehr Speicher oder Zeit.',
    convergence_error:
      'Beginnen Sie mit einer besseren Struktur, oder wählen Sie einen sorgfältigeren Modus oder eine andere Methode.',
    random_error: 'Reichen Sie es erneut ein. Ein solcher Fehler wiederholt sich oft nicht.',
    compute_lost: 'Reichen Sie es erneut ein. Die Verbindung zu dem Rechner, auf dem es lief, ging verloren.',
    unknown_error:
      'Sehen Sie sich die Einzelheiten an; wenn sie nicht helfen, schicken Sie das Protokoll an die Administration.',
    internal_error: 'Dies ist ein Fehler von Cuvette. Bitte schicken Sie das Protokoll an die Administration.',
  },
  conformers: {
    quantity: (quantity) =>
      quantity === 'G' ? 'Freie Enthalpie (G)' : quantity === 'E' ? 'Elektronische Energie (E)' : quantity,
    ran: (energies, level) => `${energies} mit ${level}`,
    weights: (quantity, kelvin) => `Gewichte: g·exp(−Δ${quantity}/RT) bei ${comma(kelvin)} K, g ist die Entartung.`,
    madeBy: (generator) => `Kandidaten aus: ${generator}.`,
    requested: (level) => `Angefordert: ${level}.`,
    weightsUnrecorded: (kelvin) =>
      `Gewichte allein aus den Energien bei ${comma(kelvin)} K; Entartungen wurden nicht festgehalten.`,
    leftOut: (count) =>
      count === 1
        ? 'Ein Konformer ist von den Gewichten ausgenommen'
        : `${count} Konformere sind von den Gewichten ausgenommen`,
    leftOutOne: (number, reason) => `Konformer ${number}: ${reason}`,
    oneConformer: 'Es wurde nur ein Konformer gefunden.',
    ranking: (ran, requested, reason) => `Kandidaten wurden mit ${ran} statt ${requested} geordnet: ${reason}`,
  },
  generic: {
    noView: 'Diese Version von Cuvette hat keine Ansicht für diesen Typ von Ergebnis. Seine Daten stehen unten.',
    doesNotFit:
      'Die Daten dieses Ergebnisses passen nicht zu dem, was diese Version von Cuvette erwartet. Die lesbaren Daten stehen unten.',
    noResults:
      'Dieser Workflow ist abgeschlossen, aber seine Daten enthalten keine Ergebnisse. Vielleicht wurden sie gelöscht, oder die Daten gehören zu einem anderen Typ. Alle Daten stehen unten.',
    data: 'Daten',
    nothing: 'Dieses Ergebnis enthält keine Daten.',
    more: (count) => `… ${count} weitere`,
    problem: (field, detail) => (field ? `${field}: ${detail}` : detail),
  },
};
