/**
 * What `react-dom/client` is in the embed: Preact's, with three things as React has them.
 *
 * - What is given to a root is drawn a moment later, in a microtask, and once however often it was given: an element that a page puts in place of another one
 *   begins when the other has ended, and three attributes in a row are one drawing. What layout effects change in it is drawn in the same step.
 * - Effects run when what they belong to has been drawn and before anything else happens, as React runs those of what a person or a store changed: the next
 *   click or key never meets a view whose effects are still to come, and a chain of them (ask, show, ask again) costs a slow page no frame for each.
 * - What is taken away has ended when `unmount` returns.
 */
import { type ComponentChild, options } from 'preact';
import { createRoot as createPreactRoot } from 'preact/compat/client';

let waiting: (() => void)[] = [];

/** Runs the effects of all that has been drawn; a fault in one of them leaves the others their turn. */
function runEffects() {
  const now = waiting;
  waiting = [];
  for (const effects of now) {
    try {
      effects();
    } catch (error) {
      reportError(error);
    }
  }
}
options.requestAnimationFrame = (effects) => {
  if (waiting.length === 0) queueMicrotask(runEffects);
  waiting.push(effects);
};

/** Draws, and draws again at once what layout effects changed in it: nobody sees a part that is about to look otherwise. */
function settle(draw: () => void) {
  const { debounceRendering } = options;
  const again: (() => void)[] = [];
  options.debounceRendering = (work) => {
    again.push(work);
  };
  try {
    draw();
  } finally {
    if (debounceRendering) options.debounceRendering = debounceRendering;
    else delete options.debounceRendering;
    for (const work of again) work();
  }
}

/** A root as `react-dom/client` makes it, of a custom element's shadow root or any other container. */
export function createRoot(container: Element | DocumentFragment) {
  const root = createPreactRoot(container);
  let given: { children: ComponentChild } | null = null;
  let drawn = false;
  const draw = () => {
    if (given === null) return;
    const { children } = given;
    given = null;
    drawn = true;
    settle(() => root.render(children));
  };
  return {
    render(children: ComponentChild) {
      if (given === null) queueMicrotask(draw);
      given = { children };
    },
    unmount() {
      given = null;
      if (!drawn) return;
      root.unmount();
      runEffects();
    },
  };
}
