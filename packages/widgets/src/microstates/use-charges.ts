import { useEffect, useMemo, useState } from 'react';
import { formalCharge } from '../structure/charge.ts';
import { loadToolkit } from '../structure/depict.ts';

type Toolkit = Awaited<ReturnType<typeof loadToolkit>>;

/**
 * Charge of each structure, read from its SMILES; null for one that cannot be read. The whole list is null until the chemistry toolkit has
 * arrived, and stays so when it does not come (it is asked for twice, a second apart).
 */
export function useCharges(smiles: readonly string[]): readonly (number | null)[] | null {
  const [toolkit, setToolkit] = useState<Toolkit | null>(null);
  useEffect(() => {
    let current = true;
    loadToolkit().then(
      (arrived) => current && setToolkit(arrived),
      (error: unknown) => console.warn('The chemistry toolkit could not be loaded; charges are not shown.', error),
    );
    return () => {
      current = false;
    };
  }, []);
  return useMemo(() => toolkit && smiles.map((each) => formalCharge(toolkit, each)), [toolkit, smiles]);
}
