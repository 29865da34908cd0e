import { useSheet } from '../results/hooks/use-sheet.ts';
import css from '../theme/viewer.css?inline';

/** The style sheet of viewers, for whatever draws one or is in its place. Apart from the one that all elements load. */
export function useViewerSheet(): void {
  useSheet(css);
}
