import type { Client } from '@cuvette/core/client';
import { applyFrameChange, type FrameChange, frameStateOf, targetOf } from '@cuvette/core/embedding';
import type { WorkflowItem } from '@cuvette/core/entities';
import '../elements/events.ts';
import { opening } from '../hosting/opened-item.ts';
import type { NotebookModel, NotebookTraits } from './model.ts';

/** Traits that Python may set, by what they change. */
const settable = { selected: 'atoms', frame: 'frame', structure: 'structure', tab: 'tab' } as const;
const names = Object.keys(settable) as (keyof typeof settable)[];

/** Milliseconds between two messages to Python: a film has 24 frames in a second. */
const pace = 100;

/**
 * Keeps what the element in `box` shows and the traits of `model` the same. A person's choice goes to Python; what Python sets is shown, or refused with
 * the reason in `problem`, and the trait is again what is shown.
 * @returns a function that ends it
 */
export function joinNotebook(
  box: HTMLElement,
  model: NotebookModel,
  { client, session: name }: { client: Client; session: string },
): () => void {
  let shownFrame: number | null = null;
  const item = opening({ client, session: name, hasTabs: true, shownFrame: () => shownFrame });
  const ending = new AbortController();
  const { signal } = ending;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unsubscribe = () => {};
  let showKept = () => {};

  /** Writes what is shown into the traits, and tells Python where that is something new. */
  async function tell(): Promise<void> {
    const { session, facts } = await item.opened();
    await facts.read(session.getState().structure);
    if (signal.aborted) return;
    const { atoms, frame, structure, structures, tab } = frameStateOf(session, facts.of);
    write({ selected: atoms, frame, structure, structures, tab });
  }

  function write(values: Partial<NotebookTraits>): void {
    const changed = (Object.keys(values) as (keyof NotebookTraits)[]).filter(
      (key) => JSON.stringify(model.get(key)) !== JSON.stringify(values[key]),
    );
    for (const key of changed) model.set(key, values[key] as never);
    if (changed.length > 0) model.save_changes();
  }

  function soon(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      void tell().catch(() => undefined);
    }, pace);
  }

  /** What Python set and is not shown yet. */
  const asked = new Set<keyof typeof settable>();

  async function show(): Promise<void> {
    const { session, facts } = await item.opened();
    const change: FrameChange = {};
    const now = frameStateOf(session, facts.of);
    for (const key of asked) {
      const value = model.get(key);
      const target = settable[key];
      if (JSON.stringify(value) === JSON.stringify(now[target])) continue;
      // Without a structure or a tab there is nothing to show: both stay.
      if (value !== null || key === 'frame') Object.assign(change, { [target]: value });
    }
    asked.clear();
    await facts.read(targetOf(session, change));
    try {
      applyFrameChange(session, change, facts.of);
      write({ problem: null });
    } catch (error) {
      write({ problem: error instanceof Error ? error.message : String(error) });
    }
    soon();
  }

  const listeners = names.map((key) => {
    const listener = () => {
      if (asked.size === 0) setTimeout(() => void show().catch(() => undefined), 0);
      asked.add(key);
    };
    model.on(`change:${key}`, listener);
    return () => model.off(`change:${key}`, listener);
  });
  // What Python set before there was a view.
  for (const key of names) {
    const value = model.get(key);
    if (value !== null && !(Array.isArray(value) && value.length === 0)) asked.add(key);
  }

  box.addEventListener(
    'cuvette-load',
    ({ detail }) => {
      const session = item.join(detail.item as WorkflowItem);
      if (!session) return;
      unsubscribe = session.subscribe(soon);
      showKept = hide(box.ownerDocument, model.get('_kept'));
      void show().catch(() => undefined);
    },
    { signal },
  );
  box.addEventListener(
    'cuvette-frame',
    ({ detail: { frame } }) => {
      shownFrame = frame;
      soon();
    },
    { signal },
  );
  box.addEventListener(
    'cuvette-error',
    ({ detail: { message } }) => {
      item.fail(message);
      write({ problem: message });
    },
    { signal },
  );

  return () => {
    ending.abort();
    clearTimeout(timer);
    for (const stop of listeners) stop();
    unsubscribe();
    showKept();
    item.close();
  };
}

/** Hides what the cell keeps for readers without the widget, until the returned function is called. */
function hide(page: Document, kept: string): () => void {
  if (!/^[\w-]+$/.test(kept)) return () => {};
  const sheet = new (page.defaultView ?? window).CSSStyleSheet();
  sheet.replaceSync(`.${kept} { display: none }`);
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet];
  return () => {
    page.adoptedStyleSheets = page.adoptedStyleSheets.filter((each) => each !== sheet);
  };
}
