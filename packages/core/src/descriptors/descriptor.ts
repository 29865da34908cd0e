/** A molecular descriptor as the catalogue shows it; `display_name` is the same as the key. */
export interface Descriptor {
  name: string;
  display_name: string;
  /** Whether it needs coordinates (3D only) or the formula is enough (2D). */
  dim: '2D' | '3D';
  /** Mordred's module, or "xTB". */
  module: string;
  /** Finer family inside the module ("Moran coefficients"). */
  family: string;
  /** One sentence. */
  description: string;
}

/** A name and its sentence. */
export type Entry = readonly [name: string, description: string];

/** A family of descriptors, made by rule. */
export interface Family {
  module: string;
  family: string;
  dim: '2D' | '3D';
  entries: () => Entry[];
}

/** A family whose module has only one. */
export function family(module: string, name: string, entries: () => Entry[], dim: '2D' | '3D' = '2D'): Family {
  return { module, family: name, dim, entries };
}
