import type { Client } from '@cuvette/core/client';
import { useEffect, useRef } from 'react';

interface ProteinViewerProps {
  uuid: string;
  client: Client;
  shared: boolean;
  /** What is shown is called. */
  label: string;
  /** Name of the session that the sequences share with it. */
  session: string;
}

/** `<cuvette-viewer protein>` inside the portal: the same element as in a wiki page, reading through the portal's own client. */
export function ProteinViewer({ uuid, client, shared, label, session }: ProteinViewerProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    void import('@cuvette/widgets/elements/viewer');
    const element = document.createElement('cuvette-viewer') as HTMLElement & { client?: Client };
    element.client = client;
    element.setAttribute('protein', uuid);
    element.setAttribute('session', session);
    element.toggleAttribute('public', shared);
    box.current?.append(element);
    return () => element.remove();
  }, [uuid, client, shared, session]);
  useEffect(() => {
    box.current?.querySelector('cuvette-viewer')?.setAttribute('label', label);
  });
  return <div ref={box} className="protein-viewer" />;
}
