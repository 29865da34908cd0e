import { useEffect } from 'react';

/** Longest that drawings wait for a moment in which the page has nothing else to do, in milliseconds. */
const longestWait = 2000;

/** Loads what draws structures, once the page has come to rest: rows stand first, for the toolkit weighs more than all else of a list. */
function loadWhenIdle(): () => void {
  const load = () => void import('@cuvette/widgets/elements/structure');
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(load, longestWait);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(load, { timeout: longestWait });
  return () => cancelIdleCallback(asked);
}

/** The structural formula of a SMILES, small; the name beside it says what it is. Drawn when it comes near. */
export function Thumbnail({ smiles }: { smiles: string }) {
  useEffect(loadWhenIdle, []);
  return (
    <span className="thumbnail" aria-hidden="true">
      <cuvette-structure smiles={smiles} />
    </span>
  );
}
