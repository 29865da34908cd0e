import type { Client } from '@cuvette/core/client';
import type { WorkflowItem } from '@cuvette/core/entities';
import { useEffect, useRef } from 'react';

interface WorkflowElementProps {
  uuid: string;
  client: Client;
  shared: boolean;
  /** Alone in a frame: the element fills it. */
  embedded?: boolean | undefined;
  /** Shown instead of reading the item. */
  item?: WorkflowItem | undefined;
}

/** `<cuvette-workflow>` inside the portal: the same element as in a wiki page, reading through the portal's own client. */
export function WorkflowElement({ uuid, client, shared, embedded = false, item }: WorkflowElementProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    void import('@cuvette/widgets/elements/workflow.tsx');
    const element = document.createElement('cuvette-workflow') as HTMLElement & {
      client?: Client;
      item?: WorkflowItem;
    };
    element.client = client;
    if (item) element.item = item;
    else element.setAttribute('workflow', uuid);
    element.toggleAttribute('public', shared);
    element.toggleAttribute('no-link', !embedded);
    box.current?.append(element);
    return () => element.remove();
  }, [uuid, client, shared, embedded, item]);
  return <div ref={box} className={embedded ? 'workflow-box embedded' : 'workflow-box'} />;
}
