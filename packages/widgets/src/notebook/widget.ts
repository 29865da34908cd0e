/**
 * A result in a cell of a notebook, for anywidget: `selected`, `frame`, `structure` and `tab` are the same in Python and in the element. The item comes
 * with the cell, so that no server and no network is needed. Built as one file (`vite.notebook.config.ts`).
 */
import '../elements/workflow.tsx';
import '../structure/structure-element.ts';
import { type Client, createClient } from '@cuvette/core/client';
import { joinNotebook } from './join-notebook.ts';
import type { NotebookModel } from './model.ts';

interface Shown {
  client: Client;
  session: string;
}

/** Views of one widget read the bundle once and move together. */
const shown = new WeakMap<NotebookModel, Shown>();
let count = 0;

function shownBy(model: NotebookModel): Shown {
  const known = shown.get(model);
  if (known) return known;
  count += 1;
  const made = { client: createClient({ bundle: () => unpacked(model.get('_bundle')) }), session: `notebook-${count}` };
  shown.set(model, made);
  return made;
}

/** @throws SyntaxError where it is no JSON, TypeError where it is not packed */
async function unpacked(bytes: Uint8Array<ArrayBuffer> | DataView<ArrayBuffer>): Promise<unknown> {
  const text = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return JSON.parse(await new Response(text).text());
}

/**
 * Shows the item of a widget in `el`.
 * @returns a function that ends it
 */
export function render({ model, el }: { model: NotebookModel; el: HTMLElement }): () => void {
  const { client, session } = shownBy(model);
  const element = document.createElement('cuvette-workflow') as HTMLElement & { client?: Client };
  element.client = client;
  element.setAttribute('session', session);
  element.toggleAttribute('no-link', true);
  const height = model.get('height');
  if (height !== null) element.setAttribute('height', String(height));
  const theme = model.get('theme');
  if (theme !== null) element.setAttribute('theme', theme);
  const leave = joinNotebook(el, model, { client, session });
  el.append(element);
  return () => {
    element.remove();
    leave();
  };
}
