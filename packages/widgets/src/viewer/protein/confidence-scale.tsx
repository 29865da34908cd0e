import type { Macromolecule } from '@cuvette/core/chemistry';
import type { ProteinView } from '@cuvette/core/session';
import { useWords } from '../../elements/context.tsx';
import { useSheet } from '../../results/hooks/use-sheet.ts';
import { ColourLegend } from './colour-legend.tsx';
import css from './protein.css?inline';

/** The scale of confidence in the picture of a prediction. */
export function ConfidenceScale({ structure, view }: { structure: Macromolecule; view: ProteinView }) {
  useSheet(css);
  const words = useWords();
  return (
    <div className="cv-viewer-legend" role="group" aria-label={words.viewer.protein.confidence}>
      <span>{words.viewer.protein.confidence}</span>
      <ColourLegend structure={structure} view={view} />
    </div>
  );
}
