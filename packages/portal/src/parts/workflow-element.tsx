import type { Client } from '@cuvette/core/client';
import type { WorkflowItem } from '@cuvette/core/entities';
import { useEffect, useRef } from 'react';

interface WorkflowElementProps {
  uuid: string;
  client: Client;
  shared: boolean;
  /** Shown instead of reading the item. */
  item?: WorkflowItem | undefined;
}

/** `<cuvette-workflow>` inside the portal: the same element as in a wiki page, reading through the portal's own client. */
export function WorkflowElement({ uuid, client, shared, item }: WorkflowElementProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    void import('@cuvette/widgets/elements/workflow');
    const element = document.createElement('cuvette-workflow') as HTMLElement & {
      client?: Client;
      item?: WorkflowItem;
    };
    element.client = client;
    if (item) element.item = item;
    else element.setAttribute('workflow', uuid);
    element.toggleAttribute('public', shared);
    element.toggleAttribute('no-link', true);
    box.current?.append(element);
    return () => element.remove();
  }, [uuid, client, shared, item]);
  return <div ref={box} className="workflow-box" />;
}
