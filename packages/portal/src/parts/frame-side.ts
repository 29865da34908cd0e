import type { Client } from '@cuvette/core/client';
import {
  applyFrameChange,
  createFrameSide,
  type FrameEvent,
  type FramePort,
  frameStateOf,
} from '@cuvette/core/embedding';
import type { WorkflowItem } from '@cuvette/core/entities';
import { type Session, sharedSession } from '@cuvette/core/session';
import { loadWorkflow } from '@cuvette/core/workflows';
import '@cuvette/widgets/elements/events';
import { showTheme } from '../theme.ts';
import { contentHeight } from './content-height.ts';

/** The session of a framed result, once it is there. */
function opening() {
  let held: { key: string; session: Session; release: () => void } | null = null;
  let ready = false;
  let problem: string | null = null;
  const waiting: (() => void)[] = [];
  const wake = () => {
    for (const go of waiting.splice(0)) go();
  };
  return {
    async session(): Promise<Session> {
      while (!held || !ready) {
        if (problem !== null) throw new Error(problem);
        await new Promise<void>((go) => waiting.push(go));
      }
      return held.session;
    },
    /** Joins the session of an item, which was read now or once more; null when it was joined already. */
    join(item: WorkflowItem): Session | null {
      problem = null;
      const known = held?.key === item.uuid;
      if (!known) held?.release();
      if (!held || !known) held = { key: item.uuid, ...sharedSession(item.uuid) };
      const { session } = held;
      // A host that asks at once shall find the structures, though the views name them a moment later.
      void structuresOf(item).then((ids) => {
        if (ids.length > 0) session.setStructures(ids);
        ready = true;
        wake();
      });
      return known ? null : session;
    },
    fail(message: string): void {
      if (held) return;
      problem = message;
      wake();
    },
    close(): void {
      held?.release();
      held = null;
    },
  };
}

async function structuresOf(item: WorkflowItem): Promise<string[]> {
  const definition = await loadWorkflow(item.object_type).catch(() => null);
  return definition?.structures(item).map(({ id }) => id) ?? [];
}

const ported = (port: MessagePort): FramePort => ({
  post: (message) => port.postMessage(message),
  listen(hear) {
    port.onmessage = ({ data }) => hear(data);
  },
});

/** Whether the element in `box` still shows where something will stand. */
const isLoading = (box: HTMLElement) => box.firstElementChild?.shadowRoot?.querySelector('.cv-skeleton') !== null;

/**
 * Lets the page around this frame read and set what the element in `box` shows, and tells it what happens there (see
 * core's `embedding`). `client` reads what is shown; `onAutoHeight` hears that the frame shall be as high as its content. Does nothing
 * outside a frame.
 * @returns a function that ends it
 */
export function joinHost(box: HTMLElement, client: Client, onAutoHeight: () => void): () => void {
  const { parent } = window;
  if (parent === window) return () => {};
  const item = opening();
  let unsubscribe = () => {};
  /** The item as it was read last: a host that comes later is told as well. */
  let loaded: FrameEvent | null = null;
  /** Whether there is anything to show: a result, or why there is none. */
  let begun = false;
  let autoHeight = false;

  const side = createFrameSide({
    parent,
    async answer(request) {
      // Colours need no result: a frame that still loads, or that says what is wrong, takes them as well.
      if (request.type === 'theme') showTheme(request.theme);
      const session = await item.session();
      if (request.type === 'set') applyFrameChange(session, request.state);
      return frameStateOf(session);
    },
    onConnect(host) {
      if (loaded) side.tell(loaded);
      if (!host.autoHeight) return;
      onAutoHeight();
      autoHeight = true;
      if (begun) height.start();
    },
  });
  const height = contentHeight(box, {
    pending: () => client.queryClient.isFetching() > 0 || isLoading(box),
    tell: (height) => side.tell({ event: 'height', detail: { height } }),
  });
  const begin = () => {
    if (!begun && autoHeight) height.start();
    begun = true;
  };

  const ending = new AbortController();
  const { signal } = ending;
  addEventListener(
    'message',
    ({ data, source, origin, ports: [port] }) =>
      side.receive({ data, source, origin, port: port ? ported(port) : null }),
    { signal },
  );
  box.addEventListener(
    'cuvette-load',
    ({ detail: { item: shown } }) => {
      const session = item.join(shown);
      if (session) {
        unsubscribe();
        unsubscribe = session.subscribe(() => side.tell({ event: 'state', detail: frameStateOf(session) }));
      }
      const { name, uuid: workflow, object_status: status } = shown;
      loaded = { event: 'load', detail: { name, workflow, status } };
      side.tell(loaded);
      begin();
    },
    { signal },
  );
  box.addEventListener(
    'cuvette-error',
    ({ detail: { message } }) => {
      item.fail(message);
      side.tell({ event: 'error', detail: { message } });
      begin();
    },
    { signal },
  );
  box.addEventListener(
    'cuvette-select',
    ({ detail: { structure, atoms } }) => side.tell({ event: 'select', detail: { structure, atoms: [...atoms] } }),
    { signal },
  );
  box.addEventListener(
    'cuvette-rows',
    ({ detail: { rows, structures } }) =>
      side.tell({ event: 'rows', detail: { rows: [...rows], structures: [...structures] } }),
    { signal },
  );
  box.addEventListener('cuvette-tab', ({ detail: { tab } }) => side.tell({ event: 'tab', detail: { tab } }), {
    signal,
  });
  box.addEventListener(
    'cuvette-frame',
    ({ detail: { frame, trajectory } }) => side.tell({ event: 'frame', detail: { frame, trajectory } }),
    { signal },
  );
  side.hello();
  return () => {
    ending.abort();
    height.stop();
    unsubscribe();
    item.close();
  };
}
