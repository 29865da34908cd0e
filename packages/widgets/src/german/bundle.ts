import type { BundleWords } from '../elements/bundle-problem.ts';
import type { Translation } from '../language-tables.ts';

export const bundleGerman: Translation<BundleWords> = {
  unreachable: (src) =>
    `Die Datei ${src} ist nicht erreichbar, oder ihr Server erlaubt dieser Seite nicht, sie zu lesen (CORS).`,
  missing: (src, status) => `Die Datei ${src} wurde nicht geliefert (Status ${status}). Prüfen Sie die Adresse.`,
  tooLarge: (src) =>
    `Die Datei ${src} ist zu groß für ein einziges Dokument. Verwenden Sie workflow="…" statt src, oder laden Sie das ZIP herunter.`,
  cut: (src) => `Die Datei ${src} wurde nicht vollständig geliefert.`,
  notJson: (src) => `Die Datei ${src} ist kein Bündel von Cuvette: sie ist kein JSON.`,
  inlineNotJson: (_src, where) =>
    `Das Skript in diesem Element ist kein gültiges JSON (${where}). Fügen Sie das ganze Bündel ein.`,
};
