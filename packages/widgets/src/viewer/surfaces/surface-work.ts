import {
  isosurfaceSteps,
  type MeshPart,
  type ScalarField,
  sampleField,
  splitMesh,
} from '@cuvette/core/chemistry/isosurface';

/** What is asked for: the surface of a field at an isovalue, of both signs or of the positive one, with the values of another field on it. */
export interface SurfaceRequest {
  field: string;
  colouredBy: string | null;
  isovalue: number;
  bothSigns: boolean;
}

/** A part of a surface as it is drawn; `values` are those of the other field at its vertices. */
export interface SurfacePart extends MeshPart {
  values: Float32Array | null;
}

export interface Lobe {
  sign: 1 | -1;
  parts: SurfacePart[];
}

/** Makes surfaces of the fields that it was given, in small steps. */
export function* surfaceSteps(
  { field: name, colouredBy, isovalue, bothSigns }: SurfaceRequest,
  fields: ReadonlyMap<string, ScalarField>,
): Generator<number, Lobe[]> {
  const field = fields.get(name);
  if (!field) throw new Error(`There is no grid ${name} here.`);
  const colours = colouredBy === null ? null : fields.get(colouredBy);
  const lobes: Lobe[] = [];
  for (const sign of bothSigns ? ([1, -1] as const) : ([1] as const)) {
    const mesh = yield* isosurfaceSteps(field, isovalue, sign);
    const parts = splitMesh(mesh).map(
      (part): SurfacePart => ({ ...part, values: colours ? sampleField(colours, part.positions) : null }),
    );
    lobes.push({ sign, parts });
    yield 1;
  }
  return lobes;
}
