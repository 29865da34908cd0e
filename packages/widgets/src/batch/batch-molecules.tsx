import type { IdenticalItem } from '@cuvette/core/entities';
import { useId, useState } from 'react';
import { Callout } from '../ui/states.tsx';
import { BatchInput } from './batch-input.tsx';
import { LinesTable } from './lines-table.tsx';
import type { BatchList } from './use-batch-lines.ts';
import { batchWords as words } from './words.ts';

/**
 * The molecules of a batch: the list, and what is decided for all of it. `start` is the text that it begins with, `onGive` is called when another
 * list is given.
 */
export function BatchMolecules({ list, start, onGive }: { list: BatchList; start: string; onGive: () => void }) {
  const id = useId();
  const [text, setText] = useState(start);
  const { choices, offered } = list;
  return (
    <section aria-labelledby={id} className="cv-panel">
      <h2 id={id} className="cv-heading">
        {words.molecules}
      </h2>
      <BatchInput
        text={text}
        source={list.source}
        onText={(typed) => {
          setText(typed);
          list.setText(typed);
          onGive();
        }}
        onFile={(source) => {
          list.setSource(source);
          onGive();
        }}
        onDrawn={list.readDrawn}
        onRemove={() => {
          list.setText(text);
          onGive();
        }}
      />
      {list.isTooLong ? (
        <Callout tone="okay">
          <p>{words.tooMany(list.given)}</p>
          <button type="button" className="cv-button" onClick={list.takeFirst}>
            {words.takeFirst}
          </button>
        </Callout>
      ) : null}
      {(['largest', 'repeats', 'isomers', 'computed'] as const).map((choice) =>
        offered[choice] ? (
          <label key={choice} className="cv-choice">
            <input
              type="checkbox"
              checked={choices[choice]}
              onChange={(event) => list.choose({ [choice]: event.target.checked })}
            />
            <span>{words[choice]}</span>
          </label>
        ) : null,
      )}
    </section>
  );
}

/** Shows the state of each line of the list. */
export function BatchLinesSection({
  list,
  pathOf,
}: {
  list: BatchList;
  /** The page of a finished item that had the same input. */
  pathOf?: ((item: IdenticalItem) => string) | undefined;
}) {
  const id = useId();
  const { lines, problem } = list;
  const { ready, waiting, out, passed } = list.counts;
  const computed = lines.filter(({ identical }) => identical);
  if (lines.length === 0) return null;
  return (
    <section className="cv-panel cv-batch-lines" aria-labelledby={id}>
      <h2 id={id} className="cv-heading">
        {words.linesTitle}
      </h2>
      <p role="status" data-batch-count>
        {[
          waiting > 0 ? words.checking(lines.length - waiting, lines.length) : words.willRun(ready),
          out > 0 ? words.leftOut(out) : null,
          passed.blanks + passed.comments > 0 ? words.passed(words.passedOver(passed.blanks, passed.comments)) : null,
        ]
          .filter(Boolean)
          .join(', ')}
      </p>
      {problem ? (
        <Callout tone="bad" title={words.checkFailed}>
          <p>{problem}</p>
          <button type="button" className="cv-button" onClick={list.retry}>
            {words.tryAgain}
          </button>
        </Callout>
      ) : null}
      {computed.length > 0 ? (
        <Callout tone="good" title={words.computedTitle(computed.length)}>
          <p>{words.computedHint}</p>
        </Callout>
      ) : null}
      <LinesTable lines={lines} pathOf={pathOf} onToggle={list.toggle} />
    </section>
  );
}
