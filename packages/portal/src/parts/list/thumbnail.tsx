import type { FormulaDrawing } from '@cuvette/core/entities';
import { texts } from '@cuvette/core/texts';
import { themedColour } from '@cuvette/widgets/structure';
import { memo, useEffect } from 'react';

/** A colour of a drawing on the page: `accent` is what a search matched. */
const inkOf = (colour: string) => (colour === 'accent' ? 'var(--cv-accent)' : themedColour(colour));

/**
 * A structural formula that the server drew, small; the name beside it says what it is. Empty until the answer is there; null is the answer for a
 * SMILES that could not be drawn.
 */
export const Thumbnail = memo(function Thumbnail({ drawing }: { drawing: FormulaDrawing | null | undefined }) {
  return (
    <span className="thumbnail" aria-hidden="true">
      {drawing ? (
        <svg viewBox={`0 0 ${drawing.width} ${drawing.height}`} focusable="false">
          {drawing.paths.map(({ d, colour, width }, index) =>
            width === null ? (
              <path key={index} d={d} fill={inkOf(colour)} />
            ) : (
              <path key={index} d={d} fill="none" stroke={inkOf(colour)} className="bonds" />
            ),
          )}
          {drawing.labels.map(({ x, y, size, text, colour }, index) => (
            <text key={index} x={x} y={y} fontSize={size} fill={inkOf(colour)}>
              {text}
            </text>
          ))}
        </svg>
      ) : drawing === null ? (
        <span className="no-drawing">{texts.previewNotAvailable}</span>
      ) : null}
    </span>
  );
});

/** The same, drawn by the page: for a server without Python. What draws weighs as much as a whole list, so it is fetched only then. */
export const ThumbnailDrawnHere = memo(function ThumbnailDrawnHere({ smiles }: { smiles: string }) {
  useEffect(() => {
    void import('@cuvette/widgets/elements/structure');
  }, []);
  return (
    <span className="thumbnail" aria-hidden="true">
      <cuvette-structure smiles={smiles} />
    </span>
  );
});
