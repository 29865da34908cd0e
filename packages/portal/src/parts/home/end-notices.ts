import { status, type WorkflowItem } from '@cuvette/core/entities';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { itemPath } from '../paths.ts';
import { endedLong } from './ended.ts';
import { useLatest } from './use-latest.ts';
import { homeWords as words } from './words.ts';

const key = 'cuvette-end-notices';
const listeners = new Set<() => void>();

function stored(): boolean {
  try {
    return (
      localStorage.getItem(key) === 'on' && typeof Notification !== 'undefined' && Notification.permission === 'granted'
    );
  } catch {
    return false;
  }
}

function store(on: boolean): void {
  try {
    localStorage.setItem(key, on ? 'on' : 'off');
  } catch {
    // A browser that keeps nothing asks again on the next visit.
  }
  for (const listener of listeners) listener();
}

/** Whether this browser notifies of the end of long jobs, and how to choose it. The browser asks for its permission only then. */
export function useEndNotices(): { on: boolean; choose: (on: boolean) => Promise<'refused' | 'done'> } {
  const on = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stored,
    () => false,
  );
  return {
    on,
    async choose(next) {
      if (next && (typeof Notification === 'undefined' || (await Notification.requestPermission()) !== 'granted')) {
        store(false);
        return 'refused';
      }
      store(next);
      return 'done';
    },
  };
}

/** Tells the ends of long jobs by the browser's own notifications, where the person chose so and does not look at the page. */
export function useTellEnds(): void {
  const { on } = useEndNotices();
  const router = useRouter();
  const { items } = useLatest(on);
  const before = useRef<readonly WorkflowItem[]>([]);
  useEffect(() => {
    if (!items) return;
    const ended = endedLong(before.current, items);
    before.current = items;
    if (!on || document.visibilityState === 'visible') return;
    for (const item of ended) {
      const text =
        item.object_status === status.completed
          ? words.ended
          : item.object_status === status.failed
            ? words.failed
            : words.stopped;
      const notice = new Notification(text(item.name), { tag: item.uuid });
      notice.onclick = () => {
        window.focus();
        router.history.push(itemPath(item, false));
        notice.close();
      };
    }
  }, [items, on, router]);
}
