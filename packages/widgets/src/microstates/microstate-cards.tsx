import { formatNumber, formatSigned } from '@cuvette/core/tables';
import { type MacropkaResults, microstateName } from '@cuvette/core/workflows/types/macropka/macropka-results';
import { useEffect, useId, useMemo, useRef } from 'react';
import { useWords } from '../elements/context.tsx';
import { Depiction } from '../structure/depiction.tsx';
import type { Words } from '../words.ts';
import { useCharges } from './use-charges.ts';
import type { MicrostatesState } from './use-microstates.ts';

/** A weight (0 to 1) in percent with one decimal; what is there but would round to nothing is not called nothing. */
export function percentText(weight: number): string {
  const percent = weight * 100;
  return percent > 0 && percent < 0.05 ? '<0.1' : formatNumber(percent, 1);
}

/** One card per microstate, always in the same order: name, weight at the pH, drawing, charge. They are a group of radio buttons: one is active. */
export function MicrostateCards({ data, state }: { data: MacropkaResults; state: MicrostatesState }) {
  const words = useWords();
  const group = useId();
  const list = useRef<HTMLDivElement>(null);
  const smiles = useMemo(() => data.microstates.map((microstate) => microstate.smiles), [data]);
  const charges = useCharges(smiles);
  const { active } = state;
  // The active card is in sight; only the list scrolls, never the page.
  useEffect(() => {
    const card = list.current?.children[active];
    if (list.current && card) reveal(list.current, card);
  }, [active]);
  return (
    <div ref={list} className="cv-microstate-cards" part="cards" role="radiogroup" aria-label={words.microstates.cards}>
      {smiles.map((each, index) => {
        const weight = state.weights[index];
        return (
          // A microstate is its place in the list.
          <label key={index} className="cv-microstate" part="card" data-active={index === active ? '' : undefined}>
            <input
              type="radio"
              className="cv-hidden"
              name={group}
              checked={index === active}
              disabled={each === ''}
              onChange={() => state.choose(index)}
            />
            <span className="cv-microstate-name">{words.ui.term(microstateName(index))}</span>
            {weight === undefined ? null : (
              <span className="cv-microstate-weight">{words.microstates.weight(percentText(weight))}</span>
            )}
            <Depiction smiles={each} />
            <span className="cv-microstate-charge">{charges ? chargeText(charges[index] ?? null, words) : null}</span>
          </label>
        );
      })}
    </div>
  );
}

function chargeText(charge: number | null, words: Words): string {
  return charge === null ? words.microstates.chargeUnknown : words.microstates.charge(formatSigned(charge, 0));
}

/** Scrolls a box as little as needed to show one of its children. */
function reveal(box: HTMLElement, child: Element) {
  const outer = box.getBoundingClientRect();
  const inner = child.getBoundingClientRect();
  const gap = 8;
  if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom + gap;
  else if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top + gap;
  if (inner.right > outer.right) box.scrollLeft += inner.right - outer.right + gap;
  else if (inner.left < outer.left) box.scrollLeft -= outer.left - inner.left + gap;
}
