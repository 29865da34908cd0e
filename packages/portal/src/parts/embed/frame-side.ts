import type { Client } from '@cuvette/core/client';
import {
  applyFrameChange,
  createFrameSide,
  type FrameEvent,
  type FramePort,
  frameStateOf,
  targetOf,
} from '@cuvette/core/embedding';
import type { WorkflowItem } from '@cuvette/core/entities';
import type { Session } from '@cuvette/core/session';
import '@cuvette/widgets/elements/events';
import { opening } from '@cuvette/widgets/hosting';
import { showTheme } from '../../theme.ts';
import { contentHeight } from './content-height.ts';

const ported = (port: MessagePort): FramePort => ({
  post: (message) => port.postMessage(message),
  listen(hear) {
    port.onmessage = ({ data }) => hear(data);
  },
});

/** Whether the element in `box` still shows placeholders. */
const isLoading = (box: HTMLElement) => Boolean(box.firstElementChild?.shadowRoot?.querySelector('.cv-skeleton'));

interface HostOptions {
  /** Reads what is shown. */
  client: Client;
  /** Whether what shows the item has tabs. */
  hasTabs: boolean;
  /** Hears that the frame shall be as high as its content. */
  onAutoHeight: () => void;
}

/**
 * Lets the page around this frame read and set what the element in `box` shows, and tells it what happens there (see
 * core's `embedding`). Does nothing outside a frame.
 * @returns a function that ends it
 */
export function joinHost(box: HTMLElement, { client, hasTabs, onAutoHeight }: HostOptions): () => void {
  const { parent } = window;
  if (parent === window) return () => {};
  /** The frame that the player reported last. */
  let shownFrame: number | null = null;
  const item = opening({ client, hasTabs, shownFrame: () => shownFrame });
  let unsubscribe = () => {};
  /** The item as it was read last: a host that comes later gets it as well. */
  let loaded: FrameEvent | null = null;
  /** Whether there is anything to show: a result, or why there is none. */
  let begun = false;
  let autoHeight = false;

  const side = createFrameSide({
    parent,
    async answer(request) {
      // Colours need no result: a frame that still loads, or that says what is wrong, takes them as well.
      if (request.type === 'theme') showTheme(request.theme);
      const { session, facts } = await item.opened();
      if (request.type === 'set') {
        const { state } = request;
        await facts.read(targetOf(session, state), typeof state.mode === 'number');
        applyFrameChange(session, state, facts.of);
      }
      await facts.read(session.getState().structure);
      return frameStateOf(session, facts.of);
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
  const tellState = (session: Session) => {
    const facts = item.facts();
    // Until it is known what the item has, its state is not known either: who asks for it waits.
    if (!facts) return;
    const tell = () => side.tell({ event: 'state', detail: frameStateOf(session, facts.of) });
    const { structure } = session.getState();
    if (facts.isRead(structure)) tell();
    else void facts.read(structure).then(tell);
  };
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
    ({ detail }) => {
      // A frame shows an item with all its results: what it loads is the item itself.
      const shown = detail.item as WorkflowItem;
      const session = item.join(shown);
      if (session) {
        unsubscribe();
        unsubscribe = session.subscribe(() => tellState(session));
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
    ({ detail: { frame, trajectory } }) => {
      shownFrame = frame;
      side.tell({ event: 'frame', detail: { frame, trajectory } });
    },
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
