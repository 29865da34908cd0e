import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { hasWebgl } from './engine.ts';
import { createRenderer, type Renderer, type RendererOptions } from './renderer.ts';

export type RendererState =
  | { phase: 'waiting' | 'loading' | 'no-webgl' }
  | { phase: 'failed'; error: unknown }
  | { phase: 'ready'; renderer: Renderer };

export interface UseRendererOptions {
  antialias: RendererOptions['antialias'] | undefined;
  renderMode: RendererOptions['renderMode'] | undefined;
  /** Load the engine now (the box is near the viewport). */
  wanted: boolean;
  onPick: (atom: number) => void;
}

/**
 * A renderer in `box` for as long as the view is mounted, with carbon coloured as the hidden `probe` is: the style sheet decides by
 * theme, and a transition of one millisecond on the probe tells when it changed, however that came about.
 */
export function useRenderer(
  box: RefObject<HTMLElement | null>,
  probe: RefObject<HTMLElement | null>,
  options: UseRendererOptions,
) {
  const { wanted, onPick, antialias, renderMode } = options;
  const [state, setState] = useState<RendererState>({ phase: 'waiting' });
  const [attempt, setAttempt] = useState(0);
  const pick = useEffectEvent(onPick);

  useEffect(() => {
    const element = box.current;
    const colour = probe.current;
    if (!wanted || !element || !colour) return;
    if (!hasWebgl()) {
      setState({ phase: 'no-webgl' });
      return;
    }
    let gone = false;
    let renderer: Renderer | null = null;
    setState({ phase: 'loading' });
    // A box of its own: React's effects run twice in development, and two renderers must not share one.
    const inner = element.ownerDocument.createElement('div');
    inner.className = 'cv-viewer-canvas';
    element.append(inner);
    createRenderer(
      inner,
      {
        carbon: hexColour(getComputedStyle(colour).color),
        ...(antialias === undefined ? {} : { antialias }),
        ...(renderMode === undefined ? {} : { renderMode }),
      },
      (atom) => pick(atom),
    ).then(
      (made) => {
        if (gone) made.dispose();
        else {
          renderer = made;
          setState({ phase: 'ready', renderer: made });
        }
      },
      (error: unknown) => {
        if (!gone) setState({ phase: 'failed', error });
      },
    );
    const follow = () => renderer?.setCarbonColour(hexColour(getComputedStyle(colour).color));
    colour.addEventListener('transitionend', follow);
    return () => {
      gone = true;
      colour.removeEventListener('transitionend', follow);
      renderer?.dispose();
      inner.remove();
      setState({ phase: 'waiting' });
    };
  }, [box, probe, wanted, antialias, renderMode, attempt]);

  return { state, retry: () => setAttempt((count) => count + 1) };
}

/** `rgb(1, 2, 3)` or `color(srgb …)`, as browsers answer, in the hexadecimal form that the engine reads. */
export function hexColour(css: string): string {
  const numbers = css.match(/[\d.]+/g)?.map(Number) ?? [];
  const scale = css.startsWith('color(') ? 255 : 1;
  const [red = 90, green = 97, blue = 99] = numbers;
  return `#${[red, green, blue]
    .map((value) =>
      Math.round(value * scale)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}
