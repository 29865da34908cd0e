import type { Grid, GridHeader } from '@cuvette/core/entities';

/** A grid that surfaces can be drawn of: what it is, and its values when they are wanted. */
export interface GridSource {
  header: GridHeader;
  load: () => Promise<Grid>;
}

/** Grids that are here already as sources, beside those that still have to be read. */
export function gridSources(given: readonly (Grid | GridSource)[]): GridSource[] {
  return given.map((each) => ('load' in each ? each : { header: each.header, load: async () => each }));
}
