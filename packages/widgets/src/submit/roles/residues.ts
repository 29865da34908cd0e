import type { Residue } from '@cuvette/core/chemistry';

/** A residue as people write it: its chain, its number, its insertion code. */
export function residueText(residue: Residue | undefined): string {
  return residue ? `${residue.chain}${residue.number ?? ''}${residue.insertion}` : '';
}

/** The place of a residue that was written as "A45" or "A:45", also without its chain; -1 where there is none. */
export function residueNamed(residues: readonly Residue[], text: string): number {
  const match = /^([a-z]*):?(-?\d+)([a-z]?)$/i.exec(text.trim());
  if (!match) return -1;
  const [, chain = '', digits = '', insertion = ''] = match;
  const fits = (residue: Residue, exactCase: boolean) => {
    const own = exactCase ? residue.chain : residue.chain.toLowerCase();
    const wanted = exactCase ? chain : chain.toLowerCase();
    return (
      residue.number === Number(digits) &&
      residue.insertion.toLowerCase() === insertion.toLowerCase() &&
      (chain === '' || own === wanted)
    );
  };
  const found = residues.findIndex((residue) => fits(residue, true));
  return found >= 0 ? found : residues.findIndex((residue) => fits(residue, false));
}
