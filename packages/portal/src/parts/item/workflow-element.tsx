import type { Client } from '@cuvette/core/client';
import type { WorkflowItem } from '@cuvette/core/entities';
import '@cuvette/widgets/elements/events';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { inputWords } from '../../input-words.ts';

interface WorkflowElementProps {
  uuid: string;
  client: Client;
  shared: boolean;
  /** Shown instead of reading the item. */
  item?: WorkflowItem | undefined;
  /** What is shown of it, as the element's `state` tells it; hears when that changes. */
  view?: string | undefined;
  onView?: ((view: string) => void) | undefined;
  /** What the person can do with the item; it is at the end of the element's title row. */
  actions?: ReactNode;
  /** Where the item lies: at the start of the element's title row. */
  breadcrumb?: ReactNode;
  /** What is shown under the title row. */
  notes?: ReactNode;
  /** Takes a structure of the result as input, by its identifier: each row that stands for one has a button for it. */
  onInput?: ((structure: string) => void) | undefined;
}

/** `<cuvette-workflow>` inside the portal: the same element as in a wiki page, reading through the portal's own client. */
export function WorkflowElement({
  uuid,
  client,
  shared,
  item,
  view = '',
  onView,
  actions,
  breadcrumb,
  notes,
  onInput,
}: WorkflowElementProps) {
  const [holders] = useState(() => ({
    breadcrumb: holderOf('breadcrumb', 'item-breadcrumb'),
    actions: holderOf('actions', 'item-actions'),
    notes: holderOf('notes', 'item-notes'),
  }));
  const box = useRef<HTMLDivElement>(null);
  const made = useRef<HTMLElement & { state?: string }>(null);
  /** The last state in the address, read from it or written to it. */
  const known = useRef('');
  const begin = useEffectEvent((element: HTMLElement) => {
    known.current = view;
    if (view) element.setAttribute('state', view);
  });
  const taken = useEffectEvent((structure: string | null) => structure !== null && onInput?.(structure));
  const takes = onInput !== undefined;
  const changed = useEffectEvent((state: string) => {
    known.current = state;
    onView?.(state);
  });
  useEffect(() => {
    // Somebody changed the address of the open page.
    if (view !== known.current && view && made.current) made.current.state = view;
    known.current = view;
  }, [view]);
  useEffect(() => {
    void import('@cuvette/widgets/elements/workflow');
    const element = document.createElement('cuvette-workflow') as HTMLElement & {
      client?: Client;
      item?: WorkflowItem;
      actions?: readonly { id: string; label: string; icon: string }[];
    };
    element.client = client;
    if (item) element.item = item;
    else element.setAttribute('workflow', uuid);
    element.toggleAttribute('public', shared);
    element.toggleAttribute('no-link', true);
    begin(element);
    if (takes) element.actions = [{ id: 'input', label: inputWords.action, icon: 'input' }];
    element.addEventListener('cuvette-action', (event) => taken(event.detail.structure));
    element.addEventListener('cuvette-state', (event) => changed(event.detail.state));
    made.current = element;
    element.append(holders.breadcrumb, holders.actions, holders.notes);
    box.current?.append(element);
    return () => element.remove();
  }, [uuid, client, shared, item, takes, holders]);
  return (
    <>
      <div ref={box} className="workflow-box" />
      {createPortal(breadcrumb, holders.breadcrumb)}
      {createPortal(actions, holders.actions)}
      {createPortal(notes, holders.notes)}
    </>
  );
}

/** A box of the page's own in a slot of the element. */
function holderOf(slot: string, className: string): HTMLElement {
  const made = document.createElement('div');
  made.slot = slot;
  made.className = className;
  return made;
}
