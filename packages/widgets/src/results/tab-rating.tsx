import { type RatingCounts, worstRating } from '@cuvette/core/tables';
import { useWords } from '../elements/context.tsx';
import { addEnglish } from '../english-at-hand.ts';
import { RatingMark } from '../table/rating-mark.tsx';
import { resultWords } from './words.ts';

addEnglish(resultWords);

/** The rating of a tab: the worst of its values as a mark, and how many are good, okay and bad as its text. */
export function TabRating({ counts }: { counts: RatingCounts }) {
  const words = useWords();
  const rating = worstRating(counts);
  const text = words.parts.ratingCounts(counts.good, counts.okay, counts.bad);
  return (
    <span className="cv-tab-rating" title={text}>
      <RatingMark rating={rating} word={words.ui.term(rating.word)} />
      <span className="cv-hidden"> ({text})</span>
    </span>
  );
}
