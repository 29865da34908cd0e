/**
 * Fixed texts that more than one package shows. Scripts and tests of users compare them, so they must not change. Texts of one subject are kept
 * with it: the spin rule in `chemistry/spin.ts`, status phrases in `workflow-item.ts`, warnings and empty results in each workflow type.
 */
export const texts = {
  /** Asked before a view with something unsaved or selected is left. */
  exitView: 'Do you want to exit this view?',
  /** In a dropdown whose search finds nothing. */
  noMatches: 'No matches',
  previewNotAvailable: 'Preview not available',
  noWebgl: 'Your browser does not support WebGL.',
  trajectoryFailed: 'Structure/trajectory failed to load',
  moleculesFailed: "Couldn't read workflow's molecules.",
  proteinFailed: "Couldn't read workflow's protein.",
  msaFailed: 'Failed to download MSA files.',
  projectDeleted: 'Project deleted',
  loading: 'Loading ...',
  viewOnCuvette: 'View on Cuvette',
  /** The text to copy is shown below it. */
  copyFailed:
    "Copy operation failed. This is likely because you're using Safari. Please use another browser, such as Firefox or Chrome, or select the text and copy it by hand.",
} as const;

/** Returns the message of a download that is refused; the person sees `texts.msaFailed`. */
export function downloadFailedText(status: number): string {
  return `Download failed (${status})`;
}

/** The alert when the clipboard refuses, with the text that was to be copied, so that it can be taken from there. */
export function copyFailedAlert(text: string): string {
  return `${texts.copyFailed}\n\n${text}`;
}
