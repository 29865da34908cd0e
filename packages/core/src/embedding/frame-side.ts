import { enveloped, type FrameEvent, type FrameState, HostMessage } from './messages.ts';
import { refusalOf } from './refusal.ts';

/** One end of a `MessageChannel` that the host keeps the other end of. */
export interface FramePort {
  post: (message: unknown) => void;
  listen: (hear: (data: unknown) => void) => void;
}

/** A message as the browser brings it. */
export interface Incoming {
  data: unknown;
  /** The window that sent it. */
  source: unknown;
  /** Origin of that window; `null` as text where it has none (a sandboxed page, a file). */
  origin: string;
  port: FramePort | null;
}

export interface FrameSideOptions {
  /** The window around the frame: nobody else is heard or answered. */
  parent: { postMessage: (message: unknown, targetOrigin: string) => void };
  /** Does what was asked and gives the state after it; the host gets the message of what it throws. */
  answer: (request: Extract<HostMessage, { id: string }>) => FrameState | Promise<FrameState>;
  /** The host has opened the conversation. */
  onConnect: (host: { autoHeight: boolean }) => void;
}

export interface FrameSide {
  receive: (incoming: Incoming) => void;
  /** Says that the frame is there: without content, hence to whoever holds it. */
  hello: () => void;
  /** Tells the host what happened; sends nothing before the first message of the host. */
  tell: (event: FrameEvent) => void;
}

type Post = (message: object) => void;

/**
 * The frame's side of the conversation with the page around it. It accepts messages of its parent only. The parent's first message tells its
 * origin, and all that carries content is posted to that origin, or into the port that came with the message, so that no other
 * page gets it, whatever becomes of the parent's window. A parent without an origin (`null`) must bring a port. A request of ours
 * that is not whole is refused with a message; what is not ours, or has no identifier, is ignored without a message.
 */
export function createFrameSide({ parent, answer, onConnect }: FrameSideOptions): FrameSide {
  let hostOrigin: string | null = null;
  let host: Post | null = null;

  const hello = () => parent.postMessage(enveloped({ type: 'hello' }), '*');

  async function take(message: HostMessage, reply: Post): Promise<void> {
    if (message.type === 'hello') return;
    if (message.type === 'connect') return onConnect({ autoHeight: message.autoHeight === true });
    const { id } = message;
    try {
      reply(enveloped({ type: 'answer', id, state: await answer(message) }));
    } catch (error) {
      reply(enveloped({ type: 'error', id, message: error instanceof Error ? error.message : String(error) }));
    }
  }

  function refuse(data: unknown, reply: Post): void {
    const refusal = refusalOf(data);
    if (refusal) reply(enveloped({ type: 'error', ...refusal }));
  }

  return {
    hello,
    tell: (event) => host?.(enveloped({ type: 'event', ...event })),
    receive({ data, source, origin, port }) {
      if (source !== parent || (hostOrigin !== null && origin !== hostOrigin)) return;
      const hasOrigin = origin !== '' && origin !== 'null';
      const parsed = HostMessage.safeParse(data);
      if (!parsed.success) {
        if (hasOrigin) refuse(data, (message) => parent.postMessage(message, origin));
        return;
      }
      if (parsed.data.type === 'hello') return hello();
      if (!hasOrigin && port === null && host === null) return;
      hostOrigin = origin;
      if (port) {
        const post: Post = (message) => port.post(message);
        host = post;
        port.listen((received) => {
          const heard = HostMessage.safeParse(received);
          if (heard.success) void take(heard.data, post);
          else refuse(received, post);
        });
      }
      host ??= (message) => parent.postMessage(message, origin);
      void take(parsed.data, host);
    },
  };
}
