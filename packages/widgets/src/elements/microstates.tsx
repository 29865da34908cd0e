import './jsx.ts';
import { microstateHeight, pHSlider } from '@cuvette/core/entities';
import { microstateId, readMacropkaResults } from '@cuvette/core/workflows/types/macropka/macropka-results';
import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import css from '../microstates/microstates.css?inline';
import { Microstates } from '../microstates/microstates.tsx';
import { useMicrostates } from '../microstates/use-microstates.ts';
import { useSheet } from '../results/hooks/use-sheet.ts';
import { unfinishedIn } from '../ui/item-words.ts';
import { Callout, EmptyState, ErrorState } from '../ui/states.tsx';
import { useEmit, useWords } from './context.tsx';
import { defineElement, type ElementLook, lookAttributes } from './define.tsx';
import { type ItemProps, itemAttributes, itemProperties, type OpenItem, useItem } from './hooks/use-item.tsx';
import { useOnlyType } from './hooks/use-only-type.ts';
import { isFramed, pageAddressOf } from './page-address.ts';

export interface MicrostatesElementProps extends ItemProps {
  /** pH to start from; 7.4 by default. */
  ph?: number | undefined;
  /** Plot above the cards in half the height of the window, for a narrow place. */
  vertical?: boolean | undefined;
  /** No link to the item's own page. */
  noLink?: boolean | undefined;
}

/** The microstates of a macroscopic pKa prediction. */
function MicrostatesElement(props: MicrostatesElementProps) {
  useSheet(css);
  const height = microstateHeight({ vertical: props.vertical === true, framed: isFramed() });
  const words = useWords();
  const { open, instead } = useItem(props, <p className="cv-microstates-loading">{words.microstates.loading}</p>);
  return (
    <article
      className="cv-microstates"
      aria-label={open?.item.name}
      style={{ '--cv-microstates-height': height } as CSSProperties}
    >
      {open ? <OpenMicrostates {...props} open={open} /> : instead}
    </article>
  );
}

function OpenMicrostates({ open, ph, noLink }: MicrostatesElementProps & { open: OpenItem }): ReactNode {
  const { item, client, session, offline } = open;
  const words = useWords();
  const emit = useEmit();
  const other = useOnlyType('macropka', item);
  const mine = other === null;
  const data = useMemo(() => (mine ? readMacropkaResults(item.object_data) : null), [mine, item]);
  // Before the state is made, so that the first structure that it activates is known to the session.
  useLayoutEffect(() => {
    const ids = data?.microstates.flatMap(({ smiles }, index) => (smiles ? [microstateId(index)] : [])) ?? [];
    if (ids.length > 0) session.setStructures(ids);
  }, [session, data]);
  const state = useMicrostates(data, session, ph ?? pHSlider.default);
  const { settled } = state;
  const emitted = useRef(settled);
  useEffect(() => {
    if (emitted.current !== settled) emit('cuvette-ph', { pH: settled });
    emitted.current = settled;
  }, [settled, emit]);

  if (other) return <ErrorState {...other} />;
  if (!data) return <ErrorState title={words.microstates.misfit} detail={words.microstates.misfitDetail} />;
  const address = noLink ? null : pageAddressOf(item, client);
  return (
    <>
      <header className="cv-microstates-head">
        <h2>{item.name}</h2>
        {address ? (
          <a href={address} target="_blank" rel="noopener">
            {words.result.viewOnCuvette}
          </a>
        ) : null}
      </header>
      {offline ? (
        <div className="cv-pad" role="status">
          <Callout tone="okay">{words.result.offlineKept}</Callout>
        </div>
      ) : null}
      {data.microstates.length === 0 ? (
        <EmptyState title={unfinishedIn(words, item) ?? words.microstates.none} />
      ) : (
        <Microstates data={data} state={state} />
      )}
    </>
  );
}

/**
 * The microstates of a macroscopic pKa: populations against pH with a slider under the same cursor, a card for each microstate.
 *
 * @fires cuvette-load
 * @fires cuvette-error
 * @fires cuvette-select
 * @fires cuvette-state
 * @fires cuvette-ph
 * @slot - Shown until the view is drawn, when script is blocked, and in print; a bundle in `<script type="application/json">` is read in place of a server.
 * @csspart plot - The populations against pH.
 * @csspart slider - The pH slider.
 * @csspart cards - All cards.
 * @csspart card - The card of one microstate.
 * @cssprop --cuvette-height - Height; it counts before 65vh, 50vh with `vertical`, and a whole frame.
 */
defineElement<MicrostatesElementProps & ElementLook>({
  tag: 'cuvette-microstates',
  view: MicrostatesElement,
  attributes: {
    ...itemAttributes,
    ...lookAttributes,
    ph: 'number',
    vertical: 'boolean',
    noLink: 'boolean',
  },
  properties: itemProperties,
});
