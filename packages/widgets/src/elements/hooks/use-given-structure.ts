import type { Session } from '@cuvette/core/session';
import { useLayoutEffect } from 'react';

/**
 * Shows the structure that the attribute `structure` names: once for each of its values, as soon as the session has structures. One that is
 * not among them yet is shown when it comes, unless somebody chose another one meanwhile. What is chosen or restored later stays.
 */
export function useGivenStructure(session: Session, structure: string | undefined): void {
  useLayoutEffect(() => {
    if (structure === undefined) return;
    let stop = () => {};
    const show = () => {
      const { structures } = session.getState();
      if (structures.length === 0) return false;
      stop();
      if (structures.includes(structure)) session.activate(structure);
      else session.restore({ structure, atoms: [], frame: null, mode: null });
      return true;
    };
    if (!show()) stop = session.subscribe(show);
    return () => stop();
  }, [session, structure]);
}
