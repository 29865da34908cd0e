import { eachOnce, inEnglish, type Text } from '@cuvette/core/phrases';
import { quotedNumber } from '@cuvette/core/tables';
import type { Headline, HeadlineValue } from '@cuvette/core/workflows/headline';
import { useWords } from '../../elements/context.tsx';
import { Note } from '../../ui/note.tsx';
import { localNumber } from '../../ui/numbers.ts';
import { Skeleton } from '../../ui/states.tsx';
import { useEnergyUnit } from '../energy-unit.ts';
import { inChosenUnits } from '../headline-units.ts';
import { useReferenceElectrode } from '../reference-electrode.ts';

/** Words longer than this are drawn as words, not as a number. */
const longestNumber = 14;

/** The answer: the key results of an item drawn large, each with ±, unit and place, the sentence, and what changes the numbers. Nothing where nothing is known. */
export function ResultHeadline({ headline, isReading }: { headline: Headline; isReading: boolean }) {
  const words = useWords();
  const unit = useEnergyUnit();
  const electrode = useReferenceElectrode();
  const { sentence, applicability, soFar } = headline;
  const values = headline.values.map((value) => inChosenUnits(value, unit, electrode));
  if (isReading && values.length === 0)
    return (
      <div className="cv-headline">
        <Skeleton height={84} label={words.ui.loading} />
      </div>
    );
  if (values.length === 0 && !sentence) return null;
  const notes = eachOnce(values.flatMap(({ note }) => note ?? []));
  const main = values.filter(({ minor }) => !minor);
  const minor = values.filter((value) => value.minor);
  return (
    <section className="cv-headline" data-headline="" aria-label={words.parts.headline}>
      {soFar ? <p className="cv-quiet cv-small">{words.parts.soFar}</p> : null}
      {main.length > 0 ? (
        <dl className="cv-headline-values">
          {main.map((value) => (
            <MainValue key={value.path ?? inEnglish(value.title)} value={value} />
          ))}
        </dl>
      ) : null}
      {sentence ? <p className="cv-headline-sentence">{words.ui.term(sentence)}</p> : null}
      {minor.length > 0 ? (
        <dl className="cv-headline-values" data-minor="">
          {minor.map((value) => (
            <MainValue key={value.path ?? inEnglish(value.title)} value={value} />
          ))}
        </dl>
      ) : null}
      {notes.map((text) => (
        <Note key={inEnglish(text)} text={text} />
      ))}
      {applicability && notes.length === 0 ? <Note text={applicability} /> : null}
    </section>
  );
}

/** A value under its title: the number, beside it ± and unit; the place and what the ± is in small. */
function MainValue({ value }: { value: HeadlineValue }) {
  const words = useWords();
  const { term } = words.ui;
  const { title, site, remark, error, minor } = value;
  const { number, beside } = partsOf(value, words.ui.locale);
  const written = value.text === null ? number : localNumber(words, term(value.text));
  return (
    <div className="cv-headline-value">
      <dt>
        {term(title)}
        {site && !minor ? <span className="cv-headline-site">, {localNumber(words, term(site))}</span> : null}
      </dt>
      <dd>
        {error ? (
          <span className="cv-problem">{term(error)}</span>
        ) : (
          <span className="cv-headline-number" data-words={written.length > longestNumber ? '' : undefined}>
            {written}
          </span>
        )}
        {beside ? <span className="cv-headline-unit"> {term(beside)}</span> : null}
        {remark && !isSame(remark, site) && !minor ? <span className="cv-headline-remark">{term(remark)}</span> : null}
      </dd>
    </div>
  );
}

const isSame = (one: Text, other: Text | null) => other !== null && inEnglish(one) === inEnglish(other);

/** The number, and what is shown beside it: "± 0.49 kcal/mol". */
function partsOf({ text, value, uncertainty, unit, precision }: HeadlineValue, locale: string) {
  if (text !== null || value === null) return { number: '', beside: '' };
  const [number = '', error] = quotedNumber({ value, uncertainty, precision }, locale).split(' ± ');
  // A pH says by its name what it is.
  const named = unit === 'pH' ? null : unit;
  return {
    number,
    beside: [error === undefined ? null : `± ${error}`, named].filter((part) => part !== null).join(' '),
  };
}
