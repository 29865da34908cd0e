import { messageTimeout } from '@cuvette/core/entities';
import { type FocusEvent, useSyncExternalStore } from 'react';
import { words } from '../../words.ts';
import { useServerAway } from './use-server-away.ts';

/** What can be done about a message, such as to undo what it says. */
export interface MessageAction {
  label: string;
  run: () => void;
}

interface Message {
  id: number;
  text: string;
  action: MessageAction | null;
}

let shown: readonly Message[] = [];
let last = 0;
/** Messages under the hand or with the focus: they stay. */
const held = new Set<number>();
const listeners = new Set<() => void>();

function set(next: typeof shown): void {
  shown = next;
  for (const listener of listeners) listener();
}

function take(id: number): void {
  held.delete(id);
  set(shown.filter((message) => message.id !== id));
}

/** Takes a message away after as long as messages stay, but never from under the hand that is about to use it. */
function takeLater(id: number): void {
  setTimeout(() => (held.has(id) ? takeLater(id) : take(id)), messageTimeout);
}

/** Says something that has happened, over whatever page comes next, for as long as messages stay. */
export function say(text: string, action: MessageAction | null = null): void {
  last += 1;
  const id = last;
  set([...shown, { id, text, action }]);
  takeLater(id);
}

/** The place of messages; assistive technology reads them out as they come. */
export function Messages() {
  const messages = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
  const away = useServerAway();
  return (
    <div className="messages" role="status">
      {away ? <p>{words.serverAway}</p> : null}
      {messages.map(({ id, text, action }) => {
        const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
          if (!currentTarget.contains(relatedTarget)) held.delete(id);
        };
        return (
          <p
            key={id}
            onPointerEnter={() => held.add(id)}
            onPointerLeave={() => held.delete(id)}
            onFocus={() => held.add(id)}
            onBlur={leave}
          >
            {text}
            {action ? (
              <button
                type="button"
                className="cv-button"
                data-dense=""
                onClick={() => {
                  take(id);
                  action.run();
                }}
              >
                {action.label}
              </button>
            ) : null}
          </p>
        );
      })}
    </div>
  );
}
