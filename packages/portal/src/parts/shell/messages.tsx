import { messageTimeout } from '@cuvette/core/entities';
import { useSyncExternalStore } from 'react';

let shown: readonly { id: number; text: string }[] = [];
let last = 0;
const listeners = new Set<() => void>();

function set(next: typeof shown): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Says something that has happened, over whatever page comes next, for as long as messages stay. */
export function say(text: string): void {
  last += 1;
  const id = last;
  set([...shown, { id, text }]);
  setTimeout(() => set(shown.filter((message) => message.id !== id)), messageTimeout);
}

/** Where messages stand; read out by assistive technology as they come. */
export function Messages() {
  const messages = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
  return (
    <div className="messages" role="status">
      {messages.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}
