import type { Client } from '@cuvette/core/client';
import type { WorkflowItem } from '@cuvette/core/entities';
import { type Session, sharedSession } from '@cuvette/core/session';
import { loadResults } from '@cuvette/core/workflows';
import { factsOfItem, type ItemFacts } from './structure-facts.ts';

/** Milliseconds to wait for a view that does not come: a host is answered then without its tabs. */
const longestForTabs = 5000;

/** An item that is open in a frame or a notebook: what is shown of it, and what could be. */
export interface OpenedItem {
  session: Session;
  facts: ItemFacts;
}

interface OpeningOptions {
  client: Client;
  /** Name of the session of the element that shows the item; by default that of the item. */
  session?: string;
  /** Whether what shows the item has tabs. */
  hasTabs: boolean;
  /** The frame that a player is at by itself; null where none has reported one. */
  shownFrame: () => number | null;
}

/**
 * An item that an element shows, for what is around the element (the page of a frame, a notebook): its session, and what may be set in it. `opened`
 * waits for both; it throws the message of what went wrong before.
 */
export function opening({ client, session: name, hasTabs, shownFrame }: OpeningOptions) {
  let held: { key: string; session: Session; release: () => void } | null = null;
  let facts: ItemFacts | null = null;
  let problem: string | null = null;
  const waiting: (() => void)[] = [];
  const wake = () => {
    for (const go of waiting.splice(0)) go();
  };
  return {
    async opened(): Promise<OpenedItem> {
      while (!held || !facts) {
        if (problem !== null) throw new Error(problem);
        await new Promise<void>((go) => waiting.push(go));
      }
      return { session: held.session, facts };
    },
    /** What is known now; null before anything is. */
    facts: () => facts,
    /** Joins the session of an item, which was read now or once more; null when it was joined already. */
    join(item: WorkflowItem): Session | null {
      problem = null;
      const known = held?.key === item.uuid;
      if (!known) {
        held?.release();
        facts = null;
      }
      if (!held || !known) held = { key: item.uuid, ...sharedSession(name ?? item.uuid) };
      const { session } = held;
      void loadResults(item.object_type)
        .catch(() => null)
        .then(async (definition) => {
          // A host that asks at once shall find the structures, though the views name them a moment later.
          const ids = definition?.structures(item).map(({ id }) => id) ?? [];
          if (ids.length > 0) session.setStructures(ids, definition?.active(item));
          if (hasTabs) await tabsOf(session);
          if (held?.session !== session) return;
          facts = factsOfItem(client, item, definition, shownFrame);
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

/** Waits until the view has reported its tabs. */
function tabsOf(session: Session): Promise<void> {
  return new Promise((go) => {
    const end = () => {
      clearTimeout(limit);
      leave();
      go();
    };
    const look = () => {
      if (session.getState().tabs.length > 0) end();
    };
    const limit = setTimeout(() => end(), longestForTabs);
    const leave = session.subscribe(look);
    look();
  });
}
