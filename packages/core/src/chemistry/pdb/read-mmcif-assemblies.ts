import type { Vector3 } from '../atoms.ts';
import type { CategoryReader, CifCategory } from './cif.ts';
import type { PdbAssembly } from './schema.ts';

type Transformation = PdbAssembly['transformations'][number];

/** Reads the biological assemblies of an mmCIF file; chains are the authors' ones. */
export function readMmcifAssemblies(category: CategoryReader): PdbAssembly[] {
  const chains = chainsByLabel(category('atom_site'));
  const operations = operationsById(category('pdbx_struct_oper_list'));
  const generators = category('pdbx_struct_assembly_gen');
  const properties = category('pdbx_struct_assembly_prop');
  const assemblies = category('pdbx_struct_assembly');
  return assemblies.rows().flatMap((row) => {
    const id = assemblies.get('id', row) ?? '';
    if (!/^\d+$/.test(id)) return [];
    const property = (type: string) => {
      const at = properties
        .rows()
        .find((other) => properties.get('biol_id', other) === id && properties.get('type', other)?.startsWith(type));
      const value = at === undefined ? Number.NaN : Number.parseFloat(properties.get('value', at) ?? '');
      return Number.isFinite(value) ? value : null;
    };
    const transformations = generators.rows().flatMap((generator) => {
      if (generators.get('assembly_id', generator) !== id) return [];
      const labels = (generators.get('asym_id_list', generator) ?? '').split(',').map((label) => label.trim());
      const names = [...new Set(labels.map((label) => chains.get(label) ?? label))];
      return expandOperations(generators.get('oper_expression', generator) ?? '').flatMap((sequence) => {
        const parts = sequence.map((operation) => operations.get(operation));
        if (parts.length === 0 || parts.some((part) => !part)) return [];
        return [{ chains: names, ...(parts as Operation[]).reduce(compose) }];
      });
    });
    return [
      {
        transformations: transformations as Transformation[],
        software: assemblies.get('method_details', row),
        buried_surface_area: property('ABSA'),
        surface_area: property('SSA'),
        delta_energy: property('MORE'),
        id: Number(id),
      },
    ];
  });
}

interface Operation {
  matrix: [Vector3, Vector3, Vector3];
  vector: Vector3;
}

/** The operation that does `second` first and `first` after it, as the order of an expression "(1)(2)" means. */
function compose(first: Operation, second: Operation): Operation {
  const apply = ([x, y, z]: Vector3) => first.matrix.map((row) => row[0] * x + row[1] * y + row[2] * z) as Vector3;
  const columns = [0, 1, 2].map((column) => apply(second.matrix.map((row) => row[column]) as Vector3));
  return {
    matrix: [0, 1, 2].map((row) => columns.map((column) => column[row])) as [Vector3, Vector3, Vector3],
    vector: apply(second.vector).map((value, axis) => value + (first.vector[axis] ?? 0)) as Vector3,
  };
}

/** Expands "1", "1,2", "(1-60)" and products such as "(1-3)(4,5)" into lists of operation ids, applied from right to left. */
export function expandOperations(expression: string): string[][] {
  const groups = expression.includes('(')
    ? [...expression.matchAll(/\(([^()]*)\)/g)].map(([, inner]) => inner ?? '')
    : [expression];
  const lists = groups.map((group) =>
    group.split(',').flatMap((part) => {
      const range = /^\s*(\d+)-(\d+)\s*$/.exec(part);
      if (!range) return part.trim() === '' ? [] : [part.trim()];
      const [first, last] = [Number(range[1]), Number(range[2])];
      return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => String(first + index));
    }),
  );
  return lists.reduce<string[][]>((known, list) => known.flatMap((done) => list.map((id) => [...done, id])), [[]]);
}

function operationsById(table: CifCategory): Map<string, Operation> {
  const axes = [1, 2, 3] as const;
  return new Map(
    table.rows().map((row) => {
      const number = (item: string) => Number(table.get(item, row) ?? Number.NaN);
      return [
        table.get('id', row) ?? '',
        {
          matrix: axes.map((i) => axes.map((j) => number(`matrix[${i}][${j}]`))) as Operation['matrix'],
          vector: axes.map((i) => number(`vector[${i}]`)) as Vector3,
        },
      ];
    }),
  );
}

function chainsByLabel(sites: CifCategory): Map<string, string> {
  const result = new Map<string, string>();
  for (const row of sites.rows()) {
    const label = sites.get('label_asym_id', row);
    const chain = sites.get('auth_asym_id', row);
    if (label !== null && chain !== null && !result.has(label)) result.set(label, chain);
  }
  return result;
}
