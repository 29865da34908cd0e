/** Texts of the viewer's surfaces. */
export const surfaceWords = {
  open: 'Isosurfaces',
  surface: 'Surface',
  none: 'None',
  isovalue: 'Isovalue',
  opacity: 'Opacity',
  wireframe: 'Wireframe',
  usual: 'Usual isovalue',
  loading: 'Loading the surface',
  failed: 'The surface could not be drawn.',
  away: 'The surface is hidden, because the atoms have moved since it was computed.',
  empty: 'No surface at this isovalue.',
  signs: 'Blue is positive, orange is negative.',
  positive: 'The surface is blue.',
  valueOf: (title: string, value: string) => `${title} at ${value}.`,
} as const;
