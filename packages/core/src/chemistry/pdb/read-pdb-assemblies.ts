import type { Vector3 } from '../atoms.ts';
import type { PdbAssembly } from './schema.ts';

/** Reads the biological assemblies of REMARK 350: per assembly the areas and energies that are given, and per transformation its chains. */
export function readAssemblies(lines: readonly string[]): PdbAssembly[] {
  const assemblies: PdbAssembly[] = [];
  let chains: string[] = [];
  let rows: number[][] = [];
  for (const line of lines) {
    const text = line.slice(10).trim();
    const id = /^BIOMOLECULE:\s*(\d+)/.exec(text)?.[1];
    if (id !== undefined) {
      assemblies.push({
        transformations: [],
        software: null,
        buried_surface_area: null,
        surface_area: null,
        delta_energy: null,
        id: Number(id),
      });
    }
    const assembly = assemblies.at(-1);
    if (!assembly) continue;
    assembly.software ??= /^SOFTWARE USED:\s*(.+)/.exec(text)?.[1]?.trim() ?? null;
    assembly.buried_surface_area ??= valueOf(text, 'TOTAL BURIED SURFACE AREA');
    assembly.surface_area ??= valueOf(text, 'SURFACE AREA OF THE COMPLEX');
    assembly.delta_energy ??= valueOf(text, 'CHANGE IN SOLVENT FREE ENERGY');
    const listed = /^(APPLY THE FOLLOWING TO|AND) CHAINS:\s*(.*)/.exec(text);
    if (listed) {
      const names = (listed[2] ?? '')
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '');
      chains = listed[1] === 'AND' ? [...chains, ...names] : names;
    }
    const row = /^BIOMT([123])\s+\d+\s+(\S+)\s+(\S+)\s+(\S+)\s+(\S+)/.exec(text);
    if (!row) continue;
    if (row[1] === '1') rows = [];
    rows.push(row.slice(2).map(Number));
    if (row[1] === '3' && rows.length === 3) {
      const [first, second, third] = rows.map((values) => values.slice(0, 3) as Vector3);
      assembly.transformations.push({
        chains,
        matrix: [first as Vector3, second as Vector3, third as Vector3],
        vector: rows.map((values) => values[3]) as Vector3,
      });
    }
  }
  return assemblies;
}

function valueOf(text: string, label: string): number | null {
  if (!text.startsWith(`${label}:`)) return null;
  const value = Number.parseFloat(text.slice(label.length + 1));
  return Number.isFinite(value) ? value : null;
}
