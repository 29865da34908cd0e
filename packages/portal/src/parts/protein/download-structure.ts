import type { Pdb } from '@cuvette/core/chemistry';

const kinds = {
  pdb: { ending: 'pdb', type: 'chemical/x-pdb' },
  mmcif: { ending: 'cif', type: 'chemical/x-mmcif' },
} as const;

/** Hands a structure to the browser as a PDB or mmCIF file. What writes it is loaded when it is needed. Throws RangeError for what a PDB file cannot hold. */
export async function downloadStructure(pdb: Pdb, name: string, kind: keyof typeof kinds): Promise<void> {
  const { writeMmcif, writePdb } = await import('@cuvette/core/chemistry');
  const { ending, type } = kinds[kind];
  const text = kind === 'pdb' ? writePdb(pdb) : writeMmcif(pdb);
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name.replace(/[^\w.-]+/g, '_').slice(0, 100) || 'protein'}.${ending}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
