import type { Problem } from '@cuvette/core/chemistry';

/** Problems that are listed at once where `more` says how many are left. */
const most = 5;

/** Shows what is wrong with an input, as text; a long list is cut where `more` is given. */
export function ProblemTexts({
  id,
  problems,
  more,
}: {
  id?: string;
  problems: readonly Problem[];
  more?: (count: number) => string;
}) {
  const texts = [...new Set(problems.map(({ detail }) => detail))];
  return (
    <div id={id} className="cv-problem" role="alert">
      {(more ? texts.slice(0, most) : texts).map((text) => (
        <p key={text}>{text}</p>
      ))}
      {texts.length > most && more ? <p>{more(texts.length - most)}</p> : null}
    </div>
  );
}
