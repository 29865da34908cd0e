import { listed, phrase, type Text } from '../../../entities/phrases.ts';
import { type Bucket, type Rating, ratingOf } from '../../../tables/ratings.ts';
import type { HeadlineWords } from '../../headline.ts';

/** A property that has a value, with its rating where it has one. */
export interface RatedProperty {
  title: Text;
  rating: Rating | null;
}

/** So many of the worst properties are named. */
const mostNamed = 3;

/** How many properties are good, okay and bad, and which are bad. */
export function admetHeadline(properties: readonly RatedProperty[]): HeadlineWords {
  if (properties.length === 0) return { values: [], sentence: null };
  const count = (bucket: Bucket) =>
    properties.filter(({ rating }) => rating?.bucket === ratingOf(bucket).bucket).length;
  const [good, okay, bad] = [count('good'), count('okay'), count('bad')];
  const rated = good + okay + bad;
  if (rated === 0) {
    const text = phrase('{count} properties', { count: properties.length });
    return { values: [{ title: 'Properties', label: null, text }], sentence: 'None of them is rated.' };
  }
  const text = phrase('{good} good, {okay} okay, {bad} bad', { good, okay, bad });
  return { values: [{ title: 'Ratings', label: null, text, order: good }], sentence: worstOf(properties, bad) };
}

function worstOf(properties: readonly RatedProperty[], bad: number): Text {
  const [first, ...more] = properties.flatMap(({ title, rating }) => (rating?.bucket === 'bad' ? [title] : []));
  if (first === undefined) return 'No property is rated bad.';
  const named = [first, ...more.slice(0, mostNamed - 1)];
  const left = bad - named.length;
  return left > 0
    ? phrase('Rated bad: {properties} and {count} more.', { properties: listed(named), count: left })
    : phrase('Rated bad: {properties}.', { properties: listed(named) });
}
