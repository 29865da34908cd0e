import { eachOnce, type Text } from '@cuvette/core/phrases';
import { energyPrecision, formatNumber, fromKcal, type Rating, rate, ratingIn } from '@cuvette/core/tables';
import type { Fact } from '@cuvette/core/workflows';
import { useWords } from '../../elements/context.tsx';
import { RatingMark } from '../../table/rating-mark.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Note } from '../../ui/note.tsx';
import { localNumber } from '../../ui/numbers.ts';
import type { EnergyUnit } from '../energy-unit.ts';

/** Named values of a result: the number with ±, unit and rating, and the note beside it. */
export function FactsPart({ facts: given, unit }: { facts: readonly Fact[]; unit: EnergyUnit }) {
  const words = useWords();
  const { term } = words.ui;
  const facts = given.map((fact) => inUnit(fact, unit));
  if (facts.length === 0) return null;
  const shared = sharedNote(facts);
  return (
    <>
      <Facts
        facts={facts.map((fact) => ({
          label: 'text' in fact || !fact.unit ? term(fact.title) : `${term(fact.title)} (${fact.unit})`,
          value:
            'text' in fact ? (
              term(fact.text)
            ) : (
              <>
                <Value fact={fact} rating={rate(fact.rating, fact.value)} />
                {fact.note && !shared ? <Note text={fact.note} /> : null}
              </>
            ),
        }))}
      />
      {shared ? <Note text={shared} /> : null}
    </>
  );
}

/** A note that all of several values have, so that it is written once; null where they differ. */
function sharedNote(facts: readonly Fact[]): Text | null {
  const notes = facts.flatMap((fact) => ('path' in fact ? [fact.note ?? null] : []));
  const once = eachOnce(notes.map((note) => note ?? ''));
  return notes.length > 1 && once.length === 1 ? (notes[0] ?? null) : null;
}

function Value({ fact, rating }: { fact: Exclude<Fact, { text: Text }>; rating: Rating | null }) {
  const words = useWords();
  const { value, uncertainty, precision, error, remark, percentile } = fact;
  if (value === null)
    return <span className={error ? 'cv-problem' : 'cv-quiet'}>{error ? words.ui.term(error) : '–'}</span>;
  const write = (number: number) => localNumber(words, formatNumber(number, precision));
  return (
    <>
      <span className="cv-number">
        {write(value)}
        {uncertainty == null ? null : ` ± ${write(uncertainty)}`}
      </span>{' '}
      {rating ? <RatingMark rating={rating} word={words.ui.term(rating.word)} /> : null}
      {percentile ? <Percentile {...percentile} /> : null}
      {remark ? <span className="cv-quiet cv-small"> {words.ui.term(remark)}</span> : null}
    </>
  );
}

/** A fact with its energy difference in the person's unit. */
function inUnit(fact: Fact, unit: EnergyUnit): Fact {
  if ('text' in fact || fact.unit !== 'kcal/mol' || unit === 'kcal/mol' || /score$/.test(fact.path)) return fact;
  const { value, uncertainty, rating } = fact;
  return {
    ...fact,
    unit,
    precision: energyPrecision(fact.precision, unit),
    value: value === null ? null : fromKcal(value, unit),
    uncertainty: uncertainty == null ? null : fromKcal(uncertainty, unit),
    ...(rating ? { rating: ratingIn(rating, unit) } : {}),
  };
}

/** Where a value is among known ones, as a bar and as text. */
function Percentile({ value, among }: { value: number; among: string }) {
  const words = useWords();
  const text = words.parts.percentile(formatNumber(value, 0), words.ui.term(among));
  return (
    <span className="cv-percentile">
      <span className="cv-percentile-bar" aria-hidden="true">
        <span style={{ insetInlineStart: `${Math.min(100, Math.max(0, value))}%` }} />
      </span>
      <span className="cv-quiet cv-small">{text}</span>
    </span>
  );
}
