import type { Rating } from '@cuvette/core/tables';
import type { ReactNode } from 'react';
import { useSheet } from '../results/hooks/use-sheet.ts';
import css from './rating-mark.css?inline';

const shapes: Record<Rating['shape'], ReactNode> = {
  circle: <circle cx="5" cy="5" r="4" />,
  triangle: <path d="M5 1 9.4 9H.6z" />,
  square: <rect x="1" y="1" width="8" height="8" />,
};

/** A rating as a shape and a word, so that its colour says nothing alone. */
export function RatingMark({ rating, word }: { rating: Rating; word: string }) {
  useSheet(css);
  return (
    <span className="cv-rating" data-bucket={rating.bucket}>
      <svg viewBox="0 0 10 10" aria-hidden="true" focusable="false">
        {shapes[rating.shape]}
      </svg>
      {word}
    </span>
  );
}
