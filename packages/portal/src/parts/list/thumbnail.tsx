import { useEffect } from 'react';

/** The structural formula of a SMILES, small; the name beside it says what it is. Drawn when it comes near, by a toolkit that is loaded then. */
export function Thumbnail({ smiles }: { smiles: string }) {
  useEffect(() => {
    void import('@cuvette/widgets/elements/structure');
  }, []);
  return (
    <span className="thumbnail" aria-hidden="true">
      <cuvette-structure smiles={smiles} />
    </span>
  );
}
